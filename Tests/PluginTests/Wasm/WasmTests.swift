import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// WebAssembly plugins: the same verdicts as native ones, and nothing that they do harms the host.
@Suite(.enabled(if: WasmWorkshop.isAvailable, WasmWorkshop.skipped)) struct WasmTests {
    /// The words for what a rule finds: code, parameters and the reason of a fault.
    private static func words(_ found: [Violation]) -> [String] {
        found.map { "\($0.code) \($0.parameters) \($0.reason)" }
    }

    static let vectors: [(type: RuleType, options: [String: AnyValue], value: AnyValue)] = [
        ("acme/long", [:], ""), ("acme/long", [:], "a"), ("acme/long", ["least": 5], "four"),
        ("acme/long", ["least": 5], "M\u{FC}nch"),
        ("acme/long", ["least": 70000], AnyValue.text(String(repeating: "x", count: 69999))),
        ("acme/long", ["least": 70000], AnyValue.text(String(repeating: "x", count: 70000))),
        ("acme/long", ["least": 2], "\u{0}"), ("acme/long", [:], 5), ("acme/even", [:], []),
        ("acme/even", [:], [1, 2]),
        ("acme/even", [:], [1, "abc", [1, 2, 3, 4]]), ("acme/even", [:], [3, ["a": ["b": [nil, true, 0.5]]], -1]),
        ("acme/even", [:], AnyValue.list((0..<5000).map { .integer(Int64($0)) })), ("acme/named", [:], ["name": nil]),
        ("acme/named", [:], ["nam": 1, "names": 2]), ("acme/named", [:], ["M\u{FC}nchen": [:], "a": ["name": 1]]),
        ("acme/named", [:], ["x": "long", "name": "short"]),
    ]

    /// One C source gives the same answers as a shared library and as a module, in this process and in a worker.
    @Test(arguments: PluginMode.allCases) func modulesEqualLibraries(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let module = try WasmWorkshop.registry(WasmWorkshop.compile(in: workshop), mode: mode)
        let library = try WasmWorkshop.registry(workshop.compile(.fixture("wasm"), as: "wasm.so"), mode: .inProcess)
        for _ in 0..<3 {
            for vector in Self.vectors {
                let expected = try library.violations(vector.type, vector.options, in: vector.value)
                let found = try module.violations(vector.type, vector.options, in: vector.value)
                #expect(Self.words(found) == Self.words(expected), "\(vector)")
                #expect(!found.contains { $0.code == "rule.fault" }, "\(vector)")
            }
        }
        for registry in [module, library] {
            #expect { try registry.violations("acme/long", ["least": -1], in: "a") } throws: { error in
                "\(error)".contains("must not be negative") && "\(error)".contains("least")
            }
        }
    }

    static let harms: [(text: String, reason: String)] = [
        ("a", "its calls were nested too deep"), ("b", "ended itself (unreachable)"),
        ("c", "it read or wrote outside of its memory"), ("d", "it divided by zero"),
        ("e", "it called a function that does not exist"), ("g", "took too long (out of fuel)"),
        ("i", "took too long (out of fuel)"), ("j", "ended itself (unreachable)"),
        ("k", "it reported the code '', which it did not declare"),
        ("l", "it reported the code '', which it did not declare"), ("m", "at most 64 are allowed"),
        ("n", "returned -1"), ("o", "returned 7, which is not a valid result"),
        ("p", "returned 7, which is not a valid result"), ("q", "returned 7, which is not a valid result"),
        ("r", "returned 7, which is not a valid result"), ("s", "it reported more than 1000 violations"),
        ("v", "it reported more than 8 MiB for a value"),
    ]

    /// What floods or holds up the host, and is ended by the worker.
    static let workerHarms: [(text: String, reason: String)] = [
        ("t", "it "), ("u", "it "), ("w", "took too long (out of fuel)"),
        ("y", "returned 7, which is not a valid result"),
    ]

    /// Each harm is a fault with its reason, and the values around it keep their verdicts.
    @Test(arguments: PluginMode.allCases) func harmIsAFault(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let registry = try WasmWorkshop.registry(
            WasmWorkshop.compile(in: workshop), limits: WasmWorkshop.hostile, mode: mode)
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("acme/harm", [:]))]), registry: registry)
        #expect(try plan.validate(["n": "x"]).violations.map(\.code) == ["acme/wasm.harm"], "all its memory")
        for harm in Self.harms + (mode == .worker ? Self.workerHarms : []) {
            let start = ContinuousClock.now
            let found = try plan.validate(["n": AnyValue.text(harm.text)]).violations
            #expect(ContinuousClock.now - start < .seconds(20), "\(harm)")
            let fault = found.first { $0.code == "rule.fault" }
            #expect(fault?.reason.contains(harm.reason) == true, "\(harm): \(Self.words(Array(found.prefix(3))))")
            #expect(try plan.validate(["n": "zz"]).isValid)
            #expect(try plan.validate(["n": "z"]).violations.map(\.code) == ["acme/wasm.harm"])
        }
    }

    /// A module that takes too long again and again is no longer called.
    @Test func whatTakesTooLongIsQuarantined() throws {
        let workshop = try Workshop()
        var limits = WasmWorkshop.hostile
        limits.faults = 3
        let registry = try WasmWorkshop.registry(WasmWorkshop.compile(in: workshop), limits: limits)
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("acme/harm", [:]))]), registry: registry)
        let reasons = try (0..<6).map { _ in try plan.validate(["n": "g"]).violations.first?.reason ?? "" }
        #expect(reasons[..<3].allSatisfy { $0.contains("it took too long (out of fuel)") }, "\(reasons)")
        #expect(reasons[3...].allSatisfy { $0.contains("it is quarantined after 3 faults") }, "\(reasons)")
    }

    /// Threads have instances of their own: a trap in one of them changes no verdict of another.
    @Test(arguments: PluginMode.allCases) func trapsStayInTheirThread(_ mode: PluginMode) async throws {
        let workshop = try Workshop()
        let registry = try WasmWorkshop.registry(
            WasmWorkshop.compile(in: workshop), limits: WasmWorkshop.hostile, mode: mode)
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("acme/harm", [:]))]), registry: registry)
        let verdicts = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<300).map { row in
                        let text = row % 50 == 7 ? "b" : row % 2 == 0 ? "zz" : "z"
                        let report = try? plan.validate(["n": AnyValue.text(text)])
                        return report?.violations.map { "\($0.code)" }.joined() ?? "thrown"
                    }
                }
            }
            return await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        let expected = (0..<300).map { $0 % 50 == 7 ? "rule.fault" : $0 % 2 == 0 ? "" : "acme/wasm.harm" }
        #expect(verdicts == [[String]](repeating: expected, count: 4))
    }

    /// A program can nest values deeper than the host reads them from files.
    @Test(arguments: PluginMode.allCases) func deepValuesDoNoHarm(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let module = try WasmWorkshop.registry(WasmWorkshop.compile(in: workshop), mode: mode)
        let library = try WasmWorkshop.registry(workshop.compile(.fixture("wasm"), as: "wasm.so"), mode: mode)
        var value: AnyValue = [1]
        for depth in 1...2000 {
            value = [value]
            guard [400, 511, 599, 601, 700, 2000].contains(depth) else { continue }
            let expected = try library.violations("acme/even", in: value)
            let found = try module.violations("acme/even", in: value)
            #expect(Self.words(found) == Self.words(expected), "\(depth)")
        }
    }

    /// Many values that fit alone: what was kept for one leaves room for the next.
    @Test func largeValuesLeaveRoom() throws {
        let workshop = try Workshop()
        let registry = try WasmWorkshop.registry(
            WasmWorkshop.compile(in: workshop), limits: WasmWorkshop.hostile, mode: .inProcess)
        for megabytes in [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 1] {
            let text = AnyValue.text(String(repeating: "x", count: megabytes << 20))
            #expect(try registry.violations("acme/long", ["least": 2], in: text) == [], "\(megabytes) MB")
        }
        let text = AnyValue.text(String(repeating: "x", count: 70 << 20))
        let found = try registry.violations("acme/long", ["least": 2], in: text)
        #expect(found.first?.reason.contains("too large for its memory") == true, "\(Self.words(found))")
    }
}
