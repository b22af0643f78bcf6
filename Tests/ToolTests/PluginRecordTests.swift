import Foundation
import TestSupport
import Testing

/// Plugins that read other attributes, as the tool runs them over files.
@Suite(.waitingForProcesses) struct PluginRecordTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

    private func tool(rules: String) throws -> Tool {
        let tool = try Tool(rules: rules)
        let folder = tool.folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try tool.command([
            "cc", "-shared", "-fPIC", "-I", Self.root + "/Sources/ProvisoABI/include",
            Self.root + "/Tests/PluginTests/Fixtures/siblings.c", "-o", "plugins/siblings.so",
        ])
        return tool
    }

    /// More rows than a batch holds; some are invalid by the plugin, some by another rule.
    @Test func tablesHaveARecordForEachRow() throws {
        let tool = try tool(
            rules: """
                proviso: 1
                rules:
                  - [x, acme/same, { than: y }]
                  - [[x, y], integer, { strict: true }]
                """)
        defer { tool.remove() }
        let rows = (0..<9000).map { "\($0),\($0 % 100 == 7 ? "1" : $0 % 1000 == 8 ? "no" : "\($0)"),\($0)" }
        try tool.write(Array(("x,y,z\n" + rows.joined(separator: "\n")).utf8), to: "data.csv")
        let results = try ["inproc", "worker"].map { mode in
            try tool.run(
                ["check", "--rules", "rules.yaml", "--plugins", "plugins", "--plugin-mode", mode, "data.csv"])
        }
        #expect(results.allSatisfy { $0.status == 1 })
        #expect(results[0].output == results[1].output)
        #expect(results[0].errors == results[1].errors)
        #expect(results[0].lines.count { $0.hasSuffix("[acme/same.other /x]") } == 99)
        #expect(results[0].lines.count { $0.hasSuffix("[integer.type /y]") } == 9)
    }

    /// An attribute that a rule reads must have a column, like one that it validates.
    @Test func tablesNeedTheColumnsThatPluginsRead() throws {
        let tool = try tool(rules: "rules: [[x, acme/same, { than: y }], [y, safe]]")
        defer { tool.remove() }
        try tool.write(Array("x,z\n1,1\n".utf8), to: "data.csv")
        let result = try tool.run(["check", "--rules", "rules.yaml", "--plugins", "plugins", "data.csv"])
        #expect(result.status == 2)
        #expect(result.errors.contains("'y'"))
    }

    @Test func infoShowsWhatIsRead() throws {
        let tool = try tool(rules: "rules: []")
        defer { tool.remove() }
        let lines = try tool.run(["plugin", "info", "plugins/siblings.so"]).lines
        #expect(
            lines.filter { $0.hasPrefix("reads ") } == [
                "reads    acme/with: the attributes that 'than', 'among' names",
                "reads    acme/whole: the whole record",
                "reads    acme/same: the attributes that 'than' names",
            ])
    }
}
