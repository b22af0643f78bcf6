import Foundation
import Proviso
import ProvisoEditing
import Testing

@Suite struct ServerNavigationTests {
    private func hover(_ text: String, settings: AnyValue = [:]) throws -> String {
        var client = try ServerClient(
            LanguageTools(manual: { "manual of \($0.type)" }), settings: settings)
        defer { client.remove() }
        let marked = Marked(text)
        let uri = client.open(marked.text)
        return client.ask("hover", uri, marked.start)["contents"]?["value"]?.text ?? ""
    }

    @Test(arguments: [
        ("rules:\n  - [name, str¦ing, { min: 3 }]\n", "manual of string"),
        ("rules:\n  - [name, str¦ing, { min: 3 }]\n", "Name muss mindestens 3 Zeichen lang sein."),
        (
            "labels: { name: { de: Benutzername } }\nrules:\n  - [na¦me, required]\n",
            "Benutzername muss ausgefüllt werden."
        ),
        ("rules:\n  - { attributes: a, type: requ¦ired, message: \"Bitte {attribute}!\" }\n", "Bitte A!"),
        ("rules:\n  - [name, string, { m¦in: 3 }]\n", "`min` of `string`"),
        ("rules:\n  - attributes: name\n    type: string\n    sever¦ity: info\n", "`severity`"),
        ("rul¦es:\n  - [name, string]\n", "`rules`"),
        (
            "rules:\n  - [name, string]\nmessages: { en: { string.too¦Short: \"x {min}\" } }\n",
            "muss mindestens 3 Zeichen"
        ),
        ("labels: { na¦me: { de: Benutzername } }\nrules:\n  - [name, string]\n", "**Benutzername**"),
        ("types: { sku: { rules: [[string]] } }\nrules:\n  - [a, s¦ku]\n", "manual of sku"),
        ("table: { rag¦ged: pad }\nrules: []\n", "`ragged`: what becomes"),
        ("shapes: { node: { clo¦sed: true, rules: [] } }\nrules: []\n", "`closed`: whether members"),
        (
            "rules:\n  - { attributes: a, type: required, when: { any¦Item: [b.*, required] } }\n",
            "`anyItem`: at least one"
        ),
    ])
    func `a word is explained in the chosen language`(_ text: String, _ expected: String) throws {
        let found = try hover(text, settings: ["locale": "de"])
        #expect(found.contains(expected), "found \(found)")
    }

    @Test(arguments: [
        ("types: { «sku»: { rules: [[string]] } }\nrules:\n  - [a, s¦ku]\n"),
        ("types: { «sku»: { rules: [[string]] } }\nrules:\n  - [a, each, { rule: s¦ku }]\n"),
        ("shapes: { «node»: [[a, required]] }\nrules:\n  - [a, shape, { name: no¦de }]\n"),
        ("variables: { «max»: 3 }\nrules:\n  - [a, number, { max: \"${m¦ax}\" }]\n"),
    ])
    func `a name leads to its definition`(_ text: String) throws {
        var client = try ServerClient()
        defer { client.remove() }
        let target = Marked(text.replacing("¦", with: ""))
        let cursor = Marked(text.replacing("«", with: "").replacing("»", with: ""))
        let uri = client.open(cursor.text)
        let found = client.ask("definition", uri, cursor.start)
        #expect(found["uri"]?.text == uri)
        #expect(found["range"] == target.range)
    }

    /// What a rule file includes must be in its directory: no name leads elsewhere, and nothing there is read.
    @Test func `nothing outside of the directory is opened`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let outside = client.folder.deletingLastPathComponent().appending(path: "outside-\(UUID().uuidString).yaml")
        try "types: { secret: { rules: [[string]] } }\nrules: [[hidden, safe]]\n".write(
            to: outside, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: outside) }
        for name in [outside.path(), "../\(outside.lastPathComponent)"] {
            let marked = Marked("include: ['\(name.prefix(4))¦\(name.dropFirst(4))']\nrules:\n  - [a, secret]\n")
            let uri = client.open(marked.text)
            #expect(client.ask("definition", uri, marked.start) == .null)
            let cursor = Marked("include: ['\(name)']\nrules:\n  - [a, s¦tring]\n")
            let other = client.open(cursor.text)
            #expect(client.ask("definition", other, cursor.start) == .null)
            let completed = client.ask("completion", other, cursor.start)
            #expect(!"\(completed)".contains("secret"), "\(completed)")
        }
    }

    @Test func `an included file and its names are found`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        try client.write("types:\n  sku: { rules: [[string]] }\n", to: "types.yaml")
        let marked = Marked("include: [ty¦pes.yaml]\nrules:\n  - [a, sku]\n")
        let uri = client.open(marked.text)
        #expect(client.ask("definition", uri, marked.start)["uri"]?.text == client.uri("types.yaml"))
        let type = client.ask("definition", uri, (2, 9))
        #expect(type["uri"]?.text == client.uri("types.yaml") && type["range"]?["start"]?["line"] == 1)
    }

    /// Renames the attribute at `¦`, and returns the text after it.
    private func renamed(_ text: String, to name: String, more: [String: String] = [:]) throws -> [String: String] {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked(text)
        for (name, text) in more { try client.write(text, to: name) }
        let uri = client.open(marked.text)
        let answer = client.ask("rename", uri, marked.start, [AnyValue.Member("newName", .text(name))])
        guard let changes = answer["changes"]?.members else { return ["refusal": answer.text ?? "nothing"] }
        var result: [String: String] = [:]
        for change in changes {
            let file = String(change.key.split(separator: "/").last ?? "")
            let lines = LineTable(file == "rules.yaml" ? marked.text : more[file] ?? "")
            var text = lines.text
            func offset(_ place: AnyValue?) -> String.Index {
                lines.index(line: place?["line"]?.int ?? 0, utf16: place?["character"]?.int ?? 0)
            }
            for edit in (change.value.list ?? []).reversed() {
                let range = offset(edit["range"]?["start"])..<offset(edit["range"]?["end"])
                text.replaceSubrange(range, with: edit["newText"]?.text ?? "")
            }
            result[file] = text
        }
        return result
    }

    @Test func `an attribute is renamed everywhere`() throws {
        let text = """
            optional: "na¦me, age"
            labels: { name: Name }
            scenarios: { register: [name, '!name'] }
            rules:
              - [[name, age], required]
              - { attributes: "age,name", type: string, message: "name {attribute}" }
              - { attributes: age, type: required, when: [name, required], unless: { any: [[name, email]] } }
              - [age, compare, { compareAttribute: name }]
              - [age, number, { max: { attribute: name } }]
              - [age, expr, { must: "name.size() > 2 && other.name != 'name'" }]
              - [name.first, string]
              - [surname, string]
            shapes: { node: [[name, required]] }
            tests:
              - { record: { name: x, age: name }, finds: [[name, string.type]] }
            """
        let after = try renamed(text, to: "title")
        #expect(
            after["rules.yaml"] == """
                optional: "title, age"
                labels: { title: Name }
                scenarios: { register: [title, '!title'] }
                rules:
                  - [[title, age], required]
                  - { attributes: "age,title", type: string, message: "name {attribute}" }
                  - { attributes: age, type: required, when: [title, required], unless: { any: [[title, email]] } }
                  - [age, compare, { compareAttribute: title }]
                  - [age, number, { max: { attribute: title } }]
                  - [age, expr, { must: "title.size() > 2 && other.name != 'name'" }]
                  - [title.first, string]
                  - [surname, string]
                shapes: { node: [[name, required]] }
                tests:
                  - { record: { title: x, age: name }, finds: [[title, string.type]] }
                """)
    }

    @Test func `an attribute is renamed in strings of several lines, and in the records before a case`() throws {
        let text = """
            rules:
              - [na¦me, required]
              - attributes: age
                type: expr
                must: "age > 1
                  && name != ''"
              - { attributes: age, type: expr, must: age > 2
                  && name != 'x' }
            tests:
              - { before: [{ name: x }], record: { name: y }, valid: true }
            """
        let after = try renamed(text, to: "title")
        #expect(
            after["rules.yaml"]
                == text.replacing("na¦me", with: "title").replacing("&& name", with: "&& title")
                .replacing("{ name:", with: "{ title:"))
    }

    @Test func `an attribute is renamed in included files`() throws {
        let after = try renamed(
            "include: [part.yaml]\nrules:\n  - [ci¦ty, required]\n", to: "town",
            more: ["part.yaml": "rules: [[city, string]]\n"])
        #expect(after["part.yaml"] == "rules: [[town, string]]\n")
        #expect(after["rules.yaml"]?.contains("[town, required]") == true)
    }

    @Test(arguments: [
        (
            "rules:\n  - [items.*.pri¦ce, number]\n  - [total, expr, { must: \"items.map(i, i.qty * i.price).sum() == total\" }]\n",
            "items.*.cost", "items.map(i, i.qty * i.cost).sum() == total"
        ),
        (
            "rules:\n  - [items.*.pri¦ce, number]\n  - [total, expr, { must: \"items[0].price <= total\" }]\n",
            "items.*.cost",
            "items[0].cost <= total"
        ),
        (
            "rules:\n  - [items.*.s¦ku, string]\n  - [items, distinct, { by: sku }]\n", "items.*.code",
            "distinct, { by: code }"
        ),
        (
            "rules:\n  - [weight, number]\n  - [total, expr, { must: \"wei¦ght < total\" }]\n", "mass", "[mass, number]"
        ),
        ("rules:\n  - [weight, number]\ntests: [{ record: { wei¦ght: 1 }, finds: [] }]\n", "mass", "[mass, number]"),
        (
            "rules:\n  - [coun¦try, string]\n  - [zip, postalCode, { countryAttribute: country }]\n", "nation",
            "{ countryAttribute: nation }"
        ),
        (
            "rules:\n  - [coun¦try, string]\n  - [zip, string, { when: { attributes: zip, type: postalCode, "
                + "countryAttribute: country } }]\n", "nation", "countryAttribute: nation"
        ),
        ("rules:\n  - [bo¦rn, date]\n  - [at, date, { timestampAttribute: born }]\n", "day", "timestampAttribute: day"),
        (
            "rules:\n  - [id, integer]\n  - [name, unique, { target: users, options: { except: i¦d } }]\n", "key",
            "{ except: { key: id } }"
        ),
        (
            "{\"rules\":[[\"i¦d\",\"integer\"],[\"name\",\"unique\",{\"target\":\"users\",\"options\":{\"except\":\"id\"}}]]}",
            "key", "{\"except\":{ \"key\": \"id\" }}"
        ),
        (
            "rules:\n  - [country, string]\n  - [zip, exist, { target: zips, targetAttribute: { coun¦try: land, zip: zip } }]\n",
            "nation", "targetAttribute: { nation: land, zip: zip }"
        ),
        (
            "rules:\n  - [a.coun¦try, string]\n  - [zip, unique, { targetAttribute: [zip, a.country] }]\n", "a.nation",
            "targetAttribute: [zip, a.nation]"
        ),
        (
            "rules:\n  - [address.ci¦ty, string]\n  - [address, keys, { only: [street, city], required: city }]\n",
            "address.town", "{ only: [street, town], required: town }"
        ),
        (
            "rules:\n  - [price, number]\n  - [total, expr, { must: \"total > 1\", code: x.y, with: { limit: \"pri¦ce * 2\" } }]\n",
            "cost", "with: { limit: \"cost * 2\" }"
        ),
    ])
    func `members are renamed in expressions and options`(_ text: String, _ name: String, _ expected: String) throws {
        let after = try renamed(text, to: name)
        #expect(after["rules.yaml"]?.contains(expected) == true, "found \(after)")
    }

    @Test func `a file that is included below a prefix keeps its own paths`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let part = client.open("rules:\n  - [city, string]\n", "part.yaml")
        let root = client.open(
            "include: [{ file: part.yaml, prefix: home }]\nrules:\n  - [home.city, required]\n  - [city, string]\n")
        let answer = client.ask("rename", part, (1, 6), [AnyValue.Member("newName", "town")])
        func texts(_ uri: String) -> [AnyValue]? { answer["changes"]?[uri]?.list?.compactMap { $0["newText"] } }
        #expect(texts(part) == ["town"] && texts(root) == ["home.town"])
    }

    @Test(arguments: [
        (
            "rules:\n  - [coun¦try, string]\n  - [zip, exist, { target: zips, targetAttribute: [zip, country] }]\n",
            "the list in line 3 also has the names in the collection; write an object there first: 'country: country'"
        )
    ])
    func `a name that is also that of a column is not renamed in a list`(_ text: String, _ expected: String) throws {
        let refusal = try renamed(text, to: "nation")["refusal"]
        #expect(refusal?.contains(expected) == true, "found \(refusal ?? "nothing")")
    }

    @Test func `columns of collections keep their names`() throws {
        let after = try renamed(
            "rules:\n  - [coun¦try, string]\n  - [zip, exist, { target: zips, targetAttribute: country }]\n",
            to: "nation")
        #expect(after["rules.yaml"]?.contains("[nation, string]") == true)
        #expect(after["rules.yaml"]?.contains("targetAttribute: country") == true)
    }

    @Test func `a rename that would change what is compared is refused`() throws {
        let refusal = try renamed("rules:\n  - [pass¦word, compare]\n  - [password_repeat, safe]\n", to: "pw")[
            "refusal"]
        #expect(refusal?.contains("'password_repeat', by its name") == true, "found \(refusal ?? "nothing")")
    }

    @Test(arguments: [
        ("[a, in, { range: [x, y] }]", ["A must be one of: “x” or “y”. `in.invalid`"]),
        (
            "[a, integer, { max: 5 }]",
            ["A must be a whole number. `integer.type`", "A must be at most 5. `number.tooBig`"]
        ),
        (
            "[a, string, { max: 40 }]",
            ["A must be text. `string.type`", "A must contain at most 40 characters. `string.tooLong`"]
        ),
        ("[a, compare, { compareValue: 5, operator: \"<\" }]", ["A must be less than 5. `compare.less`"]),
        ("[a, pct]", ["A must be a number. `number.type`", "A must be at least 0. `number.tooSmall`"]),
        ("[a, date, { min: 2020-01-01 }]", ["A must be a valid date"]),
    ])
    func `the messages of a rule are those that it gives`(_ rule: String, _ expected: [String]) throws {
        let text = "types: { pct: [[number, { min: 0, max: 100 }]] }\nrules:\n  - \(rule)\n"
        let found = try hover(text.replacing("- [a", with: "- [¦a"))
        for line in expected { #expect(found.contains(line), "found \(found)") }
        #expect(!found.contains(" 3") && !found.contains("…"), "found \(found)")
    }

    @Test func `the parts of an outline are within their parents, and types are in it`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open(
            "types:\n  sku: [[string]]\nrules:\n  - [a, sku]\n  - [b, string]\n  - [a, required]\n")
        let symbols = client.request("textDocument/documentSymbol", ["textDocument": ["uri": .text(uri)]])["result"]
        #expect(symbols?.list?.map { $0["name"] } == ["sku", "a", "b"])
        func line(_ value: AnyValue?, _ end: String) -> Int { value?["range"]?[end]?["line"]?.int ?? -1 }
        for symbol in symbols?.list ?? [] {
            for child in symbol["children"]?.list ?? [] {
                #expect(line(symbol, "start") <= line(child, "start") && line(child, "end") <= line(symbol, "end"))
            }
        }
    }

    @Test func `the paths of found values keep their numbers`() throws {
        let after = try renamed(
            """
            rules:
              - [items.*.sk¦u, string]
            tests: [{ record: { items: [{ sku: 1 }] }, finds: [[items.0.sku, string.type]] }]
            """, to: "items.*.code")
        #expect(
            after["rules.yaml"] == """
                rules:
                  - [items.*.code, string]
                tests: [{ record: { items: [{ code: 1 }] }, finds: [[items.0.code, string.type]] }]
                """)
    }

    @Test func `a part is checked with the file that includes it`() throws {
        var client = try ServerClient(settings: ["locale": "de"])
        defer { client.remove() }
        let part = client.open("rules:\n  - [name, sku]\n  - [name, string, { min: 3 }]\n", "part.yaml")
        #expect(client.diagnostics(part).count == 1)
        client.open("include: [part.yaml]\ntypes: { sku: { rules: [[string, { min: 3 }]] } }\n")
        #expect(client.diagnostics(part) == [])
        let text = client.ask("hover", part, (2, 12))["contents"]?["value"]?.text ?? ""
        #expect(text.contains("Name muss"), "found \(text)")
        client.note("textDocument/didClose", ["textDocument": ["uri": .text(client.uri("rules.yaml"))]])
        #expect(client.diagnostics(part).count == 1)
    }

    @Test(arguments: [
        ("age", "'age' is the name of another attribute"), ("", "is not a path"), ("a b,c", "is not a path"),
        ("a..b", "is not a path"), ("x.name", "would need another structure"),
    ])
    func `a name that does not fit is refused`(_ name: String, _ reason: String) throws {
        let text = "rules:\n  - [na¦me, string]\n  - [age, number]\ntests: [{ record: { name: x }, finds: [] }]\n"
        let refusal = try renamed(text, to: name)["refusal"]
        #expect(refusal?.contains(reason) == true, "found \(refusal ?? "nothing")")
    }

    @Test func `only attributes can be renamed`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked("rules:\n  - [name, str¦ing]\n")
        let uri = client.open(marked.text)
        #expect(client.ask("prepareRename", uri, marked.start) == .null)
        #expect(client.ask("prepareRename", uri, (1, 6))["placeholder"] == "name")
    }

    @Test func `rules are listed by attribute, and uses are found`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open(
            "rules:\n  - [[name, age], required]\n  - { attributes: name, type: string, when: [age, email] }\n")
        let symbols = client.request("textDocument/documentSymbol", ["textDocument": ["uri": .text(uri)]])["result"]
        #expect(symbols?.list?.map { $0["name"] } == ["name", "age"])
        #expect(symbols?[0]?["children"]?.list?.map { $0["name"] } == ["required", "string"])
        #expect(client.ask("references", uri, (1, 6)).list?.count == 2)
    }

    @Test func `a formatter formats the whole document`() throws {
        var client = try ServerClient(LanguageTools(format: { _ in "rules: []\n" }))
        defer { client.remove() }
        let uri = client.open("rules:   []\n")
        let edits = client.request("textDocument/formatting", ["textDocument": ["uri": .text(uri)]])["result"]
        #expect(edits?[0]?["newText"] == "rules: []\n")
    }
}
