package import CommandTable

/// The options of `proviso-server`, which `proviso serve` has too.
package struct ServerOptions: Sendable {
    /// Where the server listens.
    package enum Address: Sendable, Equatable {
        case host(String, port: Int)
        case socket(String)
    }

    /// The directory of the rule files.
    package var rules = ""
    package var address = Address.host("127.0.0.1", port: 8080)
    /// Directories of plugins, which run in confined workers.
    package var plugins: [String] = []
    /// The only origin whose pages may read answers; `nil` for none.
    package var origin: String?
    /// Names by which clients call the server, beside its address and localhost; `*` for any.
    package var hostNames: [String] = []
    /// The file of the tokens; `nil` if no request needs one.
    package var tokens: String?
    package var bodyLimit = 1 << 20
    package var streamLimit = 1 << 30
    /// Seconds in which a body must be there; after as many seconds without a byte a connection is closed.
    package var patience = 30
    package var connections = 1024

    package init() {}
}

/// A command with the options of the server.
package protocol TakesServer: Command {
    var server: ServerOptions { get set }
}

extension ServerOptions {
    package static let discussion = """
        Serves each rule file of a directory (signup.yaml as /v1/rules/signup) over HTTP, watches the directory, and puts \
        changed rules in use between two requests. Files whose name begins with '_' are for others to include. There is a \
        page at /, and a description at /openapi.json. It validates and changes nothing, so it needs no passwords; with tokens \
        it answers only those who have one, and some may change rules. Put a proxy with TLS before it where others can reach it.
        """

    package static func examples(_ program: String) -> [(line: String, meaning: String)] {
        [
            ("\(program) rules/", "Serve on 127.0.0.1:8080."),
            ("\(program) rules/ --listen unix:/run/proviso.sock", "Serve on a socket of the file system."),
        ]
    }

    package static var statuses: [(status: String, meaning: String)] {
        [
            ("0", "ended by SIGTERM or SIGINT, after the requests that were running"),
            ("2", "a mistake on the command line"), ("3", "the server could not start or continue"),
        ]
    }

    package static func operands<Taker: TakesServer>() -> Operands<Taker> {
        Operands("directory", .one, kind: .directory, help: "The directory of the rule files.") { $0.server.rules = $1 }
    }

    package static func options<Taker: TakesServer>() -> [Option<Taker>] {
        [
            .parsed(
                "--listen", value: "address", usual: "127.0.0.1:8080", help: "Where to listen.",
                expected: "an address such as 127.0.0.1:8080, [::1]:8080 or unix:/run/proviso.sock", Address.init
            ) { $0.server.address = $1 },
            .text(
                "--plugins", value: "directory", kind: .directory, need: .repeated,
                help: "A directory of plugins, which run in confined workers."
            ) { $0.server.plugins.append($1) },
            .parsed(
                "--origin", value: "origin",
                help: "The origin whose pages may use the server, such as https://example.org.",
                expected: "an origin such as https://example.org", origin
            ) { $0.server.origin = $1 },
            .parsed(
                "--host-name", value: "name", need: .repeated,
                help: "A name by which clients call the server, such as rules.example.org; '*' for any.",
                expected: "a name such as rules.example.org, without scheme and port, or '*'", hostName
            ) { $0.server.hostNames.append($1) },
            .text(
                "--tokens", value: "file", kind: .file,
                help: "A file of tokens, each with the rules that it opens; without it no request needs one."
            ) { $0.server.tokens = $1 },
            .number(
                "--body-limit", value: "bytes", in: 1...1 << 30, usual: "1048576",
                help: "The largest record of a request."
            ) { $0.server.bodyLimit = $1 },
            .number(
                "--stream-limit", value: "bytes", in: 1...1 << 50, usual: "1073741824",
                help: "The most data of a request with many records."
            ) { $0.server.streamLimit = $1 },
            .number(
                "--patience", value: "seconds", in: 1...3600, usual: "30",
                help: "The time for a record to arrive, and for a connection without a byte."
            ) { $0.server.patience = $1 },
            .number(
                "--connections", in: 1...1_000_000, usual: "1024",
                help: "The most connections at a time; others wait."
            ) { $0.server.connections = $1 },
        ]
    }

    private static func hostName(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        }
        return text == "*" || isName && !text.isEmpty ? text : nil
    }

    private static func origin(_ text: String) -> String? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        let host = text.drop { $0 != "/" }.dropFirst(2)
        return host.isEmpty || host.contains { $0 == "/" || $0 == "," || $0 == "*" || $0.isWhitespace } ? nil : text
    }
}

extension ServerOptions.Address {
    /// Reads `host:port`, `[v6]:port` or `unix:path`.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // The system's limit of such names.
            guard !path.isEmpty, path.utf8.count < 108 else { return nil }
            self = .socket(path)
            return
        }
        guard let colon = text.lastIndex(of: ":"),
            let port = NumberText.whole(String(text[text.index(after: colon)...]), as: UInt16.self)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self = .host(String(host), port: Int(port))
    }
}
