import Foundation
import TestSupport
import Testing

/// `proviso types`: the manual pages of rule types.
@Suite(.waitingForProcesses) struct TypesCommandTests {
    private func run(_ arguments: String...) throws -> Tool.Result {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.own.utf8), to: "own.yaml")
        return try tool.run(["types"] + arguments)
    }

    private func json(_ arguments: [String]) throws -> [[String: Any]] {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.own.utf8), to: "own.yaml")
        let result = try tool.run(["types", "--json"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
    }

    private static let own = """
        types:
          sku:
            rules: [[string, { max: "${max}" }], [match, { pattern: "^[A-Z]{2}-" }]]
            options: { max: 12, low: { type: integer, default: 3, description: the least } }
            code: sku.invalid
            messages:
              en: { sku.invalid: "{attribute} must be a stock number of {max}." }
              de: { sku.invalid: "{attribute} muss eine Artikelnummer mit {max} sein." }
        rules:
          - [main, sku]
        """

    @Test(arguments: [
        ("en", "Name must contain at least 3 characters."), ("de", "Name muss mindestens 3 Zeichen"),
        ("ja", "Nameは"), ("ar", "Name"),
    ]) func `a message has sample values in each language`(_ locale: String, _ text: String) throws {
        let result = try run("string", "--locale", locale)
        #expect(result.status == 0)
        #expect(result.output.contains("    → string.tooShort {min} {unit}\n"), "\(result.output)")
        #expect(result.output.contains(text), "\(result.output)")
        #expect(!result.output.contains("plural,") && !result.output.contains("{attribute}"), "\(result.output)")
        let codes = try json(["string", "--locale", locale]).first?["codes"] as? [[String: Any]] ?? []
        let short = try #require(codes.first { $0["code"] as? String == "string.tooShort" })
        #expect(short["key"] as? String == "tooShort")
        let texts = (short["rendered"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(!texts.isEmpty && texts.allSatisfy { result.output.contains($0) }, "\(texts)")
    }

    @Test(arguments: ["de", "ar", "ja"]) func `every built-in message can be rendered`(_ locale: String) throws {
        let types = try json(["--locale", locale])
        #expect(types.count > 40)
        for type in types {
            for code in type["codes"] as? [[String: Any]] ?? [] {
                let texts = (code["rendered"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
                #expect(!texts.isEmpty, "\(code["code"] ?? "")")
                #expect(texts.allSatisfy { !$0.contains("{") || code["code"] as? String == "expr.invalid" }, "\(texts)")
            }
        }
    }

    @Test(arguments: [
        ("string", "    unit    string, codePoints by default: what is counted"),
        ("string", "    strict  true or false, true by default: "),
        ("number", "    strict           true or false, false by default: "),
        ("number", "as in 1,900; true by default\n"), ("each", "rule, needed: "),
    ]) func `an option has its default`(_ type: String, _ line: String) throws {
        let result = try run(type)
        #expect(result.output.contains(line), "\(result.output)")
    }

    @Test(arguments: [
        ("string", "unit", "codePoints"), ("number", "grouping", "true"), ("countryCode", "alpha", "2"),
        ("email", "timeout", "5"), ("email", "enableLocalIDN", "true"), ("url", "validSchemes", "http and https"),
        ("date", "locale", "en"), ("compare", "operator", "=="), ("trim", "chars", "white space"),
        ("exist", "targetAttribute", "the name of the attribute"), ("ip", "subnet", "false"),
    ]) func `JSON has the defaults`(_ type: String, _ name: String, _ usual: String) throws {
        let options = try json([type]).first?["options"] as? [[String: Any]] ?? []
        #expect(options.first { $0["name"] as? String == name }?["default"] as? String == usual)
    }

    @Test func `the sample rules are tried`() throws {
        let result = try run("string")
        #expect(result.output.contains("\n    {\"username\":"), "\(result.output)")
        #expect(result.lines.contains { $0.hasSuffix("  →  passes") }, "\(result.output)")
        #expect(result.output.contains("  →  Username must contain"), "\(result.output)")
        let german = try run("string", "--locale", "de")
        #expect(german.output.contains("  →  Username muss"), "\(german.output)")
    }

    @Test func `a type of a rule file has its defaults and messages`() throws {
        let result = try run("--rules", "own.yaml", "sku", "--locale", "de")
        #expect(result.output.contains("max  integer: 12 by default"), "\(result.output)")
        #expect(result.output.contains("low  integer: the least; 3 by default"), "\(result.output)")
        #expect(result.output.contains("Name muss eine Artikelnummer mit {max} sein."), "\(result.output)")
        #expect(result.output.contains("muss eine Artikelnummer mit 12 sein."), "\(result.output)")
    }

    @Test func `mistakes are refused`() throws {
        #expect(try run("strin").status == 2)
        #expect(try run("string", "--locale", "de_%").status == 2)
    }
}
