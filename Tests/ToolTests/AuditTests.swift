import Foundation
import TestSupport
import Testing

/// The plugins that a run used, as its reports name them with `--audit`.
@Suite(.waitingForProcesses) struct AuditTests {
    private static let check = ["check", "--rules", "rules.yaml", "--plugins", "plugins", "--audit"]
    private static let record = Array(#"{"v":"x","w":"DE88370400440532013000"}"#.utf8)
    private static let plain = "not signed with a known key"

    /// A plugin that a rule needs, one that none needs, and one that comes with the tool.
    private func tool() throws -> Tool {
        let tool = try HostilePlugin().tool(rules: "rules: [[v, evil/x], [w, proviso/iban]]")
        let built = URL(filePath: Tool.path).deletingLastPathComponent()
        try FileManager.default.copyItem(
            at: built.appending(path: "libPhone.so"), to: tool.folder.appending(path: "plugins/phone.so"))
        return tool
    }

    private func digest(of path: String, _ tool: Tool) throws -> String {
        String(try tool.run(program: "/usr/bin/sha256sum", [path]).output.prefix(64))
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func theSummaryNamesEachPluginThatARuleNeeds() throws {
        let tool = try tool()
        defer { tool.remove() }
        let digest = try digest(of: "plugins/evil.so", tool)
        let line = "plugin org.evil 1: plugins/evil.so, SHA-256 \(digest), \(Self.plain)"
        let result = try tool.run(Self.check, input: Self.record)
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("plugin ") }
        #expect(lines.count == 2, "\(result.errors)")
        #expect(lines.first.map(String.init) == "\(line), worker, not trusted", "\(result.errors)")
        #expect(lines.last?.hasPrefix("plugin org.proviso.iban ") == true, "\(result.errors)")
        #expect(lines.last?.hasSuffix("\(Self.plain), inproc, comes with Proviso") == true, "\(result.errors)")
        let inside = try tool.run(Self.check + ["--plugin-mode", "inproc"], input: Self.record)
        #expect(inside.errors.contains("\(line), inproc, not trusted\n"), "\(inside.errors)")
        #expect(try tool.run(["plugin", "trust", "--yes", "plugins/evil.so"]).status == 0)
        let trusted = try tool.run(Self.check, input: Self.record)
        #expect(trusted.errors.contains("\(line), inproc, this file trusted on 20"), "\(trusted.errors)")
        let without = try tool.run(Array(Self.check.dropLast()), input: Self.record)
        #expect(!without.errors.contains("plugin "), "\(without.errors)")
        try tool.write(Array("rules: [[v, required]]".utf8), to: "rules.yaml")
        #expect(try tool.run(Self.check, input: Self.record).errors.hasSuffix("\nno plugin was used\n"))
    }

    @Test func itNamesTheSignerAndWhoTrustedThePublisher() throws {
        let tool = try tool()
        defer { tool.remove() }
        let keys = tool.configuration.appending(path: "proviso/keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        #expect(try tool.run(["plugin", "keygen", "mine"]).status == 0)
        let key = tool.folder.appending(path: "mine.pub")
        try FileManager.default.copyItem(at: key, to: keys.appending(path: "org.evil.pub"))
        #expect(try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/evil.so"]).status == 0)
        let id = try #require(
            try String(contentsOf: key, encoding: .utf8).split(separator: "\n").first?.split(separator: " ").last)
        // The owner of a key chooses its id, and not this.
        let digest = try tool.run(
            program: "/bin/sh", ["-c", "tail -n 1 mine.pub | base64 -d | tail -c 32 | sha256sum"],
            environment: ["PATH": "/usr/bin:/bin"]
        ).output.prefix(64)
        let shown = "\(id) (SHA-256 \(digest))"
        let signed = try tool.run(Self.check, input: Self.record)
        #expect(signed.errors.contains(", signed with the key \(shown), worker, not trusted\n"), "\(signed.errors)")
        #expect(try tool.run(["plugin", "trust", "--yes", "--publisher", "plugins/evil.so"]).status == 0)
        let trusted = try tool.run(Self.check, input: Self.record)
        let part = ", signed with the key \(shown), inproc, its publisher trusted on 20"
        #expect(trusted.errors.contains(part), "\(trusted.errors)")
        let json = try object(try tool.run(Self.check + ["--format", "json"], input: Self.record).output)
        let plugins = (json["summary"] as? [String: Any])?["plugins"] as? [[String: Any]]
        let plugin = try #require(plugins?.first)
        #expect(plugin["signer"] as? String == String(id) && plugin["trust"] as? String == "publisher", "\(plugin)")
        #expect(plugin["signerSha256"] as? String == String(digest), "\(plugin)")
        #expect(plugin["trustedBy"] as? String == NSUserName() && plugin["trustedAt"] is String, "\(plugin)")
    }

    /// Each format that has a summary; the others leave it to standard error.
    @Test func everyReportWithASummaryNamesThem() throws {
        let tool = try tool()
        defer { tool.remove() }
        let digest = try digest(of: "plugins/evil.so", tool)
        let formats = ["json", "junit", "sarif", "html", "csv", "ndjson", "github", "text"]
        let result = try tool.run(
            Self.check + formats.flatMap { ["--report", "\($0)=report.\($0)"] }, input: Self.record)
        #expect(result.errors.contains(digest) && !result.output.contains(digest), "\(result.errors)")
        func report(_ format: String) throws -> String {
            try String(contentsOf: tool.folder.appending(path: "report.\(format)"), encoding: .utf8)
        }
        for format in formats {
            let text = try report(format)
            #expect(text.contains(digest) == formats.prefix(4).contains(format), "\(format): \(text)")
        }
        let run = try #require((object(try report("sarif"))["runs"] as? [[String: Any]])?.first)
        let extensions = (run["tool"] as? [String: Any])?["extensions"] as? [[String: Any]]
        #expect(extensions?.compactMap { $0["name"] as? String } == ["org.evil", "org.proviso.iban"])
        let facts = extensions?.first?["properties"] as? [String: String]
        #expect(
            facts == ["file": "plugins/evil.so", "sha256": digest, "mode": "worker", "trust": "none"], "\(facts ?? [:])"
        )
        let summary = try tool.run(Self.check + ["--summary"], input: Self.record)
        #expect(summary.output.contains(digest) && !summary.errors.contains(digest))
        let page = try tool.run(["render", "--format", "html", "report.json"])
        #expect(page.output.contains("SHA-256 \(digest)"), "\(page.errors)")
    }

    @Test func aQuietRunNeedsAReportThatNamesThem() throws {
        let tool = try tool()
        defer { tool.remove() }
        let quiet = Self.check + ["--quiet"]
        for more in [[], ["--report", "csv=run.csv"]] {
            let refused = try tool.run(quiet + more, input: Self.record)
            #expect(refused.status == 2 && refused.errors.contains("--report json=run.json"), "\(refused.errors)")
        }
        let result = try tool.run(quiet + ["--report", "json=run.json"], input: Self.record)
        #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    }

    @Test func partsOfARunNameTheirPluginsOnceTogether() throws {
        let tool = try tool()
        defer { tool.remove() }
        for name in ["a.ndjson", "b.ndjson"] { try tool.write(Self.record, to: name) }
        let shard = ["shard", "--rules", "rules.yaml", "--plugins", "plugins", "--audit"]
        let parts = try ["a.ndjson", "b.ndjson"].map {
            try tool.run(shard, input: Array("\($0) 0 \(Self.record.count)\n".utf8)).output
        }
        let merged = try tool.run(["merge", "--format", "json"], input: Array(parts.joined().utf8))
        #expect(merged.errors.ranges(of: "plugin org.evil 1: ").count == 1, "\(merged.errors)")
        let plugins = (try object(merged.output)["summary"] as? [String: Any])?["plugins"] as? [[String: Any]]
        #expect(plugins?.count == 2, "\(merged.output)")
    }

    /// Two builds of a plugin that comes with the tool are different rules.
    @Test func partsWithOtherBundledPluginsAreNotPutTogether() throws {
        let tool = try Tool(rules: "rules: [[w, proviso/iban]]")
        defer { tool.remove() }
        let plugin = try tool.install(["libIBAN.so": "IBAN.so"]).appending(path: "IBAN.so")
        for name in ["a.ndjson", "b.ndjson"] { try tool.write(Self.record, to: name) }
        func part(_ name: String) throws -> [UInt8] {
            let line = Array("\(name) 0 \(Self.record.count)\n".utf8)
            let program = tool.folder.appending(path: "bin/proviso").path()
            let result = try tool.run(program: program, ["shard", "--rules", "rules.yaml"], input: line)
            #expect(result.status == 0, "\(result.errors)")
            return Array(result.output.utf8)
        }
        let first = try part("a.ndjson")
        #expect(try tool.run(["merge"], input: first + part("b.ndjson")).status == 1)
        let file = try FileHandle(forWritingTo: plugin)
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        let merged = try tool.run(["merge"], input: first + part("b.ndjson"))
        #expect(merged.status == 3 && merged.errors.contains("catalogs or plugins"), "\(merged.errors)")
    }
}
