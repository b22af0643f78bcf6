import Proviso

/// The rows of `ValueCostTests`.
enum CostRows {
    /// A value that is made for a size in bytes, or about as many items as a sixteenth of it.
    struct Hostile: Sendable {
        let name: String
        let make: @Sendable (Int) -> AnyValue

        init(_ name: String, _ make: @escaping @Sendable (Int) -> AnyValue) {
            self.name = name
            self.make = make
        }

        /// A piece again and again, with something before and behind.
        init(_ name: String, _ head: String = "", repeating piece: String, _ tail: String = "") {
            self.init(name) { size in
                .text(head + String(repeating: piece, count: size / piece.utf8.count) + tail)
            }
        }
    }

    /// An option that lists values.
    struct ListOption: Sendable, CustomStringConvertible {
        let name: String
        let type: RuleType
        let item: @Sendable (Int) -> AnyValue
        let options: @Sendable ([AnyValue]) -> [String: AnyValue]

        var description: String { name }

        init(
            _ name: String, _ type: RuleType, _ item: @escaping @Sendable (Int) -> AnyValue,
            _ options: @escaping @Sendable ([AnyValue]) -> [String: AnyValue]
        ) {
            self.name = name
            self.type = type
            self.item = item
            self.options = options
        }
    }

    /// A kind of choices of `in`.
    struct Choice: Sendable, CustomStringConvertible {
        let name: String
        let item: @Sendable (Int) -> AnyValue

        var description: String { name }
    }

    /// The options each rule type is tried with.
    private static let options: [RuleType: [[String: AnyValue]]] = [
        "absent": [[:], ["allowEmpty": true]],
        "base32": [[:], ["hex": true, "padding": "optional", "ignoreCase": true]],
        "base64": [[:], ["url": true, "padding": "optional"]],
        "boolean": [[:], ["strict": true]],
        "characters": [
            ["of": "letters"], ["of": ["digits", "punctuation"], "also": "\u{301}ab"], ["of": "emoji"], ["ascii": true],
        ],
        "compare": [
            ["compareAttribute": "b"], ["compareAttribute": "b", "operator": ">"],
            ["compareAttribute": "b", "operator": ">=", "type": "number"],
            ["compareAttribute": "b", "caseFold": true, "operator": "<"],
            ["compareValue": "x", "caseFold": true], ["compareValue": "x", "caseFold": "email"],
            ["compareAttribute": "b", "operator": ">", "collation": "de"],
            ["compareAttribute": "b", "operator": ">", "collation": "vi"],
        ],
        "confusable": [[:], ["restriction": "none", "notLike": ["admin", "root"]]],
        "contains": [["value": "aab"], ["value": ["9x", "\u{301}x"], "ignoreCase": true]],
        "count": [["max": 3]],
        "countryCode": [[:]],
        "currency": [[:]],
        "date": [[:], ["format": "short"], ["format": "d. MMMM yyyy", "locale": "de", "strictDateFormat": true]],
        "datetime": [[:], ["format": "full", "locale": "ar"], ["min": "now"]],
        "time": [[:], ["format": "short", "locale": "en"]],
        "default": [["value": 1]],
        "distinct": [[:], ["caseFold": true], ["caseFold": "email"], ["by": "a"]],
        "double": [[:]],
        "email": [[:], ["enableIDN": true, "allowName": true], ["enableIDN": true, "checkDNS": true]],
        "endsWith": [["value": "b"], ["value": ["b", "cc"], "ignoreCase": true]],
        "exist": [
            ["target": "users", "targetAttribute": "name"],
            ["target": "users", "targetAttribute": "name", "allowArray": true, "caseFold": true],
        ],
        "expr": [
            "this.matches('(a+)+$')", "size(this) > 3", "this == b", "string(this).reverse().contains('ab')",
            "this.all(i, i != b)", "this.distinct().size() > 1", "this.split('a').join('b').size() > 1",
        ].map { ["must": .text($0)] },
        "file": [[:], ["extensions": ["png"], "checkExtensionByMimeType": false], ["mimeTypes": ["image/*x*y*"]]],
        "filter": [
            "trim", "lower", "upper", "nfc", "nfkc", "fold", "email", "collapseSpaces", "compact", "digits",
            "toInteger", "toNumber", "toBoolean", "toText",
        ].map { ["filter": [.text($0)]] },
        "hash": [["algorithm": "md5"], ["algorithm": "sha256", "encoding": "base64url"]],
        "hasDigit": [[:]],
        "hasLower": [[:]],
        "hasUpper": [[:]],
        "hexColor": [[:]],
        "hostname": [[:], ["enableIDN": true]],
        "image": [[:]],
        "in": [
            ["range": [1, 2.5, "x", true, nil, ["a"]]], ["range": ["x"], "caseFold": true],
            ["range": ["x@y.example"], "caseFold": "email", "allowArray": true],
            ["range": .list((0..<100).map { .integer($0) }), "allowArray": true],
        ],
        "integer": [[:], ["locale": "de"], ["locale": "ar", "anyDigits": true], ["min": 1, "max": 5]],
        "ip": [[:], ["subnet": nil, "normalize": true, "expandIPv6": true, "ranges": ["private"]]],
        "json": [[:]],
        "keys": [["only": ["x"], "required": ["y"]]],
        "isNull": [[:]],
        "languageTag": [[:]],
        "latitude": [[:]],
        "longitude": [[:]],
        "lowercase": [[:]],
        "mac": [[:]],
        "match": [
            ["pattern": "(a+)+$"], ["pattern": "^(a|aa)+$", "whole": true], ["pattern": "(.*)(.*)(.*)x"],
            ["pattern": "[a-z]{1,20}\\d", "not": true, "ignoreCase": true],
        ],
        "multipleOf": [["of": 3], ["of": 0.007]],
        "number": [
            [:], ["locale": "en"], ["locale": "hi", "percent": true], ["locale": "fr", "currency": "EUR"],
            ["min": 0.5, "max": 1e300],
        ],
        "passwordStrength": [[:]],
        "port": [[:]],
        "present": [[:]],
        "postalCode": [["country": "US"], ["country": "GB"]],
        "prohibited": [[:]],
        "required": [[:], ["requiredValue": "x"]],
        "safe": [[:]],
        "script": [["scripts": ["Latin"]], ["scripts": ["Han", "Arabic"]]],
        "semver": [[:]],
        "slug": [[:]],
        "sorted": [[:], ["by": "a", "order": "descending"], ["collation": "de"]],
        "startsWith": [["value": "b"], ["value": ["b", "cc"], "ignoreCase": true]],
        "string": [
            [:], ["max": 5, "unit": "characters"], ["max": 5, "unit": "utf16"], ["min": 5, "strict": false],
        ],
        "timeZone": [[:]],
        "transliterate": [
            ["transliterator": "Any-Latin; Latin-ASCII"],
            ["transliterator": "NFD; [:Nonspacing Mark:] Remove; NFC; Lower"],
        ],
        "trim": [[:], ["chars": "a..z"], ["chars": "\u{300}..\u{3FF}9"]],
        "ulid": [[:]],
        "unique": [
            ["target": "users", "targetAttribute": "name"],
            ["target": "users", "targetAttribute": "name", "caseFold": "email"],
        ],
        "uppercase": [[:]],
        "url": [[:], ["enableIDN": true, "defaultScheme": "https"]],
        "uuid": [[:]],
    ]

    /// The shapes that the rows name.
    static let shapes = ["any": RuleShape(Rule(".", .count(max: 5)))]

    /// The rules each type is tried with.
    static let variants: [RuleType: [Constraint]] = {
        let listed = RuleShape(closed: true, Rule("b", .string), Rule("c.*", .integer()))
        var variants: [RuleType: [Constraint]] = [
            "each": [.each(.string(min: 1)), .each(.each(.each(.integer())))],
            "oneOf": [
                .oneOf(["list": RuleShape(Rule(".", .distinct)), "object": listed]), .oneOf(by: "b", ["a": listed]),
            ],
            "shape": [.shape("any")],
        ]
        for (type, options) in options { variants[type] = options.map { .type(type, $0) } }
        return variants
    }()

    static let values: [Hostile] = [
        Hostile("letters", repeating: "a"), Hostile("letters, then a sign", repeating: "a", "!"),
        Hostile("digits", repeating: "9"), Hostile("zeros", "0.", repeating: "0", "1"),
        Hostile("an exponent", "1e", repeating: "9"), Hostile("a small exponent", "-1e-", repeating: "0", "1"),
        Hostile("groups", "1", repeating: ",111"), Hostile("signs", repeating: "-"), Hostile("dots", repeating: "."),
        Hostile("labels", repeating: "a."), Hostile("subtags", "en", repeating: "-aaa"),
        Hostile("spaces", repeating: " ", "x"), Hostile("no-break spaces", repeating: "\u{A0}\u{202F}", "x"),
        Hostile("words", repeating: "a b\n"), Hostile("brackets", repeating: "["),
        Hostile("braces", repeating: "{\"a\":"),
        Hostile("members", "{", repeating: "\"a\":1,", "\"b\":2}"), Hostile("slashes", "http://a.b", repeating: "/"),
        Hostile("a port", "http://a.b:", repeating: "0", "80"), Hostile("at signs", repeating: "a@"),
        Hostile("angles", repeating: "<", "a@b.c>"), Hostile("a fraction", "2024-01-01T00:00:00.", repeating: "0", "Z"),
        Hostile("colons", repeating: "1:"), Hostile("percent", "1", repeating: "%"),
        Hostile("Punycode", repeating: "xn--a."), Hostile("a local part", repeating: "\u{E9}", "@example.com"),
        Hostile("marks out of order", "a", repeating: "\u{301}\u{323}"),
        Hostile("marks upside down") { size in
            .text("a" + String(repeating: "\u{301}", count: size / 4) + String(repeating: "\u{323}", count: size / 4))
        },
        Hostile("marks of width", "a", repeating: "\u{FF9E}\u{301}"),
        Hostile("marks of two", "a", repeating: "\u{344}\u{F73}"),
        Hostile("capitals", repeating: "\u{416}\u{391}"), Hostile("sharp s", repeating: "\u{DF}\u{1E9E}\u{FB01}"),
        Hostile("joiners", repeating: "\u{628}\u{200C}\u{64B}"),
        Hostile("a joiner", "\u{628}", repeating: "\u{64B}", "\u{200C}"),
        Hostile("emoji", repeating: "\u{1F468}\u{200D}"), Hostile("tags", "\u{1F3F4}", repeating: "\u{E0067}"),
        Hostile("syllables", repeating: "\u{1100}\u{1161}\u{11A8}"), Hostile("Han", repeating: "\u{6F22}"),
        Hostile("Thai", repeating: "\u{E01}\u{E33}"), Hostile("directions", repeating: "\u{202E}\u{5D0}"),
        Hostile("final forms", repeating: "\u{3A3}"), Hostile("Hindi", repeating: "\u{915}\u{94D}"),
        Hostile("a number") { .decimal(String(repeating: "9", count: $0)) },
        Hostile("a small number") { .decimal("0." + String(repeating: "0", count: $0) + "1") },
        Hostile("an upload") { size in
            let marks =
                "a" + String(repeating: "\u{301}", count: size / 8) + String(repeating: "\u{323}", count: size / 8)
            return ["name": .text(marks + ".PNG"), "type": .text("image/" + marks), "size": 10]
        },
        Hostile("integers") { size in .list((0..<(size / 16)).map { .integer(Int64($0)) }) },
        Hostile("equal texts") { size in .list((0..<(size / 16)).map { .text("item \($0)") }) },
        Hostile("numeric texts") { size in .list((0..<(size / 16)).map { .text("\($0).0") }) },
        Hostile("objects") { size in .list((0..<(size / 64)).map { ["a": .integer(Int64($0)), "b": "x"] }) },
        Hostile("an object") { size in object(size / 16) },
        Hostile("two equal objects") { size in [object(size / 32), object(size / 32)] },
        Hostile("objects within objects") { size in [["x": object(size / 32)], ["x": object(size / 32)]] },
        Hostile("lists of lists") { size in .list((0..<(size / 64)).map { [[.integer(Int64($0))]] }) },
    ]

    private static func object(_ count: Int) -> AnyValue {
        .object((0..<count).map { AnyValue.Member("member \($0)", .integer(Int64($0))) })
    }

    private static func name(_ number: Int) -> AnyValue { .text("name-\(number)-of-many") }

    static let lists: [ListOption] = [
        ListOption("in: texts", "in", name) { ["range": .list($0)] },
        ListOption("in: the same text", "in", { _ in "x" }) { ["range": .list($0)] },
        ListOption("in: folded", "in", name) { ["range": .list($0), "caseFold": true] },
        ListOption("in: numbers", "in", { .integer(Int64($0)) }) { ["range": .list($0)] },
        ListOption("in: numeric texts", "in", { .text("\($0).0") }) { ["range": .list($0)] },
        ListOption("in: objects", "in", { ["a": .integer(Int64($0))] }) { ["range": .list($0)] },
        ListOption("startsWith", "startsWith", name) { ["value": .list($0)] },
        ListOption("endsWith", "endsWith", name) { ["value": .list($0)] },
        ListOption("contains", "contains", name) { ["value": .list($0)] },
        ListOption("keys: only", "keys", name) { ["only": .list($0)] },
        ListOption("keys: required and prohibited", "keys", name) {
            ["required": .list(Array($0.prefix($0.count / 2))), "prohibited": .list(Array($0.suffix(9)))]
        },
        ListOption("url: schemes", "url", { .text("s\($0)") }) { ["validSchemes": .list($0)] },
        ListOption("ip: ranges", "ip", { .text("10.\($0 & 255).\($0 >> 8 & 255).0") }) { ["ranges": .list($0)] },
        ListOption("ip: networks", "ip", { .text("10.\($0 & 255).\($0 >> 8 & 255).0/24") }) { list in
            let networks = list.enumerated().map { AnyValue.Member("n\($0)", [$1, "private"]) }
            return ["networks": .object(networks), "ranges": .list(networks.map { .text($0.key) })]
        },
        ListOption("file: extensions", "file", { .text("x\($0)") }) { ["extensions": .list($0)] },
        ListOption("file: types", "file", { .text("image/x\($0)*") }) { ["mimeTypes": .list($0)] },
        ListOption("confusable: notLike", "confusable", name) { ["notLike": .list($0)] },
        ListOption("filter", "filter", { _ in "trim" }) { ["filter": .list($0)] },
        ListOption("uuid: versions", "uuid", { .integer(Int64(abs($0) % 8 + 1)) }) { ["versions": .list($0)] },
        ListOption("script", "script", { _ in "Latin" }) { ["scripts": .list($0)] },
        ListOption("characters: also", "characters", name) { list in
            ["also": .text(list.indices.map { "\(Unicode.Scalar(0x4E00 + UInt32($0)) ?? "x")" }.joined())]
        },
        ListOption("trim: chars", "trim", name) { list in
            ["chars": .text(list.indices.map { "\(Unicode.Scalar(0x4E00 + UInt32($0)) ?? "x")" }.joined())]
        },
    ]

    static let choices: [Choice] = [
        Choice(name: "numbers") { .integer(Int64($0)) }, Choice(name: "fractions") { .double(Double($0) + 0.5) },
        Choice(name: "texts") { name($0) },
        Choice(name: "texts alike at both ends") { .text("https://example.com/item/\(100_000 + $0)/details.html") },
        Choice(name: "numbers for texts") { .text("\($0)") }, Choice(name: "lists") { [.integer(Int64($0)), "x"] },
        Choice(name: "objects") { ["id": .integer(Int64($0)), "name": "x"] },
        Choice(name: "a mixture") { $0 % 2 == 0 ? .integer(Int64($0)) : .text("\($0).5") },
    ]
}
