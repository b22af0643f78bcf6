import Testing

/// Rules, and records of growing size for them.
struct MeterRow: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: String
    let count: Int
    /// A record in proportion to a number.
    let make: @Sendable (Int) -> String

    init(_ name: String, _ rules: String, _ count: Int = 500, _ make: @escaping @Sendable (Int) -> String) {
        (self.name, self.rules, self.count, self.make) = (name, rules, count, make)
    }

    var testDescription: String { name }
    /// The rules as a whole file.
    var file: String { rules.hasPrefix("[") ? "rules: [\(rules)]" : rules }

    private static func list(_ count: Int, _ item: (Int) -> String = { "\($0)" }) -> String {
        "[" + (0..<count).map(item).joined(separator: ",") + "]"
    }

    private static func object(_ count: Int, _ value: (Int) -> String = { "\($0)" }) -> String {
        "{" + (0..<count).map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}"
    }

    private static func text(_ count: Int, _ part: String = "ab ") -> String {
        "\"" + String(repeating: part, count: count) + "\""
    }

    /// A list `a` of numbers.
    private static func numbers(_ name: String, _ rules: String) -> MeterRow {
        MeterRow(name, rules) { "{\"a\":\(list($0)),\"b\":\(list($0))}" }
    }

    /// Lists `a` and `b` of objects.
    private static func objects(_ name: String, _ rules: String) -> MeterRow {
        let item: @Sendable (Int) -> String = { "{\"id\":\($0),\"name\":\"n\($0)\",\"on\":false}" }
        return MeterRow(name, rules) { "{\"a\":\(list($0, item)),\"b\":\(list($0, item)),\"c\":1}" }
    }

    /// An expression over lists of numbers `a` and `b`, and another over strings.
    private static func expression(_ must: String) -> MeterRow {
        numbers(must, "[[a, b], safe], [a, expr, { must: \"\(must)\" }]")
    }

    private static func names(_ must: String) -> MeterRow {
        MeterRow("names: \(must)", "[[a, b], safe], [a, expr, { must: \"\(must)\" }]") {
            "{\"a\":\(list($0) { "\"key\($0)\"" }),\"b\":\(list($0) { "\"key\($0)\"" })}"
        }
    }

    private static func strings(_ must: String) -> MeterRow {
        MeterRow("strings: \(must)", "[[a, b], string], [a, expr, { must: \"\(must)\" }]", 20_000) {
            "{\"a\":\(text($0, "aa")),\"b\":\"\(String(repeating: "a", count: $0))b\"}"
        }
    }

    private static func keyed(_ must: String) -> MeterRow {
        MeterRow("keys: \(must)", "[[a, b], safe], [a, expr, { must: \"\(must)\" }]") {
            "{\"a\":\(list($0) { "\"k\($0)\"" }),\"b\":\(object($0))}"
        }
    }

    static let nested = """
        shapes:
          n:
            - attributes: a
              type: oneOf
              shapes:
                x: [[k, required], [., shape, { name: n, maxDepth: 100 }]]
                y: [[j, required], [., shape, { name: n, maxDepth: 100 }]]
        rules:
          - [., shape, { name: n, maxDepth: 100 }]
        """

    static let linear: [MeterRow] = rules + expressions + unions

    private static let rules: [MeterRow] = [
        numbers("items", "[a.*, integer]"),
        numbers("items that are wrong", "[a.*, string]"),
        numbers("each", "[a, each, { rule: [integer, { max: 9 }], stopOnFirstError: false }]"),
        numbers("each with another message", "[a, each, { rule: string, allowMessageFromRule: false }]"),
        numbers("contains", "[a, contains, { rule: [integer, { min: 100000 }] }]"),
        numbers("distinct", "[a, distinct]"),
        numbers("sorted", "[a, sorted]"),
        numbers("sorted backwards", "[a, sorted, { order: descending }]"),
        numbers("in another list", "[a.*, in, { range: { attribute: b } }]"),
        numbers("not in another list", "[a.*, in, { range: { attribute: b }, not: true }]"),
        numbers("a list in another list", "[a, in, { range: { attribute: b }, allowArray: true }]"),
        objects("members of items", "[[a.*.id], integer], [a.*.name, string, { max: 20 }]"),
        objects("absent members of items", "[a.*.missing, required]"),
        objects("members in another list", "[a.*.id, in, { range: { attribute: b.*.id } }]"),
        objects("distinct by a member", "[a, distinct, { by: id }]"),
        objects("distinct by members without case", "[a, distinct, { by: [name, id], caseFold: true }]"),
        objects("distinct objects", "[a, distinct]"),
        objects("sorted by a member", "[a, sorted, { by: id }]"),
        objects("contains where", "[a, contains, { where: [id, compare, { compareValue: -1 }], min: 0, max: 3 }]"),
        objects("comparison with another member", "[a.*.id, compare, { compareAttribute: a.*.id }]"),
        objects(
            "a condition on a member",
            "{ attributes: a.*.name, type: required, when: [a.*.on, compare, { compareValue: true }] }"
        ).wrapped,
        objects(
            "a condition about other items",
            "{ attributes: a.*.name, type: required, when: { anyItem: [b.*.on, compare, { compareValue: true }] } }"
        ).wrapped,
        objects(
            "a condition about all other items",
            "{ attributes: a.*.name, type: required, unless: { everyItem: [b.*.on, compare, { compareValue: false }] } }"
        ).wrapped,
        objects(
            "a condition about no other item",
            "{ attributes: a.*.name, type: required, when: { all: [{ noItem: [b.*.on, compare, { compareValue: true }] }, [c, compare, { compareValue: 1 }]] } }"
        ).wrapped,
        objects(
            "a number of other items",
            "{ attributes: a.*.name, type: required, when: { atLeast: 3, item: [b.*.on, compare, { compareValue: false }] } }"
        ).wrapped,
        objects(
            "an expression about other items as a condition",
            "[b, safe], { attributes: a.*.name, type: required, when: { expr: 'b.exists(o, o.on)' } }"
        ).wrapped,
        objects("values that are set", "[a.*.name, trim], [a.*.more, default, { value: 1 }]"),
        objects("values of items that are set, and the record", "[., safe], [a.*.name, trim]"),
        MeterRow("keys", "[o, keys, { rule: [match, { pattern: '^k[0-9]+$' }] }]") { "{\"o\":\(object($0))}" },
        MeterRow("keys that are unknown", "[o, keys, { only: [x, y] }]") { "{\"o\":\(object($0))}" },
        MeterRow("members of an object", "[o.*, integer]") { "{\"o\":\(object($0))}" },
        MeterRow("closed", "closed: true\nrules: [[a, safe]]") { object($0) },
        MeterRow("closed items", "closed: true\nrules: [[a.*.x, integer]]") {
            "{\"a\":\(list($0) { "{\"x\":\($0),\"y\":1}" })}"
        },
        MeterRow("lists in lists", "[a.*.*, integer]") { "{\"a\":\(list($0) { "[\($0),1,2]" })}" },
        MeterRow("each in each", "[a, each, { rule: [each, { rule: integer }] }]") {
            "{\"a\":\(list($0) { "[\($0),1,2]" })}"
        },
        MeterRow("numbers as people write them", "[a.*, number, { locale: de }]") {
            "{\"a\":\(list($0) { "\"\($0),5\"" })}"
        },
        MeterRow("dates", "[a.*, date, { format: yyyy-MM-dd, min: '2000-01-01' }]") {
            "{\"a\":\(list($0) { _ in "\"2024-05-01\"" })}"
        },
        MeterRow("patterns", "[a.*, match, { pattern: '^(a|aa)+$' }]") {
            "{\"a\":\(list($0) { _ in "\"aaaaaaaab\"" })}"
        },
        numbers(
            "a type of the file",
            "types: { own: [[integer, { min: 0 }], [in, { range: { attribute: b } }]] }\nrules: [[a.*, own], [a, each, { rule: own }]]"
        ),
        numbers("a union of kinds", "[a.*, oneOf, { shapes: { string: [[., string]], integer: [[., integer]] } }]"),
        numbers("items that stop", "[a, each, { rule: string, stopOnFirstError: true }], [a.*, string, { max: 1 }]"),
        numbers("a bound of another list", "[a, count, { min: 1 }], [a.*, number, { min: { attribute: b.0 } }]"),
        numbers("the record as a whole", "[., expr, { must: 'record.size() == 2' }], [a.*, integer]"),
        objects(
            "a shape of items", "shapes: { s: [[id, integer], [name, string]] }\nrules: [[a.*, shape, { name: s }]]"),
        objects(
            "a shape that sees its record",
            "shapes: { s: [[id, in, { range: { attribute: record.b.*.id } }]] }\nrules: [[b, safe], [a.*, shape, { name: s }]]"
        ),
        objects(
            "an expression in a shape",
            "shapes: { s: [[id, expr, { must: 'this >= 0 && record.c == 1' }]] }\nrules: [[c, safe], [a.*, shape, { name: s }]]"
        ),
        objects(
            "functions of the file", "define: { big(x): 'x >= 0' }\nrules: [[a.*.id, expr, { must: 'big(this)' }]]"),
        objects(
            "conditions of all kinds",
            "{ attributes: a.*.name, type: string, when: { any: [[a.*.on, boolean], { not: [c, integer] }, { atLeast: 1, of: [[c, integer], [a.*.id, integer]] }] } }"
        )
        .wrapped,
        objects("prohibited members", "[a.*.on, prohibited, { when: [a.*.id, compare, { compareValue: -1 }] }]"),
        objects("sorted by members", "[a, sorted, { by: [name] }]"),
        MeterRow("keys of another object", "[o, safe], [a.*, in, { range: { keysOf: o } }]") {
            "{\"a\":\(list($0) { "\"k\($0)\"" }),\"o\":\(object($0))}"
        },
        MeterRow("keys with a rule for their values", "[o, each, { rule: integer, keys: '^k' }]") {
            "{\"o\":\(object($0))}"
        },
        MeterRow(
            "closed, with keys that are almost known", "closed: true\nrules: [[key, safe], [k, safe], [k0x, safe]]"
        ) { object($0) },
        MeterRow("closed, with parts that are open", "closed: { allow: '^k', open: [a] }\nrules: [[a, safe]]") {
            object($0)
        },
        MeterRow("codes that are almost right", "[a.*, countryCode], [a.*, in, { range: [alpha, beta, gamma] }]") {
            "{\"a\":\(list($0) { _ in "\"alpa\"" })}"
        },
        MeterRow("nulls", "nulls: [NA, '-', none]\nrules: [[a.*, integer]]") {
            "{\"a\":\(list($0) { _ in "\"NA\"" })}"
        },
        MeterRow("nulls in shapes", "nulls: [NA]\nshapes: { s: [[b, integer]] }\nrules: [[a.*, shape, { name: s }]]") {
            "{\"a\":\(list($0) { _ in "{\"b\":\"NA\"}" })}"
        },
    ]

    private static let expressions: [MeterRow] = [
        expression("a.all(x, x >= 0)"), expression("a.exists(x, x < 0) || true"), expression("a.exists_one(x, x == 3)"),
        expression("a.map(x, x * 2).size() > 0"), expression("a.filter(x, x > 3).size() > 0"),
        expression("a.map(x, x).sum() >= 0"), expression("a.sum() >= 0"), expression("a.min() <= a.max()"),
        expression("a.isSorted()"), expression("a.distinct().size() == a.size()"),
        expression("a.map(x, x + 0.5).distinct().size() == a.size()"), expression("a.sort() == a"),
        expression("a.reverse().reverse() == a"), expression("a.sortBy(x, 0 - x).size() > 0"),
        expression("a.all(x, x in b)"), expression("a.all(x, x in a)"), expression("a.all(x, a.size() > 0)"),
        expression("cel.bind(c, b.map(y, y), a.all(x, x in c))"),
        expression("sets.contains(a, b)"), expression("sets.intersects(a, b)"), expression("sets.equivalent(a, b)"),
        expression("a == b"), expression("a.flatten() == a"), expression("a.map(x, [x, x]).flatten().size() > 0"),
        expression("(a + b).size() > 0"), expression("a.slice(0, 3).size() == 3"), expression("a.indexOf(-1) == -1"),
        expression("a.first().value() == 0"), expression("a.map(x, string(x)).join(',') != ''"),
        expression("'%s'.format([a]) != ''"), expression("a.transformList(i, x, i * x).size() > 0"),
        expression("a.transformMap(i, x, x).size() > 0"), expression("a.all(i, x, i == x)"),
        names("a.all(x, x in b)"), names("sets.equivalent(a, b)"), names("a.distinct().size() == a.size()"),
        names("a.all(x, x.startsWith('key'))"), names("a.all(x, x.matches('^key[0-9]+$'))"),
        names("a.all(x, x.find('[0-9]+') != '')"), names("a.join('').size() > 0"), names("a.sort().size() > 0"),
        strings("!a.contains(b)"), strings("a.indexOf(b) == -1"), strings("a.lastIndexOf(b) == -1"),
        strings("a.split(b).size() == 1"), strings("a.replace(b, 'x') == a"), strings("a.replace('aa', 'b') != a"),
        strings("a.split('').size() > 0"), strings("a.matches('^a+$')"), strings("a.substring(0, 3) == 'aaa'"),
        strings("a.lowerAscii() == a"), strings("a.reverse() == a"), strings("a + b != ''"), strings("a.trim() == a"),
        strings("a < b || true"), strings("a.size() > 0"), strings("a.charAt(3) == 'a'"),
        keyed("a.all(k, k in b)"), keyed("a.all(k, b[k] >= 0)"), keyed("a.all(k, b.k0 == 0)"), keyed("b == b"),
        keyed("b.all(k, k in b)"), keyed("has(b.k1)"),
        objects("expr: totals", "[[a, b], safe], [c, expr, { must: 'a.map(x, x.id).sum() >= c - 1' }]"),
        objects("expr: items see their object", "[a.*.id, expr, { must: 'parent.id == this' }]"),
        objects("expr: each item in another list", "[[a, b], safe], [a, expr, { must: 'a.all(x, x in b)' }]"),
    ]

    private static let tree: @Sendable (Int) -> String = { count in
        // A tree whose nodes have up to eight children each.
        func node(_ count: Int) -> String {
            if count <= 1 { return "{\"kind\":\"leaf\",\"v\":1}" }
            let width = min(8, count - 1)
            let children = (0..<width).map { node((count - 1 + $0) / width) }.joined(separator: ",")
            return "{\"kind\":\"node\",\"v\":1,\"c\":[\(children)]}"
        }
        return "{\"t\":\(node(count))}"
    }

    private static let unions: [MeterRow] = [
        MeterRow(
            "a shape in itself",
            "shapes: { n: [[v, integer], [c.*, shape, { name: n }]] }\nrules: [[t, shape, { name: n }]]",
            500, tree),
        MeterRow(
            "a closed shape in itself",
            "shapes: { n: { closed: true, rules: [[kind, safe], [v, integer], [c.*, shape, { name: n }]] } }\nrules: [[t, shape, { name: n }]]",
            500, tree),
        MeterRow(
            "a union by a member in itself",
            """
            shapes:
              n:
                - attributes: .
                  type: oneOf
                  by: kind
                  shapes: { leaf: [[v, integer]], node: [[v, integer], [c.*, shape, { name: n }]] }
            rules: [[t, shape, { name: n }]]
            """, 500, tree),
        MeterRow(
            "a union in itself",
            """
            shapes:
              n:
                - attributes: c.*
                  type: oneOf
                  shapes:
                    leaf: [[v, integer], [c, absent]]
                    node: [[c, required], [., shape, { name: n }]]
            rules: [[t, shape, { name: n }]]
            """, 500, tree),
        MeterRow(
            "a union that nothing fits, in itself",
            """
            shapes:
              n:
                - attributes: c.*
                  type: oneOf
                  shapes:
                    x: [[w, required], [., shape, { name: n }]]
                    y: [[u, required], [., shape, { name: n }]]
                    z: [[q, required], [., shape, { name: n }]]
            rules: [[t, shape, { name: n }]]
            """, 500, tree),
        MeterRow(
            "items of several shapes",
            """
            rules:
              - attributes: a.*
                type: oneOf
                shapes: { x: [[k, required]], y: [[j, required]], string: [[., string]] }
            """
        ) { "{\"a\":\(list($0) { $0 % 2 == 0 ? "{\"k\":1}" : "\"s\"" })}" },
    ]

    static let quadratic: [MeterRow] = [
        MeterRow("pairs", "[a, safe], [a, expr, { must: 'a.all(x, a.all(y, x + y >= 0))' }]", 4000) {
            "{\"a\":\(list($0))}"
        },
        MeterRow("pairs of items", "[a.*, integer], [a.*, expr, { must: 'a.all(y, this + y >= 0)' }]", 4000) {
            "{\"a\":\(list($0))}"
        },
        MeterRow("a list in each step", "[a, safe], [a, expr, { must: 'a.all(x, a.map(y, y).size() > 0)' }]", 4000) {
            "{\"a\":\(list($0))}"
        },
        MeterRow(
            "words with patterns of the data",
            "[a, safe], [a, expr, { must: \"a.all(x, a.exists(y, x.matches('^' + y + '$')))\" }]", 300
        ) {
            "{\"a\":\(list($0) { "\"w\($0)\"" })}"
        },
        MeterRow("equal lists in each step", "[a, safe], [a, expr, { must: 'a.all(x, a == a)' }]", 4000) {
            "{\"a\":\(list($0))}"
        },
        MeterRow(
            "a text in each step", "[a, safe], [t, expr, { must: 'a.all(x, t.contains(string(x)) || true)' }]", 9000
        ) {
            "{\"a\":\(list($0)),\"t\":\(text($0 * 3))}"
        },
    ]

    /// Each item reads the large number of another attribute.
    static let largeNumbers = [
        "number, { max: { attribute: m } }", "multipleOf, { of: { attribute: m } }",
        "compare, { compareAttribute: m, options: { type: number }, operator: '<' }",
    ].map { rule in
        MeterRow("a large number for each item, \(rule)", "[m, safe], [a.*, \(rule)]", 20_000) {
            "{\"a\":\(list($0) { "\($0 * 0)" }),\"m\":\"\(String(repeating: "9", count: $0))\"}"
        }
    }
}

extension MeterRow {
    /// A rule in braces as a whole file.
    fileprivate var wrapped: MeterRow { MeterRow(name, "rules: [\(rules)]", count, make) }
}
