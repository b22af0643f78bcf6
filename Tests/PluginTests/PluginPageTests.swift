import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// The plugins of Docs/Plugins.md: each stands after `<!-- test: name -->`, and is built and run.
@Suite(.waitingForProcesses) struct PluginPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The block of code after a mark.
    private static func block(_ name: String) throws -> String {
        let page = try String(contentsOf: root.appending(path: "Docs/Plugins.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "<!-- test: \(name) -->\n```")
        let block = try #require(parts.count == 2 ? parts[1] : nil, "no block '\(name)'")
        let body = try #require(block.components(separatedBy: "\n```\n").first)
        return body.drop { $0 != "\n" }.dropFirst() + "\n"
    }

    @Test(arguments: PluginMode.allCases) func sumInC(_ mode: PluginMode) throws {
        let workshop = try Workshop()
        let flags = ["-shared", "-fPIC", "-std=c11", "-Wall", "-Wextra", "-Werror"]
        try expectSums(workshop.compile(.text(Self.block("sum.c")), as: "sum.so", flags: flags), mode)
    }

    /// Built with the modules and objects of this build, as SwiftPM would for a plugin's package.
    @Test(.enabled(if: Workshop.tool("swiftc") != nil, "no swiftc")) func sumInSwift() throws {
        let workshop = try Workshop()
        let source = try Self.block("sum.c")
        let start = try #require(source.range(of: "PROVISO_MANIFEST("))
        let end = try #require(source.range(of: "\n})\n", range: start.upperBound..<source.endIndex))
        let manifest = "#include \"proviso.h\"\n" + source[start.lowerBound..<end.upperBound]
        let object = try workshop.compile(.text(manifest), as: "manifest.o", flags: ["-c", "-fPIC"])
        let file = workshop.path("Sum.swift")
        try Self.block("sum.swift").write(toFile: file, atomically: false, encoding: .utf8)
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()
        let kit = try FileManager.default.contentsOfDirectory(atPath: build + "/ProvisoPluginKit.build")
            .filter { $0.hasSuffix(".o") }.map { build + "/ProvisoPluginKit.build/" + $0 }
        let library = workshop.path("sum.so")
        try Workshop.run(
            #require(Workshop.tool("swiftc")),
            [
                "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-module-name", "Sum",
                "-emit-library",
                "-I", build + "/Modules", "-Xcc", "-fmodule-map-file=\(build)/ProvisoABI.build/module.modulemap",
                file, object, "-o", library,
            ] + kit)
        for mode in PluginMode.allCases { try expectSums(library, mode) }
    }

    private func expectSums(_ file: String, _ mode: PluginMode) throws {
        var registry = Registry.standard
        try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
        let rules = "rules: [[total, example/sum, {of: [net, tax]}], [[net, tax], integer, {strict: true}]]"
        let plan = try Plan(RuleSet(parsing: rules), registry: registry)
        let rows: [(AnyValue, [Code])] = [
            (["net": 100, "tax": 19, "total": 119], []),
            (["net": 100, "tax": 19, "total": 120], ["example/sum.wrong"]),
            (["net": 100, "total": 120], []),
            (["net": 100, "tax": "19", "total": 120], ["integer.type"]),
            (["net": 100, "tax": 19, "total": "119"], ["example/sum.integer"]),
            (["net": .integer(.max), "tax": 1, "total": 1], ["rule.fault"]),
        ]
        for (record, codes) in rows {
            #expect(try plan.validate(record).violations.map(\.code) == codes, "\(record)")
        }
        let report = try plan.validate(rows[1].0)
        let texts = plan.localizer(preferring: "en").texts(report)
        #expect(texts == ["Total must be 119, the sum of its parts."])
        #expect(try Zoo.reports(plan, rows.map(\.0)).map { $0.violations.map(\.code) } == rows.map(\.1))
    }
}
