import Proviso
import Testing

/// Rule files that are JSON: what RFC 8259 allows is read, and nothing else.
struct RuleJSONTests {
    private func range(_ written: String, file: String? = "r.json") throws -> AnyValue? {
        let text = #"{"rules": [["a", "in", {"range": [\#(written)]}]]}"#
        let rule = try #require(try RuleSet(parsing: text, file: file).rules.first)
        guard case .value(.list(let items))? = rule.constraint.options["range"] else { return nil }
        return items.first
    }

    @Test(arguments: [
        (#""\ud83d\ude00""#, "😀"), (#""\u00e9\u0041""#, "éA"), ("\"\u{7F}\u{80}\u{9F}\"", "\u{7F}\u{80}\u{9F}"),
        ("\"a\u{85}b\"", "a\u{85}b"), ("\"\u{FFFE}\u{FFFF}\"", "\u{FFFE}\u{FFFF}"), ("\"\u{2028}\"", "\u{2028}"),
        (#""\/\b\f\n\r\t\"\\""#, "/\u{8}\u{C}\n\r\t\"\\"), (#""""#, ""), (#""null""#, "null"), (#""  x ""#, "  x "),
    ]) func texts(written: String, text: String) throws {
        for file in ["r.json", "R.JSON", "r.yaml", nil] as [String?] {
            #expect(try range(written, file: file) == .text(text), "\(file ?? "")")
        }
    }

    @Test(arguments: [("1", AnyValue.integer(1)), ("true", .boolean(true)), ("null", .null), ("-2.5", .double(-2.5))])
    func values(written: String, value: AnyValue) throws {
        #expect(try range(written) == value)
    }

    @Test(arguments: [
        ("{\"rules\": [],}", "1:14: not valid JSON: ", "no comma after the last item"),
        ("{\"rules\": [[\"a\", \"safe\"],]}", "1:26: not valid JSON: ", "no comma after the last item"),
        ("{'rules': []}", "1:2: not valid JSON: ", "in double quotes"),
        ("{\n  // all\n  \"rules\": []}", "2:3: not valid JSON: ", "no comments"),
        ("# all\n{\"rules\": []}", "1:1: not valid JSON: ", "no comments"),
        ("rules: []", "1:1: not valid JSON: ", "found the word 'rules'"),
        (
            "\nrules: []", "2:1: not valid JSON: ",
            "(a file with a name that ends in .json is read as JSON; name it .yaml)"
        ),
        ("{\"é\": \"\\ud83d\"}", "1:8: not valid JSON: ", "surrogate pair"), ("", "1:1: not valid JSON: ", "the end"),
        ("{\"rules\": []", "1:13: not valid JSON: ", "the end"),
    ]) func whatIsNoJSON(text: String, place: String, reason: String) {
        let found = diagnostics(text, file: "r.json", registry: .standard)
        #expect(found.count == 1 && found[0].hasPrefix("r.json:" + place) && found[0].contains(reason), "\(found)")
    }

    @Test func placesAreThoseOfCharacters() {
        let text = "{\n  \"labels\": {\"é\": \"😀\"}, \"rulez\": 1,\r\n\"rules\": [[\"é\", \"strng\"]]}"
        #expect(
            diagnostics(text, file: "r.json", registry: .standard)
                == ["r.json:2:25: unknown key 'rulez'; did you mean 'rules'?"])
    }

    @Test func keysMustDiffer() {
        let found = diagnostics(#"{"rules": [], "rules": []}"#, file: "r.json", registry: .standard)
        #expect(found == ["r.json:1:15: the key 'rules' appears twice"])
    }

    @Test func keysThatDifferOnlyInEscapesAreTheSame() {
        let found = diagnostics(#"{"rules": [], "\u0072ules": []}"#, file: "r.json", registry: .standard)
        #expect(found == ["r.json:1:15: the key 'rules' appears twice"])
    }

    @Test(arguments: [1, 8, 9, 10, 300]) func keysOfObjectsOfAnySizeMustDiffer(size: Int) {
        let labels = (0..<size).map { "\"k\($0)\": \"x\"" } + ["\n\"k\(size / 2)\": \"y\""]
        let text = "{\"labels\": {\(labels.joined(separator: ","))}, \"rules\": []}"
        let found = diagnostics(text, file: "r.json", registry: .standard)
        #expect(found == ["r.json:2:1: the key 'k\(size / 2)' appears twice"])
    }

    @Test func numberOfValuesIsLimited() {
        let items = String(repeating: "1,", count: 199_990)
        let found = [items + "1", items + items + "1"].map { items in
            diagnostics("{\"rules\":[[\"a\", \"in\", {\"range\": [\(items)]}]]}", file: "r.json", registry: .standard)
        }
        #expect(found[0] == [])
        #expect(found[1].count == 1 && found[1][0].contains("too large or too deep"), "\(found[1])")
    }

    @Test func depthIsLimited() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(diagnostics("{\"rules\": \(deep)}", file: "r.json", registry: .standard).count == 1)
        #expect(diagnostics(deep, file: "r", registry: .standard).count == 1)
    }

    @Test func flowStyleStaysYAML() throws {
        #expect(try RuleSet(parsing: "{rules: [[a, safe],]} # all", file: "r.yaml").rules.count == 1)
    }
}
