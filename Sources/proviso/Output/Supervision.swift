import Proviso
import ProvisoPlugins
import SystemBridge

/// Runs the tool in a child process while plugins run in it, because a plugin can end its process.
///
/// An early `exit(0)`, `_exit(0)` or `exec` would otherwise read as "all valid", and one at the end could change the
/// status. Costs half a millisecond, and only with plugins that run in process.
enum Supervision {
    nonisolated(unsafe) private static var channel: Int32 = -1

    /// Starts the child; to be called before any code of a plugin runs, and before the first thread.
    static func start(for plugins: [LoadedPlugin]) {
        let own = plugins.filter { $0.mode == .inProcess }.map(\.manifest.id)
        guard !own.isEmpty, channel < 0 else { return }
        let names = own.prefix(10).joined(separator: ", ") + (own.count > 10 ? ", …" : "")
        let message =
            "error: the program was ended before its end, while it ran plugins in its process (\(names.visible)): what was "
            + "written is not complete; '--plugin-mode worker' shows which values do that\n"
        channel = prv_supervise(message, ExitCode.failure.rawValue)
    }

    /// Gives the status of the tool, after everything was written.
    static func end(_ code: ExitCode) {
        if channel >= 0 { prv_supervise_end(channel, code.rawValue) }
    }
}
