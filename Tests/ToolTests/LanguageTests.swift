import TestSupport
import Testing

/// Languages at the command line: any tag is answered, and a rule file's texts by region are shown.
@Suite(.waitingForProcesses) struct LanguageTests {
    private static let rules = """
        labels: { a: { en: Age, pt-BR: Idade, de-AT: Alter, zh-TW: 年齡, es-MX: Edad } }
        rules:
          - [a, required, { message: { en: "{attribute}: one", pt-BR: "{attribute}: um", de-AT: "{attribute}: eins" } }]
        """

    @Test(arguments: [
        ("pt-BR", "Idade: um"), ("pt", "Idade: um"), ("de-AT", "Alter: eins"), ("de", "Age: one"),
        ("zh-TW", "年齡: one"), ("zh-Hant", "年齡: one"), ("es-MX", "Edad: one"), ("en-GB", "Age: one"),
    ]) func textsByRegionAreShown(locale: String, text: String) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        for option in ["--locale", "--accept-language"] {
            let result = try tool.run(["check", "--rules", "rules.yaml", option, locale], input: Array("{}".utf8))
            #expect(result.status == 1)
            #expect(result.output.contains(text), "\(option) \(locale): \(result.output)")
        }
    }

    @Test(arguments: [
        "de-t-m0", "de-t-nu-l99n", "x-t-m0", "de-u-co-t-m0", "-", "de;q=nan", "*",
        String(repeating: "de-", count: 3_000),
        String(repeating: "a,", count: 3_000), "é", "de\u{1B}[31m", "i-klingon;q=1,de-t-m0;q=0.9",
    ]) func noHeaderEndsTheProcess(header: String) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let arguments = ["check", "--rules", "rules.yaml", "--accept-language=\(header)"]
        let result = try tool.run(arguments, input: Array("{}".utf8))
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains(": "))
    }
}
