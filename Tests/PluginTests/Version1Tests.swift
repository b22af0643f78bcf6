import Foundation
import Proviso
import ProvisoABI
import ProvisoPlugins
import TestSupport
import Testing

/// The versions of the ABI as they were frozen: Fixtures/v1 has the header of 1.0, and a plugin and a host built with it.
@Suite(.waitingForProcesses) struct Version1Tests {
    /// The frozen headers by their minor version.
    static let frozen = (0...Int(PROVISO_ABI_MINOR)).map { Workshop.fixtures + ($0 == 0 ? "/v1" : "/v1_\($0)") }

    @Test(arguments: PluginMode.allCases) func aPluginOfVersion1Works(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("v1/plugin"), as: "v1.so", headers: Self.frozen[0])
        var registry = Registry.standard
        let policy = mode == .worker ? Zoo.policy() : .inProcess
        #expect(try registry.load(plugin: file, policy: policy).manifest.minor == 0)
        let rows: [(RuleType, [String: AnyValue], AnyValue, [Code])] = [
            ("example/longest", ["max": 3], "abc", []),
            ("example/longest", ["max": 3], "abcd", ["example/longest.tooLong"]),
            ("example/longest", ["max": 3], 4, ["example/longest.wrong"]),
            ("example/longest", ["max": 1], ["a", "b"], ["example/longest.tooLong"]),
            ("example/longest", ["max": 2, "in": "item"], ["a", "bcd"], ["example/longest.tooLong"]),
            ("example/longest", ["max": 3, "in": ["key", "item"]], ["a", "bcd"], []),
            (
                "example/longest", ["max": 2, "in": ["key"]], .object([AnyValue.Member("abc", 1)]),
                ["example/longest.tooLong"]
            ),
            ("example/anything", [:], true, []), ("example/anything", [:], false, ["example/anything.wrong"]),
            ("example/anything", [:], .null, []), ("example/anything", [:], 1.5, []),
            ("example/anything", [:], "x", ["example/anything.wrong"]),
        ]
        eachRow(rows) { type, options, value, codes in
            let found = try registry.codes(type, options, in: value)
            #expect(found == codes, "\(type) \(options) \(value)")
        }
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("example/longest", ["max": 3]))]), registry: registry)
        let report = try plan.validate(["n": "abcdef"])
        #expect(plan.localizer(preferring: "en").texts(report) == ["N is longer than 3: 6."])
        let error = #expect(throws: RuleSetError.self) { try registry.codes("example/longest", ["max": -1], in: "") }
        #expect(error?.words == "option 'max' of 'example/longest': its plugin says: 'it must not be negative'")
        let reports = try Zoo.reports(plan, ["abc", "abcdef", "ab", 1].map { ["n": $0] })
        #expect(
            reports.map { $0.violations.map(\.code) } == [
                [], ["example/longest.tooLong"], [], ["example/longest.wrong"],
            ])
    }

    /// What a plugin says does not depend on the header it was built with.
    @Test(arguments: ["fifteen", "puppet", "values", "zoo"], PluginMode.allCases)
    func oldPluginsSayWhatNewOnesSay(_ fixture: String, _ mode: PluginMode) throws {
        let workshop = try Workshop()
        let found = try Self.frozen.enumerated().map { minor, headers in
            let file = try workshop.compile(.fixture(fixture), as: "v\(minor).so", headers: headers)
            var registry = Registry.standard
            let manifest = try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess).manifest
            #expect(manifest.minor == minor)
            return try manifest.rules.map { try Self.lines($0.type, registry) }
        }
        #expect(found.allSatisfy { $0 == found.last })
        #expect(found.last?.contains { !$0.isEmpty } == true, "something is found")
    }

    private static func lines(_ type: RuleType, _ registry: Registry) throws -> [String] {
        let values: [AnyValue] = [1, 2, -3, "", "abc", 1.5, true, [1, "b"], ["a": 1]]
        let plan: Plan
        do throws(RuleSetError) {
            plan = try Plan(RuleSet(rules: [Rule("n", .type(type))]), registry: registry)
        } catch {
            return [error.words]
        }
        return try Zoo.reports(plan, values.map { ["n": $0] }).flatMap { $0.violations.map(\.summary) }
    }

    /// Hosts and versions that plugins need: verdicts on 1 and 5, or why the plugin is refused.
    static let needs: [(Int, host: String, reason: String?)] = [
        (0, host: "2\n2\n", reason: nil),
        (1, host: "needs a newer host\n", reason: nil),
        (
            2, host: "needs a newer host\n",
            reason: "needs a newer host: version 1.2 of the plugin interface; this host has 1.1"
        ),
    ]

    /// A plugin of today works with a host of version 1.0, or is refused if it says that it needs a newer one.
    @Test(arguments: needs)
    func newPluginsAndOldHosts(_ least: Int, _ answer: String, _ reason: String?) throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/either.c", encoding: .utf8)
            .replacing("least_host_minor = 0", with: "least_host_minor = \(least)")
        let file = try workshop.compile(.text(source), as: "new.so")
        let program = try String(contentsOfFile: Self.frozen[0] + "/host.c", encoding: .utf8)
        let host = try workshop.compile(
            .text(program), as: "host", flags: [], libraries: ["-ldl"], headers: Self.frozen[0])
        let process = Process()
        process.executableURL = URL(filePath: host)
        process.arguments = [file, "1", "5"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == answer)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        for mode in PluginMode.allCases {
            var registry = Registry.standard
            if let reason {
                let error = #expect(throws: PluginError.self) {
                    try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
                }
                #expect(error?.reason == reason)
                continue
            }
            try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
            let rules = RuleSet(rules: [Rule("n", .type("acme/either")), Rule("limit", .safe)])
            let plan = try Plan(rules, registry: registry)
            #expect(try plan.validate(["n": 5, "limit": 3]).violations.map(\.code) == ["acme/either.other"])
            #expect(try plan.validate(["n": 1, "limit": 3]).isValid)
            #expect(try plan.validate(["n": 5]).isValid)
        }
    }

    /// layout.c holds the offsets and numbers of version 1 as literals; today's header is compiled with it in the build.
    @Test(arguments: frozen) func frozenHeadersHaveTheLayoutOfToday(_ headers: String) throws {
        let workshop = try Workshop()
        let layout = URL(filePath: Workshop.headers).appending(path: "../layout.c").path()
        try workshop.compile(.text("#include \"\(layout)\""), as: "layout.o", flags: ["-c"], headers: headers)
    }

    /// Comments count, because the keys of the manifest, limits and duties are in comments.
    @Test func theHeaderIsItsFrozenCopy() throws {
        let copy = try #require(Self.frozen.last) + "/proviso.h"
        let frozen = try #require(FileManager.default.contents(atPath: copy), "no \(copy): run 'make freeze-header'")
        #expect(
            FileManager.default.contents(atPath: Workshop.headers + "/proviso.h") == frozen,
            """
            proviso.h is not its frozen copy \(copy). If hosts or plugins can see the difference, raise \
            PROVISO_ABI_MINOR; then, or for other words, run 'make freeze-header': Docs/Versioning.md
            """)
    }

    @Test func theThirdPartyPackageHasTheFrozenHeader() throws {
        let copy = ExampleTests.folder + "/third-party-plugin/Sources/CProviso/include/proviso.h"
        let frozen = Workshop.fixtures + "/v1/proviso.h"
        #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: frozen)))
    }
}
