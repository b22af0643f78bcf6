#if Server
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Proviso
import ProvisoBulk
import ProvisoPlugins
import ProvisoServer
import ServerOptions
import Testing

/// Many records in a request.
struct StreamTests {
    private static let address = "/v1/rules/signup/validate"
    private static let ndjson = "application/x-ndjson"

    private static func records(_ count: Int) -> String {
        (0..<count).map { #"{"username":"user\#($0)","email":"a@b.com","age":\#($0 % 40)}"# + "\n" }.joined()
    }

    @Test func eachFindingIsALineAndTheLastOneHasTheTotals() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post("\(Self.address)?locale=de", Self.records(1000), Self.ndjson)
            #expect(answer.status == .ok && answer.headers[.contentType] == Self.ndjson)
            #expect(answer.headers[.contentLanguage] == "de")
            let last = try AnyValue(json: try #require(answer.lines.last))
            #expect(last["summary"]?["records"] == 1000 && last["summary"]?["invalid"] == 450)
            #expect(last["complete"] == true && last["version"]?.text == answer.version && last["rules"] == "signup")
            #expect(answer.lines.count == 451)
            let first = try AnyValue(json: answer.lines[0])
            #expect(first["record"] == 1 && first["line"] == 1 && first["file"] == "body" && first["path"] == "/age")
        }
    }

    @Test func theFormsOfManyRecordsFindTheSame() async throws {
        let place = try Place()
        let records = [
            #"{"username":"ad","email":"a@b.com","age":3}"#, #"{"username":"ada","email":"a@b.com","country":"XX"}"#,
        ]
        try await place.service().application().test(.live) { client in
            for (body, type) in [
                (records.joined(separator: "\n"), Self.ndjson),
                (" \n[" + records.joined(separator: ",\n") + "]", "application/json"),
            ] {
                let answer = try await client.post(Self.address, body, type)
                let found = answer.lines.dropLast().compactMap { try? AnyValue(json: $0)["path"]?.text }
                #expect(found == ["/username", "/age", "/country"], "\(type): \(answer.text)")
            }
        }
    }

    @Test func aTableIsValidatedByRulesForItsColumns() async throws {
        let place = try Place(["people.yaml": "rules:\n  - [name, required]\n  - [age, integer, { min: 18 }]\n"])
        try await place.service().application().test(.live) { client in
            let answer = try await client.post("/v1/rules/people/validate", "name,age\n,3\nada,20\n", "text/csv")
            let found = answer.lines.dropLast().compactMap { try? AnyValue(json: $0)["path"]?.text }
            #expect(found == ["/name", "/age"], "\(answer.text)")
            let refused = try await client.post("/v1/rules/people/validate", "age\n20\n", "text/csv")
            #expect(refused.lines.contains { $0.hasPrefix(#"{"error":"#) && $0.contains("name") }, "\(refused.text)")
            #expect(!refused.text.contains("/dev/fd"))
            let last = try AnyValue(json: try #require(refused.lines.last))
            #expect(last["complete"] == false && last["summary"]?["records"] == 0 && last["locale"] == "en")
        }
    }

    @Test func verdictsAreThoseOfTheTool() async throws {
        let place = try Place()
        let data = Self.records(500) + "{\n\n" + #"{"username":" x"}"# + "\n"
        let plan = try PlanSource(rules: "\(place.directory)/signup.yaml").current.plan
        let job = Job(
            plan: plan, steps: try plan.stepList("default"),
            localizer: plan.localizer(Localizer(preferring: ["fr"], in: plan.catalogs)), writers: [VerdictReport()],
            mode: .shard)
        try place.write(data, to: "data.ndjson")
        let path = "\(place.directory)/verdicts"
        _ = Run(
            job, inputs: ["\(place.directory)/data.ndjson"], settings: Run.Settings(progress: .none),
            outputs: [try Output(path: path)])()
        let expected = try String(contentsOfFile: path, encoding: .utf8)
        try await place.service().application().test(.live) { client in
            let answer = try await client.post("\(Self.address)?format=verdicts&locale=fr", data, Self.ndjson)
            #expect(answer.lines.dropLast().joined(separator: "\n") + "\n" == expected)
            #expect(expected.contains("unreadable"))
            // One record alone has the same verdict: only the rules are named before it.
            let one = try await client.post("\(Self.address)?locale=fr", #"{"username":" x"}"#)
            let verdict = try #require(expected.split(separator: "\n").last).dropFirst()
            #expect(one.text.hasSuffix(verdict + "\n"), "\(one.text)")
        }
    }

    @Test func whatCannotBeReadIsAFindingWithItsPlace() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post(
                Self.address, #"{"username":"ada","email":"a@b.com"}"# + "\nnothing\n", Self.ndjson)
            let line = try AnyValue(json: answer.lines[0])
            #expect(line["unreadable"] != nil && line["line"] == 2 && line["record"] == 2, "\(answer.text)")
            #expect(answer.lines.last?.contains(#""unreadable":1"#) == true)
            let empty = try await client.post(Self.address, "", Self.ndjson)
            #expect(empty.lines.count == 1 && empty.text.contains(#""records":0"#), "\(empty.text)")
            let cut = try await client.post(Self.address, #"[{"username":"ada","email":"a@b.com"}"#)
            #expect(cut.text.contains(#""error":"#) && cut.text.contains(#""complete":false"#), "\(cut.text)")
            #expect(!cut.text.contains("/dev/fd"))
        }
    }

    @Test func aBodyAboveTheLimitEndsWithAnError() async throws {
        let place = try Place()
        try await place.service { $0.streamLimit = 10_000 }.application().test(.live) { client in
            // No length says so before, as in a chunked body.
            let body = Self.records(300)
            let answer = try await Wire.send(
                client,
                "POST \(Self.address) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(Self.ndjson)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n" + String(body.utf8.count, radix: 16)
                    + "\r\n\(body)\r\n0\r\n\r\n", patience: 4)
            #expect(
                answer.text.contains(#"{"error":"the body has more than 10000 bytes"#), "\(answer.text.suffix(500))")
            #expect(answer.last?["complete"] == false && answer.last?["summary"] != nil, "\(answer.text.suffix(500))")
        }
    }

    @Test func findingsComeBeforeTheBodyHasEnded() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let port = try #require(client.port)
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "localhost", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await channel.executeThenClose { inbound, outbound in
                func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }
                func chunk(_ text: String) async throws {
                    try await send(String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n")
                }
                try await send(
                    "POST \(Self.address) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(Self.ndjson)\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n")
                try await chunk(Self.records(1))
                var text = ""
                var iterator = inbound.makeAsyncIterator()
                while !text.contains("number.tooSmall"), let buffer = try await iterator.next() {
                    text += String(buffer: buffer)
                }
                #expect(text.contains(#""path":"/age""#) && !text.contains("summary"))
                try await chunk(Self.records(1))
                try await send("0\r\n\r\n")
                while !text.contains(#""records":2"#), let buffer = try await iterator.next() {
                    text += String(buffer: buffer)
                }
                #expect(text.contains(#""records":2"#))
            }
        }
    }
}
#endif
