import Foundation
import Proviso
import Testing

/// The official test suite of JSON Schema, where the folder shared/suites is beside the package.
@Suite struct SchemaSuiteTests {
    /// A directory of the suite; `nil` where there is none.
    static let folder: URL? = {
        var place = URL(filePath: #filePath)
        while place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            let folder = place.appending(path: "shared/suites/json-schema")
            if FileManager.default.fileExists(atPath: folder.path) { return folder }
        }
        return nil
    }()

    static let skipped: Comment = "skipped: there is no folder shared/suites"

    /// The tests that are not followed, by the end of their file and their description, with the reason.
    static let left: [(file: String, test: String, reason: String)] = [
        (
            "idn-email.json", "a C1 control in the local part is valid",
            "addresses with control characters are refused, as by the rule type email"
        ),
        (
            "idn-email.json", "a noncharacter in the local part is valid",
            "addresses with code points that are no characters are refused, as by the rule type email"
        ),
        ("draft7/optional/content.json", "", "content keywords annotate, as since 2019-09"),
    ]

    private static func isLeft(_ file: String, _ test: String) -> Bool {
        left.contains { file.hasSuffix($0.file) && ($0.test.isEmpty || $0.test == test) }
    }

    @Test(
        .enabled(if: folder != nil, skipped),
        arguments: [
            ("draft2020-12", SchemaDraft.draft2020, false), ("draft2020-12/optional", .draft2020, false),
            ("draft2020-12/optional/format", .draft2020, true), ("draft7", .draft7, false),
            ("draft7/optional", .draft7, false), ("draft7/optional/format", .draft7, true),
        ])
    func followsTheSuite(_ directory: String, _ draft: SchemaDraft, asserts: Bool) throws {
        let folder = try #require(Self.folder)
        var options = JSONSchema.Options()
        (options.draft, options.assertsFormats) = (draft, asserts)
        options.sources.add(directory: folder.appending(path: "remotes").path, as: "http://localhost:1234/")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: directory).path).sorted()
        where name.hasSuffix(".json") {
            let file = "\(directory)/\(name)"
            for group in try AnyValue(json: Array(Data(contentsOf: folder.appending(path: file)))).list ?? [] {
                count += try run(group, file, options)
            }
        }
        #expect(count > 40)
    }

    /// Runs the tests of one schema, and returns their number.
    private func run(_ group: AnyValue, _ file: String, _ options: JSONSchema.Options) throws -> Int {
        let schema = try JSONSchema(parsing: group["schema"]?.json ?? "", file: file, options: options)
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(schema))]))
        let tests = group["tests"]?.list ?? []
        for test in tests {
            let report = try plan.report(of: test["data"]?.json ?? "")
            let description = test["description"]?.text ?? ""
            let isRight = AnyValue.boolean(report.isValid) == test["valid"]
            #expect(
                isRight || Self.isLeft(file, description),
                "\(file): \(group["description"]?.json ?? ""): \(description)")
            #expect(!report.violations.contains { $0.code == "rule.fault" })
        }
        return tests.count
    }

    /// Real schemas: all their instances are valid, and a changed one is not.
    @Test(.enabled(if: folder != nil, skipped)) func acceptsTheInstancesOfRealSchemas() throws {
        let folder = try #require(Self.folder).deletingLastPathComponent().appending(path: "schemas")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count >= 16)
        for name in names {
            let schema = try JSONSchema(contentsOf: folder.appending(path: "\(name)/schema.json").path)
            let plan = try Plan(RuleSet(rules: [Rule(".", .schema(schema))]))
            let text = try String(contentsOf: folder.appending(path: "\(name)/instances.jsonl"), encoding: .utf8)
            let record = Record(for: plan)
            for line in text.split(separator: "\n") {
                try record.fill(json: String(line))
                let report = try plan.validate(record)
                #expect(report.isValid, "\(name): \(report.violations.first?.code ?? "")")
            }
            #expect(try !plan.report(of: "1").isValid)
        }
    }
}

extension Plan {
    /// Validates a JSON text of any kind.
    func report(of json: String) throws -> Report {
        let record = Record(for: self)
        try record.fill(json: json)
        return try validate(record)
    }
}
