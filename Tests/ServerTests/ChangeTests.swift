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

/// Rules that are changed by requests, and candidates beside those in force.
struct ChangeTests {
    private static let (usual, change) = ("token-that-only-uses", "token-that-may-change")
    private static let fields: HTTPFields = [.authorization: "Bearer \(change)"]

    private static func rules(min: Int) -> String { "rules:\n  - [name, string, { min: \(min) }]\n" }

    /// A server of one rule file, which the token of the file beside it may change.
    private static func serve(
        _ text: String = rules(min: 2), _ body: @escaping @Sendable (Place, any TestClientProtocol) async throws -> Void
    ) async throws {
        let (place, file) = (try Place(["a.yaml": text, "b.yaml": text]), try Place([:]))
        try file.write("a \(change) change\n* \(usual)\n", to: "tokens")
        chmod("\(file.directory)/tokens", 0o600)
        let log = place.log
        let tokens = try Tokens(
            "\(file.directory)/tokens", rules: place.directory, log: Logger(label: "test") { _ in log })
        try await place.service(tokens: tokens).application().test(.live) { client in try await body(place, client) }
    }

    private static func minimum(_ client: any TestClientProtocol, _ name: String = "x") async throws -> Int? {
        let answer = try await client.post("/v1/rules/a/validate", #"{"name":"\#(name)"}"#, nil, fields)
        return answer.json?["violations"]?[0]?["parameters"]?["min"]?.int
    }

    @Test func rulesAreInForceAtOnceAndInTheFile() async throws {
        try await Self.serve { place, client in
            let before = try await client.get("/v1/rules/a", Self.fields).version
            let answer = try await client.send(.put, "/v1/rules/a", Self.rules(min: 5), Self.fields)
            #expect(answer.status == .ok && answer.json?["version"]?.text == answer.version, "\(answer.text)")
            #expect(answer.version != nil && answer.version != before)
            #expect(try await Self.minimum(client) == 5)
            let written = try String(contentsOfFile: "\(place.directory)/a.yaml", encoding: .utf8)
            #expect(written == Self.rules(min: 5))
            #expect(try await client.get("/v1/rules/a", Self.fields).version == answer.version)
            // The same again changes nothing; what was before comes back once.
            #expect(try await client.send(.put, "/v1/rules/a", Self.rules(min: 5), Self.fields).status == .ok)
            let back = try await client.send(.post, "/v1/rules/a/rollback", "", Self.fields)
            #expect(back.status == .ok && back.version == answer.version)
        }
    }

    @Test func aRollBackRestoresWhatTheLastChangeReplaced() async throws {
        try await Self.serve { place, client in
            let none = try await client.send(.post, "/v1/rules/a/rollback", "", Self.fields)
            #expect(none.status == .conflict && none.text.contains("nothing was changed"), "\(none.text)")
            let before = try await client.get("/v1/rules/a", Self.fields).version
            _ = try await client.send(.put, "/v1/rules/a", Self.rules(min: 5), Self.fields)
            let back = try await client.send(.post, "/v1/rules/a/rollback", "", Self.fields)
            #expect(back.status == .ok && back.version == before, "\(back.text)")
            #expect(try await Self.minimum(client) == 2)
            #expect(try await client.send(.post, "/v1/rules/a/rollback", "", Self.fields).status == .conflict)
            #expect(try String(contentsOfFile: "\(place.directory)/a.yaml", encoding: .utf8) == Self.rules(min: 2))
            // What an editor writes is still found.
            try place.write(Self.rules(min: 9), to: "a.yaml")
            #expect(try await eventually { try await Self.minimum(client) == 9 })
        }
    }

    @Test func aCandidateIsComparedAndAnswersNobody() async throws {
        try await Self.serve { _, client in
            let put = try await client.send(.put, "/v1/rules/a/candidate?examples=1", Self.rules(min: 4), Self.fields)
            #expect(put.status == .ok && put.json?["records"] == 0 && put.json?["every"] == 1, "\(put.text)")
            for name in ["x", "abc", "abcd", "xyz"] { _ = try await Self.minimum(client, name) }
            #expect(try await Self.minimum(client) == 2)
            let found = try await client.get("/v1/rules/a/candidate?locale=de", Self.fields).json
            #expect(found?["records"] == 5 && found?["becameInvalid"] == 2 && found?["becameValid"] == 0)
            let change = found?["changes"]?[0]
            #expect(change?["found"] == "candidate" && change?["code"] == "string.tooShort" && change?["findings"] == 2)
            #expect(found?["examples"]?.list?.count == 1)
            let example = found?["examples"]?[0]
            #expect(example?["record"]?["name"] == "abc" && example?["current"]?["valid"] == true)
            #expect(example?["candidate"]?["violations"]?[0]?["message"]?.text?.contains("4 Zeichen") == true)
            let version = put.json?["candidate"]?.text
            let promoted = try await client.send(.post, "/v1/rules/a/promote", "", Self.fields)
            #expect(promoted.status == .ok && promoted.version == version)
            #expect(try await Self.minimum(client) == 4)
            #expect(try await client.get("/v1/rules/a/candidate", Self.fields).status == .notFound)
            #expect(try await client.send(.post, "/v1/rules/a/promote", "", Self.fields).status == .conflict)
        }
    }

    @Test func aCandidateTakesItsShareAndEnds() async throws {
        try await Self.serve { _, client in
            let address = "/v1/rules/a/candidate"
            _ = try await client.send(.put, "\(address)?every=3&examples=0", Self.rules(min: 9), Self.fields)
            for _ in 0..<7 { _ = try await Self.minimum(client, "abc") }
            let found = try await client.get(address, Self.fields).json
            #expect(found?["records"] == 3 && found?["becameInvalid"] == 3 && found?["examples"] == [])
            #expect(try await client.send(.delete, address, "", Self.fields).status == .noContent)
            #expect(try await client.get(address, Self.fields).status == .notFound)
        }
    }

    @Test func aMistakeChangesNothing() async throws {
        try await Self.serve { place, client in
            for address in ["/v1/rules/a", "/v1/rules/a/candidate"] {
                for (text, reason) in [
                    ("rules:\n  - [name, strin]\n", "a.yaml:2:12"), ("rules: [", "a.yaml:2"), ("", "a.yaml"),
                    ("include: [../../etc/passwd]\nrules: []\n", "a.yaml:1"),
                ] {
                    let answer = try await client.send(.put, address, text, Self.fields)
                    #expect(answer.status.code == 422 && answer.text.contains(reason), "\(text) \(answer.text)")
                    #expect(!answer.text.contains(place.directory))
                }
            }
            for (address, reason) in [
                ("every=0", "1 to 1000000"), ("every=x", "integer"), ("examples=101", "0 to 100"),
            ] {
                let uri = "/v1/rules/a/candidate?\(address)"
                let answer = try await client.send(.put, uri, Self.rules(min: 3), Self.fields)
                #expect(answer.status == .badRequest && answer.text.contains(reason), "\(answer.text)")
            }
            #expect(try await Self.minimum(client) == 2)
            #expect(try await client.get("/v1/rules/a/candidate", Self.fields).status == .notFound)
            #expect(try String(contentsOfFile: "\(place.directory)/a.yaml", encoding: .utf8) == Self.rules(min: 2))
        }
    }

    @Test func onlyATokenThatMayChangesRules() async throws {
        let requests: [(HTTPRequest.Method, String)] = [
            (.put, ""), (.put, "/candidate"), (.get, "/candidate"), (.delete, "/candidate"), (.post, "/promote"),
            (.post, "/rollback"),
        ]
        try await Self.serve { _, client in
            for (method, address) in requests {
                let text = Self.rules(min: 7)
                let using: HTTPFields = [.authorization: "Bearer \(Self.usual)"]
                for (name, headers, status) in [
                    ("a", HTTPFields(), 401), ("a", using, 403), ("b", using, 403), ("b", Self.fields, 403),
                    ("none", Self.fields, 403),
                ] {
                    let answer = try await client.send(method, "/v1/rules/\(name)\(address)", text, headers)
                    #expect(answer.status.code == status, "\(method) \(name)\(address): \(answer.text)")
                }
            }
            #expect(try await Self.minimum(client) == 2)
        }
        // A server without tokens changes nothing for anyone.
        try await Place(["a.yaml": Self.rules(min: 2)]).service().application().test(.live) { client in
            for (method, address) in requests {
                let answer = try await client.send(method, "/v1/rules/a\(address)", Self.rules(min: 7), Self.fields)
                #expect(answer.status == .unauthorized && answer.text.contains("--tokens"), "\(answer.text)")
            }
        }
    }

    @Test func aDirectoryThatCannotBeWrittenIsAConflict() async throws {
        // Who may do everything may also write here.
        if geteuid() == 0 { return }
        try await Self.serve { place, client in
            chmod(place.directory, 0o500)
            let answer = try await client.send(.put, "/v1/rules/a", Self.rules(min: 5), Self.fields)
            chmod(place.directory, 0o700)
            #expect(answer.status == .conflict && !answer.text.contains(place.directory), "\(answer.text)")
            #expect(try await Self.minimum(client) == 2)
        }
    }

    @Test func changesUnderLoadLoseNothing() async throws {
        try await Self.serve { _, client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let end = ContinuousClock.now + .seconds(3)
                for _ in 0..<4 {
                    group.addTask {
                        while ContinuousClock.now < end {
                            let answer = try await client.post(
                                "/v1/rules/a/validate", #"{"name":"x"}"#, nil, Self.fields)
                            #expect(answer.status == .ok && answer.json?["version"]?.text == answer.version)
                        }
                    }
                }
                var number = 2
                while ContinuousClock.now < end {
                    number += 1
                    let answer = try await client.send(.put, "/v1/rules/a", Self.rules(min: number), Self.fields)
                    #expect(answer.status == .ok, "\(answer.text)")
                    #expect(try await Self.minimum(client) == number)
                }
                try await group.waitForAll()
            }
        }
    }
}
#endif
