#if Server
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Testing

/// Rule files that change while the server answers.
struct ReloadTests {
    private static func rules(min: Int) -> String { "rules:\n  - [name, string, { min: \(min) }]\n" }

    private static func minimum(_ client: some TestClientProtocol) async throws -> Int? {
        let answer = try await client.post("/v1/rules/a/validate", #"{"name":"x"}"#)
        return answer.json?["violations"]?[0]?["parameters"]?["min"]?.int
    }

    @Test func aBrokenFileKeepsTheRulesInForceAndSaysSo() async throws {
        let place = try Place(["a.yaml": Self.rules(min: 2)])
        try await place.service().application().test(.live) { client in
            let before = try await client.get("/readyz")
            #expect(before.status == .ok && before.json?["status"] == "ready")
            try place.write("rules:\n  - [name, strin]\n", to: "a.yaml")
            #expect(try await eventually { try await client.get("/readyz").json?["status"] == "stale" })
            let state = try await client.get("/readyz")
            #expect(state.status == .ok && state.text.contains("did you mean 'string'"))
            #expect(state.text.contains("a.yaml:2:12") && !state.text.contains(place.directory))
            #expect(try await client.get("/metrics").text.contains(#"version="\#(before.version ?? "")"#))
            #expect(try await Self.minimum(client) == 2)
            try place.write(Self.rules(min: 3), to: "a.yaml")
            #expect(try await eventually { try await Self.minimum(client) == 3 })
            #expect(try await client.get("/readyz").json?["status"] == "ready")
            let text = try await client.get("/metrics").text
            #expect(text.contains(#"proviso_reloads_total{rules="a",result="new"} 1"#), "\(text)")
            #expect(text.contains(#"proviso_reloads_total{rules="a",result="refused"} 1"#))
            #expect(place.log.lines.contains { $0.contains("did you mean 'string'") })
            #expect(place.log.lines.allSatisfy { !$0.contains(place.directory) })
        }
    }

    @Test func whatIsWrittenBackIsRestored() async throws {
        let place = try Place(["a.yaml": Self.rules(min: 2)])
        try await place.service().application().test(.live) { client in
            try place.write("rules: [", to: "a.yaml")
            #expect(try await eventually { try await client.get("/readyz").json?["status"] == "stale" })
            try place.write(Self.rules(min: 2), to: "a.yaml")
            #expect(try await eventually { try await client.get("/readyz").json?["status"] == "ready" })
            #expect(
                try await eventually {
                    try await client.get("/metrics").text.contains(#"rules="a",result="restored"} 1"#)
                })
        }
    }

    @Test func filesComeAndGo() async throws {
        let place = try Place(["a.yaml": Self.rules(min: 2), "_part.yaml": "rules: []\n", "x y.yaml": "rules: []\n"])
        try await place.service().application().test(.live) { client in
            func names() async throws -> [String] {
                (try await client.get("/v1/rules").json?["rules"]?.list ?? []).compactMap { $0["name"]?.text }
            }
            #expect(try await names() == ["a"])
            // A file that is not served changes nothing about those that are.
            let state = try await client.get("/readyz")
            #expect(state.text.contains("x y.yaml is not served") && state.json?["status"] == "ready")
            try place.write(Self.rules(min: 5), to: "b.json")
            try place.write("{\"rules\": [[\"name\", \"required\"]]}", to: "b.json")
            #expect(try await eventually { try await names() == ["a", "b"] })
            try place.remove("a.yaml")
            #expect(try await eventually { try await names() == ["b"] })
            #expect(try await client.post("/v1/rules/a/validate", "{}").status == .notFound)
            #expect(try await client.post("/v1/rules/b/validate", "{}").json?["valid"] == false)
        }
    }

    @Test func aFileThatWasNeverUsableMakesTheServerUnready() async throws {
        let place = try Place(["a.yaml": "rules: [[name, nothing]]\n", "b.yaml": Self.rules(min: 1)])
        try await place.service().application().test(.live) { client in
            let state = try await client.get("/readyz")
            #expect(state.status == .serviceUnavailable && state.json?["status"] == "unusable")
            #expect(try await client.get("/healthz").status == .ok)
            let answer = try await client.post("/v1/rules/a/validate", "{}")
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
            #expect(try await client.post("/v1/rules/b/validate", "{}").status == .ok)
            try place.write(Self.rules(min: 1), to: "a.yaml")
            #expect(try await eventually { try await client.get("/readyz").status == .ok })
            // The first reading of a file is no change; what mends it is one.
            let text = try await client.get("/metrics").text
            #expect(text.contains(#"proviso_reloads_total{rules="a",result="new"} 1"#), "\(text)")
            #expect(!text.contains(#"result="refused""#) && !text.contains(#"rules="b",result"#), "\(text)")
        }
    }

    @Test func reloadsUnderLoadLoseNothingAndMixNothing() async throws {
        let place = try Place(["a.yaml": Self.rules(min: 2)])
        let service = place.service()
        try await service.application().test(.live) { client in
            try await withThrowingTaskGroup(of: [String: Set<Int>].self) { group in
                let end = ContinuousClock.now + .seconds(4)
                for _ in 0..<4 {
                    group.addTask {
                        var found: [String: Set<Int>] = [:]
                        while ContinuousClock.now < end {
                            let answer = try await client.post("/v1/rules/a/validate", #"{"name":"x"}"#)
                            let minimum = answer.json?["violations"]?[0]?["parameters"]?["min"]?.int
                            found[answer.version ?? "", default: []].insert(minimum ?? -1)
                            #expect(answer.status == .ok && answer.json?["version"]?.text == answer.version)
                        }
                        return found
                    }
                }
                var number = 2
                while ContinuousClock.now < end {
                    number += 1
                    try place.write(Self.rules(min: number), to: "a.yaml")
                    try await Task.sleep(for: .milliseconds(80))
                }
                var all: [String: Set<Int>] = [:]
                for try await found in group { all.merge(found) { $0.union($1) } }
                // One version has one minimum, whoever was asked.
                #expect(all.values.allSatisfy { $0.count == 1 && !$0.contains(-1) }, "\(all)")
                #expect(all.count > 3, "\(all.count) versions")
            }
        }
    }
}
#endif
