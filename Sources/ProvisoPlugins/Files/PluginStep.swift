/// The checks of a plugin's file, in the order they are made; the first that fails ends the matter.
package enum PluginStep: String, CaseIterable, Sendable {
    /// Its folder belongs to root or this user, and nobody else can change it or what it lies in.
    case folder
    /// It is a regular file and no link.
    case file
    /// It belongs to root or this user, and nobody else can change it.
    case rights
    /// It was copied to memory that nobody can change.
    case copy
    /// It is a shared library that the linker can load without harm.
    case binary
    /// It says what it is, in a note.
    case manifest
    /// It is what the lock file says.
    case lock
    /// One of the trusted keys has signed it.
    case signature
    /// Its id, rule types and codes are nobody else's.
    case names
    /// The linker found all it needs.
    case libraries
    /// What it does keeps to the plugin interface, and to its manifest.
    case interface
    /// It initialised.
    case start
}

/// Is told of each check that was passed, with what was found.
package typealias PluginSteps = (PluginStep, @autoclosure () -> String) -> Void

/// Tells nobody.
func noSteps(_ step: PluginStep, _ detail: @autoclosure () -> String) {}
