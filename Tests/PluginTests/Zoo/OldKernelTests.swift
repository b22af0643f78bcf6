import Foundation
import TestSupport
import Testing

/// Older kernels have older versions of Landlock, and workers refuse the same on them.
///
/// Ubuntu 22.04 has version 1, Debian 12 has 2, RHEL 9 has up to 5. A worker is built with the version capped.
/// The cap is a definition of the C sources, so that no release obeys it.
@Suite(.waitingForProcesses) struct OldKernelTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private static func worker(_ version: Int, in workshop: Workshop) throws -> String {
        func sources(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
                .filter { $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }
        }
        let path = workshop.path("worker-\(version)")
        let bridges = ["Bridges/ConfinementBridge", "Bridges/WasmBridge"]
        let folders = (["ProvisoABI", "Bridges/WorkerBridge"] + bridges).map {
            "-ISources/\($0)/include"
        }
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.currentDirectoryURL = root
        compiler.arguments =
            ["cc", "-O1", "-w", "-DPRV_MOST_LANDLOCK=\(version)", "-o", path] + folders
            + (try (["proviso-worker"] + bridges).flatMap { try sources("Sources/\($0)") })
            + ["-lseccomp", "-ldl", "-lm", "-lpthread"]
        try compiler.run()
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0)
        return path
    }

    @Test(arguments: 1...5) func refuseTheSame(_ version: Int) throws {
        _ = FileManager.default.createFile(atPath: "/tmp/proviso-victim", contents: nil)
        for attack in AttackTable.system {
            let site = try AttackSite(attack.what, flags: attack.flags)
            // A worker in the directory of the rule files is not run.
            let elsewhere = try Workshop()
            let worker = try Self.worker(version, in: elsewhere)
            let arguments = AttackSite.check + ["--plugin-mode", "worker", "--format", "ndjson", "d.ndjson"]
            let result = try site.run(arguments, environment: ["PROVISO_WORKER": worker])
            let own = result.findings.filter { $0.line == 3 && $0.path.hasSuffix("v") }
            let about = Comment(rawValue: "Landlock \(version), \(attack): \(result.output) \(result.errors)")
            #expect(own.map(\.code) == [AttackTable.note] && own.first?.reason == "", about)
            #expect(!result.wasKilled && result.status == 1, about)
        }
    }
}
