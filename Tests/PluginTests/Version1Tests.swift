import Foundation
import Proviso
import ProvisoABI
import ProvisoPlugins
import TestSupport
import Testing

/// Version 1.0 of the ABI as it was frozen: its header and a plugin built with it lie in Fixtures/v1.
@Suite(.waitingForProcesses) struct Version1Tests {
    @Test func aPluginOfVersion1Works() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("v1/plugin"), as: "v1.so", headers: Workshop.fixtures + "/v1")
        var registry = Registry.standard
        #expect(try registry.load(plugin: file, policy: .inProcess).manifest.minor == 0)
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
        #expect(error?.words == "option 'max' of 'example/longest': it must not be negative")
        let definition = try #require(registry["example/longest"])
        let batch = try #require(PluginValidator(in: definition.makeCheck(OptionReader(["max": .value(1)]))))
        #expect(
            batch.validateBatch([proviso_value(kind: .integer), proviso_value(kind: .text)]) == [.invalid, .fault])
    }

    /// layout.c holds the offsets and numbers of version 1 as literals; today's header is compiled with it in the build.
    @Test func theFrozenHeaderHasTheLayoutOfToday() throws {
        let workshop = try Workshop()
        let layout = URL(filePath: Workshop.headers).appending(path: "../layout.c").path()
        try workshop.compile(
            .text("#include \"\(layout)\""), as: "layout.o", flags: ["-c"], headers: Workshop.fixtures + "/v1")
    }

    @Test func theThirdPartyPackageHasTheFrozenHeader() throws {
        let copy = ExampleTests.folder + "/third-party-plugin/Sources/CProviso/include/proviso.h"
        let frozen = Workshop.fixtures + "/v1/proviso.h"
        #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: frozen)))
    }
}
