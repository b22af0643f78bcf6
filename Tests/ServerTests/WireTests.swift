#if Server
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Testing

/// Requests that break off, come late, are too large, or are for another server.
struct WireTests {
    private static func post(_ type: String, _ fields: String, to rules: String = "signup", host: String = "localhost")
        -> String
    {
        "POST /v1/rules/\(rules)/validate HTTP/1.1\r\nHost: \(host)\r\nContent-Type: \(type)\r\n\(fields)\r\n\r\n"
    }

    private static func get(_ path: String, _ fields: String = "Host: localhost") -> String {
        "GET \(path) HTTP/1.1\r\n\(fields)\r\n\r\n"
    }

    @Test(arguments: [
        ("application/x-ndjson", "Content-Length: 200", "{\"username\":\"ada\",\"email\":\"a@b.com\"}\n"),
        ("application/x-ndjson", "Transfer-Encoding: chunked", "3\r\n{}\n\r\n"),
        ("application/x-ndjson", "Transfer-Encoding: chunked", "300\r\n{}\n"),
        ("application/json", "Content-Length: 200", "[{}]"), ("application/x-ndjson", "Content-Length: 200", ""),
        ("text/csv", "Content-Length: 200", "name,age\nada,20\n"),
    ])
    func aBodyThatBreaksOffIsNeverComplete(_ type: String, _ length: String, _ body: String) async throws {
        let place = try Place([
            "signup.yaml": Place.signup, "people.yaml": "rules:\n  - [name, required]\n  - [age, integer]\n",
        ])
        try await place.service().application().test(.live) { client in
            let rules = type == "text/csv" ? "people" : "signup"
            let answer = try await Wire.send(
                client, Self.post(type, length, to: rules) + body, closing: true, patience: 10)
            #expect(answer.statuses == [200] && answer.isClosed, "\(answer.text)")
            #expect(answer.last?["complete"] == false && answer.text.contains("broke off"), "\(answer.text)")
            #expect(!answer.text.contains("\r\n0\r\n"), "an answer without end: \(answer.text)")
            #expect(
                try await eventually {
                    try await client.get("/metrics").text.contains(#"/validate",status="aborted"} 1"#)
                })
            let text = try await client.get("/metrics").text
            #expect(!text.contains(#"/validate",status="200""#) && !text.contains("proviso_records_total{"), "\(text)")
        }
        #expect(place.log.lines.contains { $0.contains("ended early") })
    }

    @Test func aWholeBodyIsCompleteAlsoIfNothingMoreCanCome() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            for (length, body) in [
                ("Content-Length: 3", "{}\n"), ("Transfer-Encoding: chunked", "3\r\n{}\n\r\n0\r\n\r\n"),
            ] {
                let answer = try await Wire.send(
                    client, Self.post("application/x-ndjson", length) + body, closing: true, patience: 10)
                #expect(answer.last?["complete"] == true && answer.text.hasSuffix("\r\n0\r\n\r\n"), "\(answer.text)")
            }
            let text = try await client.get("/metrics").text
            #expect(text.contains(#"/validate",status="200"} 2"#) && !text.contains("aborted"), "\(text)")
        }
    }

    @Test func aRecordThatBreaksOffIsNotValidated() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await Wire.send(
                client, Self.post("application/json", "Content-Length: 20") + "{}", closing: true)
            #expect(answer.statuses == [400] && answer.text.contains("its client broke off"), "\(answer.text)")
            #expect(try await !client.get("/metrics").text.contains("proviso_records_total{"))
        }
    }

    @Test(arguments: ["", " ", "{", "["])
    func aBodyThatStallsHasAnAnswer(_ body: String) async throws {
        let place = try Place()
        try await place.service { $0.patience = 1 }.application().test(.live) { client in
            let answer = try await Wire.send(
                client, Self.post("application/json", "Content-Length: 20") + body, patience: 6)
            #expect(answer.isClosed)
            if body == "[" {
                // Records are answered as they come: what is left is to break off.
                #expect(answer.statuses == [200] && !answer.text.contains(#""complete":true"#), "\(answer.text)")
            } else {
                #expect(answer.statuses == [408] && answer.text.contains("Connection: close"), "\(answer.text)")
            }
        }
    }

    @Test(arguments: [
        ("application/json", 101, "{"), ("application/json", 1001, ""), ("application/x-www-form-urlencoded", 101, ""),
        ("application/x-ndjson", 1001, ""), ("application/json", 1001, "["), ("text/csv", .max, ""),
    ])
    func aLengthAboveTheLimitIsRefusedBeforeTheBodyComes(_ type: String, _ length: Int, _ body: String) async throws {
        let place = try Place()
        try await place.service { ($0.bodyLimit, $0.streamLimit) = (100, 1000) }.application().test(.live) { client in
            let answer = try await Wire.send(client, Self.post(type, "Content-Length: \(length)") + body, patience: 6)
            #expect(answer.statuses == [413] && answer.text.contains("Connection: close"), "\(answer.text)")
            #expect(answer.isClosed && answer.seconds < 5)
        }
    }

    @Test(arguments: [
        ("localhost", 200), ("localhost:1", 200), ("LOCALHOST.", 200), ("a.localhost", 200), ("127.0.0.1:80", 200),
        ("[::1]:80", 200), ("10.0.0.1", 200), ("evil.example", 421), ("evil.example:8080", 421),
        ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421), ("evil.example@localhost", 421), ("", 421),
    ])
    func aNameOfAnotherSiteIsRefused(_ host: String, _ status: Int) async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await Wire.send(client, Self.get("/v1/rules", "Host: \(host)\r\nConnection: close"))
            #expect(answer.statuses == [status], "\(answer.text)")
            #expect(answer.text.contains("signup") == (status == 200))
        }
    }

    @Test func namesThatAreGivenAreServed() async throws {
        let place = try Place()
        let request = Self.get("/healthz", "Host: Rules.example.org:443\r\nConnection: close")
        for names in [["rules.example.org"], ["*"], ["a", "RULES.example.org"]] {
            try await place.service { $0.hostNames = names }.application().test(.live) { client in
                let answer = try await Wire.send(client, request)
                #expect(answer.statuses == [200], "\(answer.text)")
            }
        }
        try await place.service { $0.hostNames = ["example.org"] }.application().test(.live) { client in
            let answer = try await Wire.send(client, request)
            #expect(answer.statuses == [421] && answer.text.contains("--host-name"), "\(answer.text)")
        }
    }

    /// What is sent, the status, and a part of the answer.
    static let refused: [(String, Int, String)] = [
        (get("/healthz", "Host: localhost\r\nHost: localhost"), 400, "one Host"),
        (get("/healthz", "Host: localhost\r\nX: " + String(repeating: "a", count: 33_000)), 431, "16 KB each"),
        (get("/" + String(repeating: "a", count: 33_000)), 431, "32 KB together"),
        (get("/", (0...100).map { "X\($0): y" }.joined(separator: "\r\n")), 431, "100 headers"),
        ("\u{1}\u{2}\r\n\r\n", 400, "HTTP/1.1"), (get("/healthz").replacing("HTTP/1.1", with: "HTTP/3.0"), 400, ""),
        (post("application/json", "Transfer-Encoding: gzip, chunked") + "2\r\n{}\r\n0\r\n\r\n", 501, "chunked"),
        (
            post("application/json", "Content-Encoding: gzip\r\nContent-Length: 2") + "{}", 415,
            "Accept-Encoding: identity"
        ),
        (post("text/csv", "Content-Encoding: br\r\nContent-Length: 2") + "a\n", 415, "'br'"),
        (get("/healthz").replacing("GET", with: "QUERY"), 405, "Allow: GET, HEAD"),
        (get("/v1/render").replacing("GET", with: "PROPFIND"), 405, "found PROPFIND"),
        (get("/none").replacing("GET", with: "QUERY"), 404, ""),
    ]

    @Test func whatCannotBeServedHasAProblemWithItsReason() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            for (request, status, part) in Self.refused {
                let answer = try await Wire.send(client, request)
                #expect(answer.statuses == [status], "\(request.prefix(60)): \(answer.text)")
                #expect(answer.text.contains(part), "\(request.prefix(60)): \(answer.text)")
                #expect(answer.text.contains("application/problem+json") && answer.last?["status"]?.int == status)
            }
            // What is asked on the same connection before that has its own answer.
            let healthy = Self.get("/healthz")
            let answer = try await Wire.send(client, healthy + healthy + Self.refused[1].0)
            #expect(answer.statuses == [200, 200, 431])
            #expect(try await client.get("/healthz").status == .ok)
        }
    }

    @Test func aRequestWithoutHostIsRefusedUnlessItsVersionNeedsNone() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let healthy = Self.get("/healthz")
            let without = Self.get("/v1/rules", "Connection: close")
            let answer = try await Wire.send(client, healthy + without + healthy)
            #expect(answer.statuses == [200, 400] && answer.isClosed, "\(answer.text)")
            #expect(answer.text.contains("Host, which HTTP/1.1 demands") && !answer.text.contains("signup"))
            let old = Self.get("/v1/rules", "X: y").replacing("HTTP/1.1", with: "HTTP/1.0")
            let first = try await Wire.send(client, old + old)
            #expect(first.statuses == [200] && first.isClosed, "\(first.text)")
            let kept = old.replacing("X: y", with: "Connection: keep-alive")
            #expect(try await Wire.send(client, kept + kept).statuses == [200, 200])
            let body = "POST /v1/rules/signup/validate HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"
            #expect(try await Wire.send(client, body).statuses == [400])
            #expect(try await client.get("/healthz").status == .ok)
        }
    }

    @Test(arguments: [
        ("application/x-ndjson", [0x1F, 0x8B, 0x08, 0x00], "gzip"), ("application/json", [0x1F, 0x8B, 0x08], "gzip"),
        ("text/csv", [0x28, 0xB5, 0x2F, 0xFD], "zstd"), ("application/x-www-form-urlencoded", [0x1F, 0x8B], "gzip"),
        ("application/x-ndjson", Array("BZh9".utf8), "bzip2"),
    ])
    func aBodyThatIsCompressedWithoutSayingSoIsRefused(_ type: String, _ bytes: [UInt8], _ name: String) async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            func send(_ address: String, _ type: String, _ bytes: [UInt8]) async throws -> TestResponse {
                try await client.execute(
                    uri: address, method: .post, headers: [.contentType: type], body: ByteBuffer(bytes: bytes)
                ) { $0 }
            }
            let address = "/v1/rules/signup/validate"
            let answer = try await send(address, type, bytes + [0, 0, 0, 0, 0, 0])
            #expect(answer.status == .unsupportedMediaType && answer.text.contains("data of \(name)"), "\(answer.text)")
            #expect(answer.headers[.acceptEncoding] == "identity")
            #expect(try await send("/v1/render", "application/json", bytes).status == .unsupportedMediaType)
            // What only begins like it is read.
            let table = try await send(address, "text/csv", Array("(a\n1\n".utf8))
            #expect(table.status == .ok, "\(table.text)")
        }
    }

    @Test(arguments: [
        (post("application/json", "Transfer-Encoding: chunked") + "2;", "a", 400),
        (
            post("application/json", "Transfer-Encoding: chunked"),
            "1;" + String(repeating: "e", count: 200) + "\r\n \r\n", 400
        ),
        ("", "\r\n", 400),
    ])
    func bytesThatMeanNothingHaveAnEnd(_ begin: String, _ more: String, _ status: Int) async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let block = String(repeating: more, count: 65_536 / more.utf8.count)
            let answer = try await Wire.send(client, begin, repeating: block, times: 1000, patience: 3)
            #expect(answer.isClosed && answer.seconds < 20)
            // The rest of 64 MB can hide the answer, as the connection is closed under it.
            #expect(answer.statuses == [status] || answer.statuses == [], "\(answer.text)")
            #expect(try await client.get("/healthz").status == .ok)
        }
    }

    @Test func smallChunksAreRead() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let chunks = String(repeating: "1\r\n \r\n", count: 50_000)
            let answer = try await Wire.send(
                client, Self.post("application/json", "Transfer-Encoding: chunked") + chunks + "2\r\n{}\r\n0\r\n\r\n",
                patience: 10)
            #expect(answer.statuses == [200], "\(answer.text)")
        }
    }

    @Test func aNameIsDecodedOnce() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            for (name, status) in [
                ("%73ignup", 200), ("sign%75p", 200), ("%2573ignup", 404), ("signup%", 404), ("signup%0", 404),
                ("%zz", 404), ("signup%00", 404), ("%ff", 404), ("%+3", 404), ("%2e%2e", 404),
            ] {
                let answer = try await Wire.send(client, Self.get("/v1/rules/\(name)"))
                #expect(answer.statuses == [status], "\(name): \(answer.text)")
            }
        }
    }
}
#endif
