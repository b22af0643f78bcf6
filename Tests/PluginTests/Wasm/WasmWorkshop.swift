import Foundation
import Proviso
import ProvisoPlugins
import Testing

/// Compiles C to WebAssembly modules.
enum WasmWorkshop {
    /// Whether the engine and a compiler with a linker for wasm32 are there; otherwise the tests are skipped.
    static let isAvailable: Bool = {
        guard (try? WasmEngine.find()) != nil, let compiler else { return false }
        return (try? Workshop.output(compiler, ["--print-targets"]))?.split(separator: " ").contains("wasm32") == true
    }()
    private static let cache = try? Workshop()
    static let skipped: Comment = "needs Wasmtime ('make wasm-engine') and clang with wasm32"

    private static let compiler = Workshop.tool("clang")

    /// Compiles a fixture or a text to `<name>`, without some of the linker's flags if wanted, and returns its path.
    static func compile(
        _ source: Workshop.Source = .fixture("wasm"), in workshop: Workshop, as name: String = "wasm.wasm",
        flags: [String] = [], without: [String] = []
    ) throws -> String {
        let input: String
        switch source {
        case .fixture(let fixture): input = Workshop.fixtures + "/" + fixture + ".c"
        case .text(let text):
            input = workshop.path(name + ".c")
            try text.write(toFile: input, atomically: false, encoding: .utf8)
        }
        let output = workshop.path(name)
        let linking = ["--no-entry", "--export-table", "--growable-table", "--export=proviso_plugin_entry_v1"]
        try Workshop.run(
            try #require(compiler),
            ["--target=wasm32", "-O2", "-nostdlib", "-mbulk-memory", "-I", Workshop.headers, input, "-o", output]
                + flags + linking.filter { !without.contains($0) }.map { "-Wl," + $0 })
        return output
    }

    /// Loads a module or library; the machine code is kept in a directory of the tests.
    static func registry(
        _ file: String, limits: WorkerLimits = .init(), mode: PluginMode = .worker
    ) throws -> Registry {
        var registry = Registry.standard
        var policy = PluginPolicy(mode: mode)
        policy.worker = limits
        policy.worker.codeCache = limits.codeCache ?? cache?.path("code")
        try registry.load(plugin: file, policy: policy)
        return registry
    }

    /// A module with one rule type, `acme/harm`, whose verdict is always the same.
    static func compile(verdict: Int, in workshop: Workshop) throws -> String {
        let source = """
            #include "proviso.h"
            PROVISO_MANIFEST({"id": "org.example.wasm", "version": "1.0.0", "rules": [
                {"type": "acme/harm", "kinds": ["text"], "invalidCode": "wasm.harm", "codes": {"wasm.harm": []}}]})
            static int32_t harm(const void *instance, const proviso_value *value, proviso_call *call) {
                return (void)instance, (void)value, (void)call, \(verdict);
            }
            static const proviso_rule rule = {.size = sizeof rule, .type = "acme/harm", .validate = harm};
            static const proviso_rule *const rules[] = {&rule};
            static const proviso_plugin plugin = {
                .size = sizeof plugin, .id = "org.example.wasm", .rules = rules, .rule_count = 1};
            const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
            """
        return try compile(.text(source), in: workshop, as: "always\(verdict).wasm")
    }

    /// The limits of hostile modules: a fifth of a second, and room for what one test needs.
    static var hostile: WorkerLimits {
        var limits = WorkerLimits()
        limits.patience = .milliseconds(200)
        limits.memory = 64 << 20
        limits.faults = 1000
        return limits
    }
}

/// Random numbers from a seed, so that a failure can be repeated (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }
}
