#if Server
internal import CommandTable
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
package import Logging
internal import Proviso
internal import ProvisoHummingbird
internal import ServiceLifecycle
internal import Synchronization

/// The tokens of a file, each with the rules that it opens.
///
/// The file is read again when it changes, so a token can be replaced while the server runs. With a mistake in it the tokens before
/// stay in force.
package final class Tokens: Service {
    private let path: String
    private let log: Logger
    private let kept: Mutex<Kept>

    private struct Kept {
        var entries: [TokenLine]
        var mark: Mark
        /// Why the file cannot be used as it is now.
        var failure: String?
    }

    /// What changes with a file.
    private struct Mark: Equatable {
        let inode: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// Reads the file; `rules` is the directory that is served, which it must not be in.
    ///
    /// Throws a `UsageError` if it cannot be used.
    package init(_ path: String, rules: String, log: Logger) throws {
        guard let place = realpath(path, nil) else { throw UsageError("\(path): \(SystemError().reason)") }
        defer { free(place) }
        guard let directory = realpath(rules.isEmpty ? "." : rules, nil) else {
            throw UsageError("\(rules): \(SystemError().reason)")
        }
        defer { free(directory) }
        if RootDirectory.holds(String(cString: directory), String(cString: place)) {
            throw UsageError("\(path): it is in the directory of the rules: move it to another one")
        }
        (self.path, self.log) = (String(cString: place), log)
        let mark = try Self.mark(of: path)
        kept = Mutex(Kept(entries: try Self.read(path), mark: mark))
    }

    /// What the token of a request opens, and what is open to anyone; throws the answer to a token that is not known.
    func access(_ request: Request) throws -> Access {
        let entries = kept.withLock { $0.entries }
        var access = Access()
        for entry in entries where entry.token == nil { access.used.insert(entry.rules) }
        guard let field = request.headers[.authorization] else {
            access.isAnonymous = true
            return access
        }
        guard field.lowercased().hasPrefix("bearer ") else {
            throw Self.unknown("expected a token: Authorization: Bearer TOKEN")
        }
        let token = Array(field.dropFirst(7).drop { $0 == " " }.utf8)
        var isKnown = false
        // Always compared with all, so that the time says nothing.
        for entry in entries where entry.isToken(token) {
            isKnown = true
            access.used.insert(entry.rules)
            if entry.mayChange { access.changed.insert(entry.rules) }
        }
        if !isKnown { throw Self.unknown("the token is not known") }
        return access
    }

    private static func unknown(_ reason: String) -> ProblemResponse {
        ProblemResponse(.unauthorized, reason, headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }

    /// Looks for a changed file until the program ends.
    package func run() async throws {
        // A sleep that the end of the program cancels is not a failure.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                self.look()
            }
        }
    }

    /// Reads the file again if it has changed.
    private func look() {
        do {
            let mark = try Self.mark(of: path)
            guard kept.withLock({ $0.mark }) != mark else { return }
            kept.withLock { $0.mark = mark }
            let entries = try Self.read(path)
            kept.withLock { ($0.entries, $0.failure) = (entries, nil) }
            log.notice("the tokens were read again: \(entries.count) are in force")
        } catch let error as UsageError {
            let reason = error.reason.replaced(path, by: "the file")
            if kept.withLock({ $0.failure }) == reason { return }
            kept.withLock { $0.failure = reason }
            log.error("the tokens are unchanged: \(reason)")
        } catch {}
    }

    private static func mark(of path: String) throws -> Mark {
        var status = stat()
        guard stat(path, &status) == 0 else { throw UsageError("\(path): \(SystemError().reason)") }
        guard status.st_mode & 0o027 == 0 else {
            throw UsageError(
                "\(path): others than its owner and group may read it, or others than its owner may write it: chmod 640"
            )
        }
        return Mark(
            inode: UInt64(status.st_ino), size: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }

    private static func read(_ path: String) throws -> [TokenLine] {
        let bytes: [UInt8]
        do { bytes = try SmallFile.read(path, limit: 1 << 20) } catch { throw UsageError("\(path): \(error.reason)") }
        var entries: [TokenLine] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let words = line.split { [0x20, 0x09, 0x0D].contains($0) }
            guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
            guard let entry = TokenLine(words) else {
                throw UsageError("\(path):\(index + 1): \(TokenLine.expected)")
            }
            entries.append(entry)
        }
        guard !entries.isEmpty else { throw UsageError("\(path): it has no token: no request could use the server") }
        return entries
    }
}

/// A line of the file: a name of rules or `*`, a token or `anyone`, and `change` if it may change the rules.
private struct TokenLine {
    let rules: String
    /// `nil` for rules that need none.
    let token: [UInt8]?
    let mayChange: Bool

    private static let shortest = 16
    static let expected =
        "expected the name of rules, or *, and a token of at least \(shortest) letters, digits, '-', '.', '_', '~', '+', '/' "
        + "or '=' (openssl rand -hex 24 makes one), or 'anyone'; after a token, 'change' if it may change the rules"

    init?(_ words: [ArraySlice<UInt8>]) {
        guard words.count == 2 || words.count == 3, let rules = String(validating: words[0], as: UTF8.self) else {
            return nil
        }
        let isOpen = words[1].elementsEqual("anyone".utf8)
        guard isOpen || words[1].count >= Self.shortest && words[1].allSatisfy(Self.isTokenByte) else { return nil }
        guard words.count == 2 || !isOpen && words[2].elementsEqual("change".utf8) else { return nil }
        (self.rules, token, mayChange) = (rules, isOpen ? nil : Array(words[1]), words.count == 3)
    }

    /// Compares all bytes, whichever differ; only the length shows.
    func isToken(_ other: [UInt8]) -> Bool {
        guard let token else { return false }
        var difference = UInt8(token.count == other.count ? 0 : 1)
        for index in token.indices { difference |= token[index] ^ (index < other.count ? other[index] : 0) }
        return difference == 0
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || Array("-._~+/=".utf8).contains(byte)
    }
}
#endif
