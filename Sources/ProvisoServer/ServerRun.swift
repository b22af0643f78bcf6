#if Server
internal import CommandTable
internal import Glibc
internal import Hummingbird
internal import Logging
internal import Proviso
internal import ProvisoBulk
package import ServerOptions

/// The program `proviso-server`, after its options are read.
package enum ServerRun {
    /// Writes lines to standard error.
    package static func say(_ text: String) { StandardError.lines(text) }

    /// Serves until SIGTERM or SIGINT comes, then ends the program.
    package static func start(_ options: ServerOptions) throws {
        var options = options
        // Relative to where the program was started, before the directory of the rules is the current one.
        options.plugins = try options.plugins.map(absolute)
        options.tokens = try options.tokens.map(absolute)
        if case .socket(let path) = options.address, !path.hasPrefix("/") {
            options.address = .socket(try absolute(".") + "/" + path)
        }
        guard chdir(options.rules) == 0 else {
            throw UsageError("\(options.rules): \(SystemError().reason); name the directory of the rule files")
        }
        // So that no position in an answer shows where the directory is.
        options.rules = ""
        let final = options
        let log = Logger(label: "proviso") { _ in LineLog() }
        let tokens = try options.tokens.map { try Tokens($0, rules: options.rules, log: log) }
        Task { exit(await serve(final, tokens, log)) }
        while true { pause() }
    }

    private static func absolute(_ path: String) throws -> String {
        guard let found = realpath(path, nil) else {
            throw UsageError("\(path): \(SystemError().reason)")
        }
        defer { free(found) }
        return String(cString: found)
    }

    private static func serve(_ options: ServerOptions, _ tokens: Tokens?, _ log: Logger) async -> Int32 {
        let service = ValidationService(options, tokens: tokens, log: log)
        let application = service.application { channel in
            log.notice("listening on \(options.address.shown(port: channel.localAddress?.port))")
        }
        do {
            try await application.runService()
            log.notice("ended")
            return 0
        } catch {
            log.critical("cannot listen on \(options.address.shown(port: nil)): \(error)")
            return 3
        }
    }
}

extension ServerOptions.Address {
    /// The address for people; port 0 is any, so the real one is shown.
    fileprivate func shown(port real: Int?) -> String {
        switch self {
        case .host(let host, let port): "http://\(host.holds(":") ? "[\(host)]" : host):\(real ?? port)"
        case .socket(let path): "unix:\(path)"
        }
    }
}

/// Writes a line to standard error for what an operator should know; the journal adds the time.
private struct LineLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        StandardError.line("\(event.level): \(event.message)\(details)")
    }
}
#endif
