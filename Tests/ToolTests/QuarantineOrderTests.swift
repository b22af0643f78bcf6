import TestSupport
import Testing

/// What a run writes depends on its data alone, also when a plugin fails so often that it is no longer called.
@Suite(.waitingForProcesses) struct QuarantineOrderTests {
    private static let crash = "*(volatile int *)0 = 0;"

    /// `boom` at these records, `bad` at some others.
    private static func records(_ count: Int, boom: Set<Int>) -> [UInt8] {
        var text = ""
        for index in 0..<count {
            text +=
                boom.contains(index)
                ? "{\"v\":\"boom\"}\n" : index % 500 == 7 ? "{\"v\":\"bad\"}\n" : "{\"v\":\"good\"}\n"
        }
        return Array(text.utf8)
    }

    private static func outputs(_ records: [UInt8], rules: String, options: [String] = []) throws -> Set<String> {
        let tool = try HostilePlugin(boom: crash).tool(rules: rules)
        defer { tool.remove() }
        try tool.write(records, to: "d.ndjson")
        var found: Set<String> = []
        for jobs in ["1", "2", "4", "2", "3"] {
            let result = try tool.run(
                ["check", "--rules", "rules.yaml", "--plugins", "plugins", "--format", "ndjson", "--jobs", jobs]
                    + options
                    + ["d.ndjson"])
            #expect(result.status == 3, "\(result.errors)")
            found.insert(result.output)
        }
        return found
    }

    @Test func threeFaultsInOneWindow() throws {
        let records = Self.records(60_000, boom: [40, 9_000, 41_000, 41_500])
        let found = try Self.outputs(records, rules: "rules: [[v, evil/x]]")
        #expect(found.count == 1)
        let lines = found.first?.split(separator: "\n") ?? []
        // The third fault is the last; each later value says so.
        let quarantined = lines.filter { $0.contains("quarantined after 3 faults") }
        #expect(quarantined.count == 60_000 - 41_001)
        #expect(quarantined.first?.contains("\"record\":41002,") == true)
    }

    @Test func faultsThatAreFarFromEachOtherDoNotCount() throws {
        let records = Self.records(250_000, boom: [10, 99_000, 110_000, 215_000])
        let found = try Self.outputs(records, rules: "rules: [[v, evil/x]]")
        #expect(found.count == 1)
        #expect(found.first?.contains("quarantined") == false)
    }

    @Test func everyValueFails() throws {
        let found = try Self.outputs(Self.records(20_000, boom: Set(0..<20_000)), rules: "rules: [[v, evil/x]]")
        #expect(found.count == 1)
        #expect(found.first?.split(separator: "\n").filter { $0.contains("quarantined") }.count == 19_997)
    }

    /// Two rules with the same plugin, and a rule before which values are compared across records.
    @Test func rulesShareAQuarantine() throws {
        let records = Self.records(30_000, boom: [100, 20_000])
        let found = try Self.outputs(
            records, rules: "rules: [[v, evil/x], { attributes: v, type: evil/x, id: again, skipOnError: false }]")
        #expect(found.count == 1)
        // Two faults in the first record, and the third in the second one.
        #expect(found.first?.contains("quarantined") == true)
        let unique = try Self.outputs(
            Self.records(3_000, boom: [100, 1_000, 2_000]), rules: "rules: [[v, evil/x], [w, unique]]")
        #expect(unique.count == 1)
    }
}
