import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Modules that cannot be plugins are refused with the reason; damaged ones never end the host.
@Suite(.enabled(if: WasmWorkshop.isAvailable, WasmWorkshop.skipped)) struct WasmRefusalTests {
    /// What loading and first using a file says; nil if it works.
    private static func refusal(_ file: String, _ mode: PluginMode) -> String? {
        do {
            _ = try WasmWorkshop.registry(file, limits: WasmWorkshop.hostile, mode: mode)
                .violations("acme/harm", in: "zz")
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let loop = "for (volatile int i = 0;; i++) continue"
    private static let vector = """
        #include "proviso.h"
        PROVISO_MANIFEST({"id": "org.example.wasm", "version": "1.0.0", "rules": [
            {"type": "acme/harm", "kinds": ["text"], "invalidCode": "wasm.harm", "codes": {"wasm.harm": []}}]})
        typedef int vector __attribute__((vector_size(16)));
        static int32_t harm(vector instance, const proviso_value *value, proviso_call *call) {
            return instance[0] + (int)(value->length + (uintptr_t)call);
        }
        static const proviso_rule rule = {.size = sizeof rule, .type = "acme/harm", .validate = (void *)harm};
        static const proviso_rule *const rules[] = {&rule};
        static const proviso_plugin plugin = {
            .size = sizeof plugin, .id = "org.example.wasm", .rules = rules, .rule_count = 1};
        const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
        """

    static let rows: [(flags: [String], reason: String)] = [
        (["-DENTRY=return 0"], "its entry function returned null"),
        (["-DENTRY=__builtin_trap()"], "failed in its entry function: it ended itself"),
        (["-DENTRY=\(loop)"], "failed in its entry function: it took too long"),
        (["-DENTRY=return (void *)-8"], "a descriptor that is too small, or not in its memory"),
        (["-DENTRY=return (void *)16"], "a descriptor that is too small, or not in its memory"),
        (["no--export-table"], "does not export '__indirect_function_table'"),
        (["no--growable-table"], "has a table that cannot grow"),
        (["-Wl,--max-memory=9437184", "-Wl,--initial-memory=9437184"], "has a memory that cannot grow"),
        (["no--export=proviso_plugin_entry_v1"], "does not export 'proviso_plugin_entry_v1'"),
        (["-Wl,--initial-memory=1073741824"], "cannot be started"),
        (
            ["-DENTRY=extern void f(void); f()", "-Wl,--allow-undefined"],
            "imports 'env.f', but a plugin may import nothing"
        ),
    ]

    @Test(arguments: PluginMode.allCases) func refusalsNameTheirReason(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        for (index, row) in Self.rows.enumerated() {
            let flags = row.flags.filter { !$0.hasPrefix("no--") }
            let without = row.flags.filter { $0.hasPrefix("no--") }
            let file = try WasmWorkshop.compile(
                in: workshop, as: "refused\(index).wasm", flags: flags, without: without.map { String($0.dropFirst(2)) }
            )
            let refusal = Self.refusal(file, mode)
            #expect(refusal?.contains(row.reason) == true, "\(row): \(refusal ?? "works")")
        }
        let vectors = try WasmWorkshop.compile(.text(Self.vector), in: workshop, as: "v.wasm", flags: ["-msimd128"])
        #expect(Self.refusal(vectors, mode)?.contains("is not a WebAssembly module that can be run") == true)
    }

    @Test func damagedFilesAreRefused() throws {
        let workshop = try Workshop()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: WasmWorkshop.compile(in: workshop))))
        for size in [0, 3, 4, 7, 8, 9, 20, bytes.count / 2, bytes.count - 1] {
            #expect(
                Self.refusal(try workshop.write(bytes.prefix(size), to: "cut\(size).wasm"), .worker) != nil, "\(size)")
        }
        let twice = try workshop.write(bytes + Self.section(of: bytes), to: "twice.wasm")
        #expect(Self.refusal(twice, .worker)?.contains("has 2 manifests") == true)
        let huge = try workshop.write(bytes + [UInt8](repeating: 0, count: 17 << 20), to: "huge.wasm")
        #expect(Self.refusal(huge, .worker)?.contains("more than 16 MB") == true)
        var component = bytes
        component[4] = 0x0D
        #expect(
            Self.refusal(try workshop.write(component, to: "c.wasm"), .worker)?.contains("components are not") == true)
    }

    /// The manifest's section with its header, as it is in a module.
    private static func section(of bytes: [UInt8]) throws -> [UInt8] {
        let name = Array("proviso".utf8)
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: [7] + name) && bytes[..<$0].contains(0) })
        // A custom section's id and size are before its name; the size of this one has two bytes.
        let size = Int(bytes[place - 2] & 0x7F) | Int(bytes[place - 1]) << 7
        return Array(bytes[(place - 3)..<(place + size)])
    }

    /// A thousand mutations in this process, and a hundred in workers: no crash, no hang, and another plugin's verdicts stay
    /// right.
    @Test(arguments: PluginMode.allCases) func mutationsDoNoHarm(_ mode: PluginMode) throws {
        let rounds = mode == .worker ? 100 : 1000
        let workshop = try Workshop()
        let original = try [UInt8](Data(contentsOf: URL(filePath: WasmWorkshop.compile(in: workshop))))
        let control = try WasmWorkshop.registry(WasmWorkshop.compile(in: workshop, as: "control.wasm"), mode: mode)
        var numbers = SeededNumbers(state: 14)
        var refused = 0
        for round in 0..<rounds {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let place = Int.random(in: 8..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<5, using: &numbers) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                case 1: bytes.insert(.random(in: 0...255, using: &numbers), at: place)
                case 2 where bytes.count > 16: bytes.remove(at: place)
                default: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
                }
            }
            if Self.refusal(try workshop.write(bytes, to: "mutated.wasm"), mode) != nil { refused += 1 }
            guard round % 10 == 0 else { continue }
            #expect(try control.codes("acme/long", ["least": 3], in: "ab") == ["acme/wasm.short"], "\(round)")
            #expect(try control.codes("acme/long", ["least": 3], in: "abc") == [], "\(round)")
        }
        #expect((rounds / 10..<rounds).contains(refused), "\(refused) of \(rounds) were refused")
    }
}
