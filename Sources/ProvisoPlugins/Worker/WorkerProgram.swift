internal import Glibc
internal import ProvisoMessages
internal import WorkerBridge

/// Finds `proviso-worker`, the small program that worker processes run.
///
/// It is a separate program, because this one cannot be started again (its `main` belongs to the application), and
/// `fork` would give the worker a copy of this process's memory and of its locks in their current state.
enum WorkerProgram {
    static func find(_ given: String?) throws(PluginFault) -> String {
        if let named = given ?? Environment.value("PROVISO_WORKER") {
            guard access(named, X_OK) == 0 else {
                throw PluginFault("cannot be run in a worker: '\(named)' is not a program")
            }
            let program = try checked(named)
            if given == nil, let reason = ProjectDirectory.fault(of: program, in: "PROVISO_WORKER") {
                throw PluginFault("cannot be run in a worker: '\(program)' \(reason)")
            }
            return program
        }
        let folders = self.folders
        for folder in folders {
            for path in ["\(folder)/proviso-worker", "\(folder)/../libexec/proviso/proviso-worker"]
            where access(path, X_OK) == 0 {
                return try checked(path)
            }
        }
        throw PluginFault(
            "cannot be run in a worker: 'proviso-worker' is not in \(folders.joined(separator: " or ")); "
                + "put it there (add the product 'proviso-worker' of the package 'proviso' to the dependencies of your "
                + "executable target), or name it in PROVISO_WORKER")
    }

    /// The program is code that runs with the rights of this user, before it confines itself.
    private static func checked(_ path: String) throws(PluginFault) -> String {
        if let reason = TrustedFolder.fault(ofFile: path) {
            throw PluginFault("cannot be run in a worker: '\(path)' \(reason)")
        }
        return path
    }

    /// The directories of this program, and of the library that contains this code.
    static var folders: [String] {
        let paths = [RootDirectory.resolved("/proc/self/exe"), prv_own_file().map { String(cString: $0) }]
        return paths.compactMap(\.self).compactMap(folder).withoutRepetition()
    }

    private static func folder(of path: String) -> String? {
        path.utf8.contains(UInt8(ascii: "/")) ? NamedFiles.directory(of: path) : nil
    }

    /// The environment of a worker: the variables for the time zone and for libraries.
    ///
    /// Backtraces of Swift's runtime are disabled, because they need rights that a worker does not have.
    static var environment: [String] {
        ["SWIFT_BACKTRACE=enable=no"]
            + ["TZ", "LD_LIBRARY_PATH"].compactMap { name in Environment.value(name).map { "\(name)=\($0)" } }
    }

    /// The libraries that a worker may read, in addition to those of the system.
    ///
    /// These are the libraries in the directories of `LD_LIBRARY_PATH` and beside the Swift runtime of this program, and
    /// those that the plugin needs where its builder said. They are files: a directory would open all that is below it.
    static func libraries(for needed: NeededLibraries) -> [String] {
        let named = (Environment.value("LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
        var loaded: [String] = []
        withUnsafeMutablePointer(to: &loaded) { loaded in
            prv_each_library(
                { name, context in
                    guard let name, let context else { return }
                    let path = String(cString: name)
                    guard path.hasSuffix("/libswiftCore.so") else { return }
                    context.assumingMemoryBound(to: [String].self).pointee.append(path)
                }, loaded)
        }
        let folders = (named + loaded.compactMap(folder)).withoutRepetition()
        return (folders.flatMap(SharedLibrary.files) + needed.files).withoutRepetition()
    }
}
