import Glibc
import Proviso
import ProvisoPlugins
import Testing

/// Reloads of rule files that include others.
struct IncludeReloadTests {
    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    @Test func aChangedIncludeMakesAGeneration() throws {
        var template = Array("/tmp/proviso-include-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/"
        try write("include: part.yaml\n", to: directory + "main.yaml")
        try write("variables: { m: 1 }\nrules: [[a, required]]\n", to: directory + "part.yaml")
        let source = try PlanSource(rules: directory + "main.yaml")
        #expect(source.reload().isNew == false)
        try write("rules: [[a, required], [b, required]]\n", to: directory + "part.yaml")
        #expect(source.reload().isNew)
        #expect(try source.current.plan.validate(AnyValue.object([])).violations.count == 2)
        try write("rules: [[a, requird]]\n", to: directory + "part.yaml")
        let refused = source.reload()
        #expect(!refused.isNew)
        #expect(refused.warnings.first?.contains("included by \(directory)main.yaml:1:10") == true)
        unlink(directory + "part.yaml")
        #expect(!source.reload().isNew)
        #expect(source.warnings.first?.contains("cannot read") == true)
    }

    /// The first reading, reloads and candidates take the same directory.
    @Test func includedFilesMayBeInAWiderDirectory() throws {
        var template = Array("/tmp/proviso-include-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir(directory + "/rules", 0o755)
        let file = directory + "/rules/main.yaml"
        try write("include: ../part.yaml\n", to: file)
        try write("rules: [[a, required]]\n", to: directory + "/part.yaml")
        #expect(throws: RuleSetError.self) { try PlanSource(rules: file) }
        let source = try PlanSource(rules: file, includeRoot: directory)
        try write("rules: [[a, required], [b, required]]\n", to: directory + "/part.yaml")
        #expect(source.reload().isNew, "\(source.warnings)")
        try write("include: ../part.yaml\nrules: [[c, required]]\n", to: directory + "/rules/next.yaml")
        let shadow = try source.beginShadow(rules: directory + "/rules/next.yaml")
        #expect(try source.promote(shadow).plan.validate(AnyValue.object([])).violations.count == 3)
        try write("include: /etc/hostname\n", to: directory + "/rules/next.yaml")
        #expect(!source.reload().isNew)
        #expect(source.warnings.first?.contains("is outside of the directory \(directory)") == true)
    }
}
