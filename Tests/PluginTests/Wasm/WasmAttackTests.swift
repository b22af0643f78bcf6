import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Modules that were made to harm the host while they are compiled and started: it goes on, within limits.
@Suite(.enabled(if: WasmWorkshop.isAvailable, WasmWorkshop.skipped)) struct WasmAttackTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reasons: [String]
        let bytes: @Sendable () -> [UInt8]

        init(_ name: String, _ reasons: [String], _ bytes: @escaping @Sendable () -> [UInt8]) {
            (testDescription, self.reasons, self.bytes) = (name, reasons, bytes)
        }

        init(start name: String, _ reasons: [String], _ code: [UInt8]) {
            self.init(name, reasons) { WasmBinary.module([WasmBinary.body(0, code)], start: 1) }
        }
    }

    private static let limited = "cannot be compiled within the limits of memory and time: it "
    private static let declined = "its entry function returned null"

    static let compilations: [Attack] = [
        Attack("locals in nested loops, for memory", [limited]) { WasmBinary.nested(40000, 40000) },
        Attack("locals in nested loops, for time", [limited]) { WasmBinary.nested(3000, 3000) },
        Attack("locals in loops one after the other", [limited, declined]) { WasmBinary.loops(2000, 300) },
        Attack("many live locals", [limited, declined]) { WasmBinary.branches(100_000, 10_000) },
        Attack("a deep stack of values", [limited, declined]) { WasmBinary.sum(500_000) },
        Attack("many calls", [limited, declined]) {
            WasmBinary.module([WasmBinary.body(0, WasmBinary.many(1_000_000, [0x10, 1]))])
        },
        Attack("many functions", [limited, declined]) {
            WasmBinary.module([[UInt8]](repeating: WasmBinary.body(0, []), count: 200_000))
        },
        Attack("a large table of branches", [limited, "is not a WebAssembly module that can be run"]) {
            let targets: [UInt8] = WasmBinary.number(1_000_000) + WasmBinary.many(1_000_001, [0])
            let code: [UInt8] = [0x02, 0x40, 0x20, 0, 0x0E] + targets + [0x0B]
            return WasmBinary.module([WasmBinary.body(1, code)])
        },
        Attack("more locals than the standard allows", ["is not a WebAssembly module that can be run"]) {
            WasmBinary.module([WasmBinary.body(4_000_000_000, [])])
        },
    ]

    static let starts: [Attack] = [
        Attack(start: "a loop", ["start function: it took too long"], [0x03, 0x40, 0x0C, 0, 0x0B]),
        Attack(start: "endless recursion", ["start function: it ended: its calls were nested too deep"], [0x10, 1]),
        Attack(
            start: "a memory that grows by nothing", ["it took too long", "did not answer"],
            [0x03, 0x40, 0x41, 0, 0x40, 0, 0x1A, 0x0C, 0, 0x0B]),
        Attack(
            start: "a table that cannot grow", ["it took too long", "did not answer"],
            [0x03, 0x40, 0xD0, 0x70, 0x41, 0xC0, 0x84, 0x3D, 0xFC, 0x0F, 0, 0x1A, 0x0C, 0, 0x0B]),
        Attack("a memory of 4 GiB", ["cannot be started"]) { WasmBinary.module([], pages: 65536) },
        Attack("a table of 10 million", ["cannot be started"]) { WasmBinary.module([], table: 10_000_000) },
    ]

    static let files: [Attack] = [
        Attack("a manifest of more than 1 MiB", ["has a manifest of 1048"]) {
            WasmBinary.module([], manifest: WasmBinary.manifest + String(repeating: " ", count: 1 << 20))
        },
        Attack("a manifest of brackets", ["has a manifest that is not valid JSON"]) {
            WasmBinary.module([], manifest: String(repeating: "[", count: 1_000_000))
        },
        Attack("a section that is longer than the file", ["is truncated or damaged"]) {
            WasmBinary.module([]) + [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
        },
        Attack("a million empty sections", [declined]) {
            WasmBinary.module([]) + WasmBinary.many(1_000_000, [0, 2, 1, 0x78])
        },
        Attack("a module that declines", [declined]) { WasmBinary.module([]) },
    ]

    private static func refusal(_ bytes: [UInt8]) throws -> String {
        let workshop = try Workshop()
        let file = try workshop.write(bytes, to: "attack.wasm")
        do {
            _ = try WasmWorkshop.registry(file, limits: WasmWorkshop.hostile).violations("acme/harm", in: "a")
            return "works"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: compilations + starts + files) func theHostGoesOn(_ attack: Attack) throws {
        let bytes = attack.bytes()
        let start = ContinuousClock.now
        let refusal = try Self.refusal(bytes)
        let time = ContinuousClock.now - start
        let about = Comment(rawValue: "\(bytes.count) bytes, \(time): \(refusal.prefix(500))")
        #expect(attack.reasons.contains { refusal.contains($0) }, about)
        #expect(time < .seconds(60), about)
    }

    /// The worst manifest that is allowed takes no time that anybody notices.
    @Test func manifestsAreReadInTime() throws {
        let codes = (0..<60_000).map { "\"a.b\($0)\":[]" }.joined(separator: ",")
        let manifest = WasmBinary.manifest.replacing("\"wasm.harm\": []", with: "\"wasm.harm\": [], \(codes)")
        let start = ContinuousClock.now
        #expect(try Self.refusal(WasmBinary.module([], manifest: manifest)).contains(Self.declined))
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    /// What the kernel says of the process in which a module runs.
    @Test func theEngineIsConfined() throws {
        let workshop = try Workshop()
        let registry = try WasmWorkshop.registry(WasmWorkshop.compile(in: workshop))
        #expect(try registry.codes("acme/harm", in: "zz").isEmpty)
        let engine = try WasmEngine.find()
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let children = tasks.flatMap { task in
            Self.text("/proc/self/task/\(task)/children").split(separator: " ").map(String.init)
        }
        let workers = children.filter { Self.text("/proc/\($0)/maps").contains(engine) }
        #expect(!workers.isEmpty, "no worker with the engine among \(children)")
        for worker in workers {
            let status = Self.text("/proc/\(worker)/status")
            for line in ["NoNewPrivs:\t1", "Seccomp:\t2", "CapEff:\t0000000000000000", "Threads:\t1"] {
                // Those of other tests may have ended.
                #expect(status.isEmpty || status.contains(line), "\(status)")
            }
        }
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// An engine is code, too.
    @Test func anEngineThatOthersCanChangeIsNotLoaded() throws {
        let site = try AttackSite("none")
        _ = try WasmWorkshop.compile(verdict: 0, in: site.workshop)
        // One within the current directory is not loaded in any case.
        let elsewhere = try Workshop()
        try FileManager.default.createDirectory(
            atPath: elsewhere.path("engine"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let engine = elsewhere.path("engine/libwasmtime.so")
        try FileManager.default.copyItem(atPath: WasmEngine.find(), toPath: engine)
        try "rules:\n  - [n, acme/harm]\n".write(
            toFile: site.workshop.path("w.yaml"), atomically: false, encoding: .utf8)
        for (mode, isLoaded) in [(0o755, true), (0o777, false), (0o666, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: engine)
            for place in ["worker", "inproc"] {
                let result = try site.run(
                    ["check", "--plugins", ".", "--plugin-mode", place, "--rules", "w.yaml", "d.ndjson"],
                    environment: ["PROVISO_WASMTIME": engine, "XDG_CACHE_HOME": site.workshop.folder + ".cache"])
                let says = result.errors.contains("can be changed by users other than its owner")
                #expect(says != isLoaded, "\(mode) \(place): \(result.output) \(result.errors)")
                #expect((result.status < 2) == isLoaded, "\(mode) \(place): \(result.output) \(result.errors)")
            }
        }
    }
}
