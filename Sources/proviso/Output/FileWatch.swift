import Glibc
import Proviso
import ProvisoBulk

/// Does something again when files change.
enum FileWatch {
    /// Calls a closure now, and after each change of the files that it registers, until a signal comes.
    ///
    /// What it throws has been reported, and ends nothing: the next change may mend it.
    static func run(_ first: [String], _ body: (inout [String]) throws -> Void) throws {
        Run.catchSignals()
        var watched = first
        while true {
            if isatty(STDOUT_FILENO) == 1 { try StandardOutput.write("\u{1B}[H\u{1B}[2J") }
            let before = stamps(watched)
            try? body(&watched)
            if let signal = Run.signal { throw ExitCode(128 + signal) }
            var stamps = stamps(watched)
            // What changed meanwhile may have been read before.
            for (file, stamp) in before where stamps[file] != nil { stamps[file] = stamp }
            StandardError.line("watching \(watched.count) \(watched.count == 1 ? "file" : "files"); Ctrl-C ends")
            while Self.stamps(watched) == stamps {
                usleep(300_000)
                if let signal = Run.signal { throw ExitCode(128 + signal) }
            }
        }
    }

    /// When the files were changed, to the nanosecond.
    private static func stamps(_ files: [String]) -> [String: Int] {
        var stamps: [String: Int] = [:]
        for path in files {
            var status = stat()
            let isThere = stat(path, &status) == 0
            stamps[path] =
                isThere
                ? status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec &+ Int(status.st_size) : 0
        }
        return stamps
    }
}
