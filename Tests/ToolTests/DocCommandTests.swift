import Foundation
import FoundationXML
import TestSupport
import Testing

/// `proviso doc`: pages about rules for people.
@Suite(.waitingForProcesses) struct DocCommandTests {
    private static let rules = #"""
        closed: true
        labels:
          price: { de: "Preis <script>x</script> | * `a`", ar: السعر, ja: 価格, pl: Cena }
          discount: { de: Rabatt, ar: الخصم, ja: 割引, pl: Rabat }
          note: { de: "Zeile\nzwei" }
        hints: { discount: { de: "a | b\n# c <b>d</b>" } }
        shapes:
          node: { closed: true, rules: [[name, required], [children.*, shape, { name: node }]] }
        rules:
          - [price, number, { min: 0 }]
          - [discount, number, { min: 0, max: { attribute: price } }]
          - [net, number, { below: { attribute: price } }]
          - [start, date]
          - [end, date, { min: { attribute: start } }]
          - { attributes: note, type: required, when: [color, in, { range: [red, blue] }] }
          - { attributes: vat, type: required, on: express }
          - [tree, shape, { name: node }]
          - [code, string, { max: { attribute: price } }]
          - [size, in, { range: { attribute: sizes } }]
          - [step, multipleOf, { of: { attribute: price } }]
          - attributes: pay
            type: oneOf
            by: kind
            shapes: { card: { closed: true, rules: [[number, required]] }, iban: { rules: [[iban, required]] } }
        """#

    @Test func `a page and a schema need no collection`() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [group, exist, { target: groups }]
                  - [name, unique, { target: names }]
                  - [name, string, { max: 3 }]
                """
        )
        defer { tool.remove() }
        let page = try tool.run(["doc", "rules.yaml", "--locale", "en"])
        #expect(page.status == 0 && page.errors.isEmpty, "\(page.errors)")
        #expect(page.output.contains("Name must contain at most 3"), "\(page.output)")
        let schema = try tool.run(["schema", "export", "rules.yaml"])
        #expect(schema.status == 0 && schema.output.contains("\"maxLength\""), "\(schema.errors)")
        #expect(schema.errors.contains("rule 1 for 'group': exist: other records decide"), "\(schema.errors)")
        // To validate, the collections are needed as before.
        let check = try tool.run(["check", "-r", "rules.yaml"], input: Array("{}".utf8))
        #expect(check.status == 2 && check.errors.contains("no file was given for the collection 'groups'"))
    }

    @Test func `figures of all records and their limits are on the page`() throws {
        let tool = try Tool(
            rules: """
                rules: [[a, string]]
                dataset:
                  - [rows, { min: 1000 }]
                  - [share, { of: a, is: absent, warn: { max: 0.5% }, error: { max: 5% }, label: { de: Ohne A } }]
                  - [sum, { of: n, where: "n > 0", equals: { file: t.csv, column: t }, id: total }]
                  - [count, { of: n, by: [r, s], max: 3 }]
                  - [freshest, { of: t, within: P1D, severity: info }]
                """)
        defer { tool.remove() }
        let text = try tool.run(["doc", "rules.yaml", "--locale", "de"]).output
        for part in [
            "## `dataset`", "| rows `dataset.1` |  | `min: 1000` |", "Ohne A", "`max: 5%`<br>`max: 0.5%` (", "n &gt; 0",
            "equals: { file: t.csv, column: t }", "`total`", "`max: 3, by: r, s`", "`within: P1D` (",
        ] { #expect(text.contains(part), "\(part): \(text)") }
        let html = try tool.run(["doc", "rules.yaml", "--format", "html", "--locale", "ar"]).output
        #expect(html.contains("<code dir=\"ltr\">min: 1000</code>"))
    }

    private func page(_ arguments: String...) throws -> String {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.rules.utf8), to: "r.yaml")
        let result = try tool.run(["doc", "r.yaml"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test(arguments: [
        ("de", "Rabatt darf höchstens „Preis", "„…“ ist nicht erlaubt."), ("pl", "Cena", "„…”"), ("ja", "価格", "…"),
        ("ar", "السعر", "…"), ("en", "Discount must be at most Price.", "“…” is not allowed."),
    ]) func `a bound has the label of its attribute, and closed objects say so`(
        _ locale: String, _ bound: String, _ closed: String
    ) throws {
        let text = try page("--locale", locale)
        let row = try #require(text.split(separator: "\n").first { $0.contains("`discount`") })
        #expect(row.contains(bound.replacingOccurrences(of: "„Preis", with: "Preis")), "\(row)")
        let closing = text.split(separator: "\n").filter { $0.contains("…") && !$0.contains("|") }
        #expect(closing.count == 4 && closing.allSatisfy { $0.contains(closed) }, "\(text)")
    }

    @Test func `dates, exclusive bounds, unions and conditions are in words`() throws {
        let text = try page("--locale", "en")
        for sentence in [
            "Net must be less than Price.", "End must be no earlier than Start.",
            "Pay Kind must be one of: “card” or “iban”.", "Code must contain at most Price characters.",
            "Step must be a multiple of Price.", "Color must be one of: “red” or “blue”",
        ] { #expect(text.contains(sentence), "\(sentence) in \(text)") }
        #expect(text.contains("| Size `size` | optional | Size must be ") && text.contains("Sizes"), "\(text)")
        #expect(!text.contains("range: [red"), "\(text)")
        #expect(text.contains("Scenario: `express`"), "\(text)")
    }

    @Test(arguments: ["de", "ar", "ja", "pl"]) func `HTML is well-formed`(_ locale: String) throws {
        let html = try page("--locale", locale, "--format", "html")
        let direction = locale == "ar" ? "rtl" : "ltr"
        #expect(html.contains("<html lang=\"\(locale)\" dir=\"\(direction)\">"))
        #expect(!html.contains("<script") && !html.contains("<b>"), "\(html)")
        var text = html.replacingOccurrences(of: "<!DOCTYPE html>", with: "")
        for meta in html.components(separatedBy: "<meta ").dropFirst() {
            let tag = "<meta " + meta.prefix { $0 != ">" } + ">"
            text = text.replacingOccurrences(of: tag, with: tag.dropLast() + "/>")
        }
        #expect(XMLParser(data: Data(text.utf8)).parse())
    }

    @Test(arguments: [
        (["-o", "r.html"], true), (["-o", "r.htm"], true), (["-o", "r.md"], false), (["-o", "html"], false),
        (["-o", "r.html", "-f", "markdown"], false), (["-o", "r.md", "-f", "html"], true),
    ]) func `the name of the output says whether it is HTML, unless the format does`(
        _ arguments: [String], _ isHTML: Bool
    ) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(Self.rules.utf8), to: "r.yaml")
        let result = try tool.run(["doc", "r.yaml"] + arguments)
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        let page = String(decoding: try tool.bytes(arguments[1]), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>") == isHTML, "\(page.prefix(80))")
    }

    @Test func `each section with a heading is a link at the top, and one alone is not`() throws {
        let html = try page("--locale", "en", "--format", "html")
        let links = html.ranges(of: "<li><a href=\"#s").count
        #expect(links > 1 && links == html.ranges(of: "<h2 id=\"s").count)
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("rules: [[a.b, required]]".utf8), to: "r.yaml")
        let short = try tool.run(["doc", "r.yaml", "-f", "html"]).output
        #expect(short.contains("<h2 id=\"s") && !short.contains("<nav"), "\(short)")
    }

    @Test func `Markdown keeps each row on its line`() throws {
        let lines = try page("--locale", "de").split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("|---")
        }
        #expect(
            lines.allSatisfy { $0.replacingOccurrences(of: "\\|", with: "").filter { $0 == "|" }.count == 4 },
            "\(lines)")
        #expect(lines.contains { $0.contains("Preis &lt;script&gt;x&lt;/script&gt; \\| \\* \\`a\\`") }, "\(lines)")
    }

    @Test func `items have the label of their list, and an expression is shown`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let rules = """
            labels: { items: { de: Positionen }, "items.*.n": { de: Menge }, parts.*: { de: Teil } }
            rules:
              - ["items.*.n", integer]
              - ["parts.*.n", integer]
              - [total, expr, { must: "this == items.map(i, i.n).sum()" }]
              - [rest, expr, { must: "this < total", message: "zu groß" }]
            """
        try tool.write(Array(rules.utf8), to: "items.yaml")
        let result = try tool.run(["doc", "items.yaml", "--locale", "de"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("## Positionen `items.*`") && result.output.contains("## Teil `parts.*`"))
        #expect(result.output.contains(" `this == items.map(i, i.n).sum()` |"), "\(result.output)")
        #expect(result.output.contains("| zu groß |"), "\(result.output)")
    }

    @Test func `the page goes to a file`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["doc", "rules.yaml", "--output", "page.md"])
        #expect(result.status == 0 && result.output.isEmpty)
        let text = try String(contentsOf: tool.folder.appending(path: "page.md"), encoding: .utf8)
        #expect(text.hasPrefix("# rules.yaml\n"))
        #expect(try tool.run(["doc", "rules.yaml", "--output", "no/page.md"]).status == 3)
    }

    @Test func `a sentence is the message of the violation`() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let text = try tool.run(["doc", "rules.yaml", "--locale", "de"]).output
        let found = try tool.run(
            ["check", "--rules", "rules.yaml", "--locale", "de", "--format", "ndjson"],
            input: Array("{\"age\":3,\"items\":[{}]}".utf8))
        let findings = try found.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let messages = findings.compactMap { $0?["message"] as? String }
        #expect(messages.count == 3)
        for message in messages { #expect(text.contains(message), "\(message) in \(text)") }
    }
}
