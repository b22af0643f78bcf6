#if !Server
internal import Glibc
package import ServerOptions

/// Stands in for the server where the trait is off.
package enum ServerRun {
    /// Writes a line to standard error.
    package static func say(_ text: String) { _ = (text + "\n").withCString { fputs($0, stderr) } }

    /// Says what is missing, and ends the program.
    package static func start(_ options: ServerOptions) throws {
        say("error: this program was built without the server: build it with '--traits Server'")
        exit(3)
    }
}
#endif
