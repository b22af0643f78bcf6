#if Server
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Testing

/// A server that answers only requests with a token.
struct TokenTests {
    private static let (one, all) = ("token-of-signup-0001", "token-of-all-rules-0001")
    private static let usual = "# rules token\nsignup \(one)\n\n*\t\(all)\r\n"

    /// A directory of rules, and the file of the tokens beside it.
    private static func place(_ text: String = usual) throws -> (Place, Place) {
        let (rules, tokens) = (
            try Place(["signup.yaml": Place.signup, "other.yaml": "rules: [[a, required]]\n"]), try Place([:])
        )
        try write(text, to: tokens)
        return (rules, tokens)
    }

    private static func write(_ text: String, to place: Place) throws {
        try place.write(text, to: "tokens")
        chmod("\(place.directory)/tokens", 0o640)
    }

    private static func tokens(_ rules: Place, _ tokens: Place) throws -> Tokens {
        try Tokens("\(tokens.directory)/tokens", rules: rules.directory, log: Logger(label: "test") { _ in rules.log })
    }

    private static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

    @Test func aTokenOpensItsRulesAndNoOthers() async throws {
        let (rules, file) = try Self.place()
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            func status(_ path: String, _ token: String?) async throws -> Int {
                try await client.get(path, token.map(Self.bearer) ?? [:]).status.code
            }
            for (path, none, mine, every) in [
                ("/v1/rules/signup", 401, 200, 200), ("/v1/rules/other", 401, 403, 200),
                ("/v1/rules/nothing", 401, 403, 404), ("/v1/rules/%73ignup", 401, 200, 200),
                ("/v1/rules/oth%65r", 401, 403, 200), ("/v1/rules", 401, 200, 200), ("/metrics", 401, 403, 200),
                ("/healthz", 200, 200, 200), ("/readyz", 200, 200, 200), ("/", 200, 200, 200),
                ("/openapi.json", 200, 200, 200), ("/v2", 404, 404, 404), ("/v1/rules/other/validate", 401, 403, 405),
                ("/v1/rules/signup/candidate", 401, 403, 403), ("/v1/rules/%2A", 401, 403, 404),
            ] {
                #expect(try await status(path, nil) == none, "\(path)")
                #expect(try await status(path, Self.one) == mine, "\(path)")
                #expect(try await status(path, Self.all) == every, "\(path)")
            }
            let body = #"{"username":"ada","email":"a@b.com"}"#
            for (name, code) in [("signup", 200), ("other", 403)] {
                let answer = try await client.post(
                    "/v1/rules/\(name)/validate", body, "application/json", Self.bearer(Self.one))
                #expect(answer.status.code == code, "\(answer.text)")
                let lines = try await client.post(
                    "/v1/rules/\(name)/validate", body + "\n", "application/x-ndjson", Self.bearer(Self.one))
                #expect(lines.status.code == code)
                let rendered = try await client.post(
                    "/v1/render?rules=\(name)", "[]", "application/json", Self.bearer(Self.one))
                #expect(rendered.status.code == code, "\(rendered.text)")
                let stored = try await client.post(
                    "/v1/render", #"{"rules":"\#(name)","violations":[]}"#, "application/json", Self.bearer(Self.one))
                #expect(stored.status.code == code, "\(stored.text)")
            }
        }
        #expect(rules.log.lines.allSatisfy { !$0.contains("token-of") })
    }

    @Test func whatATokenDoesNotOpenIsNotNamed() async throws {
        let (rules, file) = try Self.place()
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            func names(_ path: String, _ token: String?) async throws -> [String?] {
                let answer = try await client.get(path, token.map(Self.bearer) ?? [:])
                return (answer.json?["rules"]?.list ?? []).map { $0["name"]?.text }
            }
            let own = try await names("/v1/rules", Self.one)
            #expect(own == ["signup"])
            #expect(try await names("/v1/rules", Self.all) == ["other", "signup"])
            #expect(try await names("/readyz", nil) == [])
            #expect(try await names("/readyz", "unknown-unknown-unknown") == [])
            #expect(try await names("/readyz", Self.one) == ["signup"])
            #expect(try await names("/readyz", Self.all) == ["other", "signup"])
        }
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Basic dG9rZW4=", "Bearer token-of-signup-000", "Bearer token-of-signup-00011",
        "Bearer TOKEN-OF-SIGNUP-0001", "token-of-signup-0001", "Bearer *", "Bearer signup",
    ])
    func whatIsNoTokenOfTheFileIsRefused(_ field: String) async throws {
        let (rules, file) = try Self.place()
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            let answer = try await client.get("/v1/rules/signup", [.authorization: field])
            #expect(answer.status == .unauthorized && answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(!answer.text.contains("token-of"))
        }
    }

    @Test func whatIsOpenToAnyoneNeedsNoTokenAndNothingElseIs() async throws {
        let (rules, file) = try Self.place("signup anyone\nother \(Self.one)\n")
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            let address = "/v1/rules/signup/validate"
            #expect(try await client.post(address, "{}").status == .ok)
            // Also with a token that is for other rules, but not with one that is wrong.
            #expect(try await client.post(address, "{}", nil, Self.bearer(Self.one)).status == .ok)
            #expect(try await client.post(address, "{}", nil, Self.bearer(Self.all)).status == .unauthorized)
            #expect(try await client.get("/v1/rules").json?["rules"]?.list?.map { $0["name"]?.text } == ["signup"])
            for path in ["/v1/rules/other", "/metrics", "/v1/rules/nothing"] {
                #expect(try await client.get(path).status == .unauthorized, "\(path)")
            }
            let report = #"{"rules":"other","violations":[]}"#
            #expect(try await client.post("/v1/render", report).status == .unauthorized)
            #expect(try await client.post("/v1/render", "[]").status == .ok)
            let changing = try await client.send(.put, "/v1/rules/signup", Place.signup)
            #expect(changing.status == .unauthorized)
        }
    }

    @Test func aPageOfANamedOriginMaySendAToken() async throws {
        let (rules, file) = try Self.place()
        let service = rules.service(tokens: try Self.tokens(rules, file)) { $0.origin = "https://example.org" }
        try await service.application().test(.live) { client in
            let answer = try await client.send(.options, "/v1/rules/signup", "", [.origin: "https://example.org"])
            let allowed = answer.headers[.accessControlAllowHeaders]?.lowercased() ?? ""
            #expect(answer.status.code == 204 && allowed.contains("authorization"), "\(answer)")
        }
    }

    @Test func theSchemeMayBeWrittenInAnyCase() async throws {
        let (rules, file) = try Self.place()
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            let answer = try await client.get("/v1/rules/signup", [.authorization: "bearer  \(Self.one)"])
            #expect(answer.status == .ok)
        }
    }

    @Test func tokensAreReplacedWhileTheServerRuns() async throws {
        let (rules, file) = try Self.place()
        try await rules.service(tokens: try Self.tokens(rules, file)).application().test(.live) { client in
            func status(_ token: String) async throws -> Int {
                try await client.get("/v1/rules/signup", Self.bearer(token)).status.code
            }
            try Self.write("signup another-token-of-signup\n", to: file)
            #expect(try await eventually { try await status(Self.one) == 401 })
            #expect(try await status("another-token-of-signup") == 200)
            try Self.write("signup short\n", to: file)
            #expect(try await eventually { rules.log.lines.contains { $0.contains("the tokens are unchanged") } })
            #expect(try await status("another-token-of-signup") == 200)
            try file.remove("tokens")
            try await Task.sleep(for: .seconds(2.5))
            #expect(try await status("another-token-of-signup") == 200)
            // A file that is not there is a line of the log, and not one each second.
            #expect(rules.log.lines.count { $0.contains("the tokens are unchanged") } == 2, "\(rules.log.lines)")
            #expect(rules.log.lines.allSatisfy { !$0.contains(file.directory) && !$0.contains("another-token") })
        }
    }

    @Test(arguments: [
        ("", "no token"), ("# nothing\n", "no token"), ("signup short\n", "tokens:1"),
        ("signup anyone change\n", "tokens:1"), ("signup token-of-signup-0001 chagne\n", "tokens:1"),
        ("signup\n", "tokens:1"), ("# a\nsignup two tokens-of-one-line\n", "tokens:2"),
        ("signup tökens-are-of-ascii-only\n", "tokens:1"),
        ("signup \u{0}\u{0}\u{0}\u{0}aaaaaaaaaaaaaaaaaaaaa\n", "tokens:1"),
    ])
    func aFileWithAMistakeIsRefusedWithItsLine(_ text: String, _ reason: String) throws {
        let (rules, file) = try Self.place(text)
        let error = #expect(throws: (any Error).self) { try Self.tokens(rules, file) }
        #expect("\(String(describing: error))".contains(reason), "\(String(describing: error))")
    }

    @Test func aFileThatOthersReadOrThatIsServedIsRefused() throws {
        let (rules, file) = try Self.place()
        for mode in [0o644, 0o660, 0o602] as [mode_t] {
            chmod("\(file.directory)/tokens", mode)
            let error = #expect(throws: (any Error).self) { try Self.tokens(rules, file) }
            #expect("\(String(describing: error))".contains("chmod 640"))
        }
        try Self.write(Self.usual, to: rules)
        // A combining mark after the slash does not hide the slash.
        let marked = "\(rules.directory)/\u{301}a"
        try FileManager.default.createDirectory(atPath: marked, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(rules.directory)/tokens", toPath: "\(marked)/tokens")
        let parent = "\(rules.directory)/../" + (rules.directory.split(separator: "/").last ?? "")
        for place in [rules.directory, parent, marked] {
            let log = Logger(label: "test") { _ in rules.log }
            let error = #expect(throws: (any Error).self) {
                try Tokens("\(place)/tokens", rules: rules.directory, log: log)
            }
            #expect("\(String(describing: error))".contains("another one"))
        }
        #expect(throws: (any Error).self) { try Tokens("/nothing/here", rules: "/tmp", log: Logger(label: "test")) }
    }
}
#endif
