import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// What a plugin in a worker has in common with one in this process, and what is special about it.
@Suite(.waitingForProcesses) struct WorkerTests {
    /// The same plugin in both modes, in the same plan.
    private func registries(_ fixture: String) throws -> (inProcess: Registry, worker: Registry) {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture(fixture), as: "x.so")
        var registries = (Registry.standard, Registry.standard)
        try registries.0.load(plugin: file, policy: .inProcess)
        try registries.1.load(plugin: file, policy: Zoo.policy())
        return registries
    }

    @Test func bothModesDescribeTheSame() throws {
        for fixture in ["puppet", "values", "fifteen"] {
            let (inProcess, worker) = try registries(fixture)
            #expect(inProcess.definitions.map(\.type) == worker.definitions.map(\.type))
            for definition in inProcess.definitions where definition.type.rawValue.contains("/") {
                #expect(worker[definition.type]?.options == definition.options)
                #expect(worker[definition.type]?.codes == definition.codes)
            }
            #expect(inProcess.catalogs.map(\.locale) == worker.catalogs.map(\.locale))
            #expect(inProcess.catalogs.map(\.codes) == worker.catalogs.map(\.codes))
        }
    }

    static let values: [AnyValue] = [
        ["name": "München", "items": [1, 2, 39], "": nil, "last": ["deep": true]], [:], "x", 1, true, nil, 2.5,
        .decimal("1e9999"), .unsigned(.max), [1, "a", [2, [3]]], .text(String(repeating: "long ", count: 100_000)),
    ]

    @Test(arguments: ["acme/kinds", "acme/structure", "acme/bad-parameters"] as [RuleType])
    func bothModesFindTheSame(_ type: RuleType) throws {
        let (inProcess, worker) = try registries("values")
        for value in Self.values {
            let found = try [inProcess, worker].map { try $0.violations(type, in: value).map(\.summary) }
            #expect(found[0] == found[1], "\(type) \(value)")
        }
    }

    @Test func optionsReachAWorker() throws {
        let (inProcess, worker) = try registries("puppet")
        for options: [String: AnyValue] in [
            ["result": 1, "times": 3, "parameters": 3, "code": "puppet.other"], ["result": -3], ["result": 2],
            ["times": 1, "code": "x"], ["times": 1, "parameters": 33, "code": "puppet.other"], ["list": 1, "times": 1],
        ] {
            let found = try [inProcess, worker].map {
                try $0.violations("acme/puppet", options, in: 1).map(\.summary)
            }
            #expect(found[0] == found[1], "\(options)")
        }
        for refuse in 1...3 {
            let errors = [inProcess, worker].map { registry in
                #expect(throws: RuleSetError.self) {
                    try registry.violations("acme/puppet", ["refuse": .integer(Int64(refuse))], in: 1)
                }
            }
            #expect(errors[0]?.description == errors[1]?.description)
        }
    }

    /// Rules before and behind the plugin's, conditions that ask it, and items: in the order of the rules, as if each
    /// value had been asked by itself.
    @Test func aBatchFindsWhatRecordsByThemselvesDo() throws {
        let zoo = try Zoo()
        let rules = try RuleSet(
            parsing: """
                proviso: 1
                rules:
                  - [name, trim]
                  - [name, zoo/animal]
                  - [n, integer, { max: 50 }]
                  - [n, zoo/animal]
                  - { attributes: n, type: zoo/single, skipOnError: false, severity: warning }
                  - [n, multipleOf, { of: 3 }]
                  - { attributes: m, type: required, when: [n, zoo/animal] }
                  - { attributes: list, type: each, rule: [zoo/animal] }
                  - [items.*.n, zoo/animal]
                """)
        let plan = try Plan(rules, registry: zoo.registry)
        let records: [AnyValue] = (0..<500).map { (index: Int64) in
            [
                "name": index % 7 == 0 ? "  lie " : "good", "n": .integer(index % 60), "m": index % 2 == 0 ? nil : 1,
                "list": .list((0..<index % 4).map { .integer($0 * index) }),
                "items": [["n": .integer(index % 5)], ["n": "undeclared"], ["n": nil]],
            ]
        }
        let together = try Zoo.reports(plan, records)
        for (record, report) in zip(records, together) {
            let alone = try plan.validate(record)
            #expect(report.violations.map(\.summary) == alone.violations.map(\.summary))
        }
    }

    @Test func aValueTooLargeIsAFaultAndNoOther() throws {
        let zoo = try Zoo()
        let found = try zoo.violations([1, .text(String(repeating: "x", count: 9 << 20)), 2])
        #expect(found.map { $0.map(\.code) } == [["zoo/zoo.odd"], [.fault], []])
        #expect(found[1].first?.reason.contains("too large") == true)
    }

    @Test func manyThreadsAskAtTheSameTime() async throws {
        let plan = try Zoo().plan()
        let wrong = await withTaskGroup(of: Int.self) { group in
            for start in 0..<4 {
                group.addTask {
                    (0..<100).count { index in
                        let violations = try? plan.validate(["n": .integer(Int64(start + index))]).violations
                        return violations?.isEmpty != ((start + index) % 2 == 0)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    /// A system without Landlock: the program that starts the worker takes the call away.
    @Test func whatCannotBeConfinedIsRefusedUnlessAllowed() throws {
        let workshop = try Workshop()
        let program = try workshop.compile(
            .fixture("without_landlock"), as: "without", flags: ["-DWORKER=\"\(Self.worker)\""])
        var limits = Zoo.limits
        limits.program = program
        let file = try workshop.compile(.fixture("zoo"), as: "zoo.so")
        let error = #expect(throws: PluginError.self) { try Zoo(workshop, file: file, limits: limits) }
        #expect(
            error?.reason
                == "cannot be confined: this system has no Landlock, so its worker would have all rights of this user; "
                + "run it in this process if you trust it, or allow unconfined workers")
        limits.mayBeUnconfined = true
        #expect(
            try Zoo(workshop, file: file, limits: limits).violations([1, "connect"]).map { $0.map(\.code) }
                == [["zoo/zoo.odd"], ["zoo/zoo.refused"]])
    }

    private static let worker = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "proviso-worker").path()
}
