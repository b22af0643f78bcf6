import Proviso

/// Values that rule types without bounds accept or reject: the formats of the built-in types.
///
/// They are proposals: the plan decides which of them are used.
enum FormatValues {
    /// Values to try for a type: valid ones first.
    static func accepted(_ type: String, _ options: OptionTable) -> [AnyValue] {
        if type == "boolean" { return booleans(options) }
        if type == "file" { return uploads(options) }
        return texts(type, options).map { .text($0) } + [.integer(80), .integer(1)].filter { _ in type == "port" }
    }

    /// Descriptions of uploads within and beyond the limits of a rule, which need no file.
    private static func uploads(_ options: OptionTable) -> [AnyValue] {
        let types = options.texts("mimeTypes") + ["application/pdf", "image/png", "text/plain"]
        let sizes = [
            options.int("minSize") ?? 1_000, options.int("maxSize") ?? 1_000, 1_000, (options.int("maxSize") ?? 0) + 1,
            1,
        ]
        let names = (options.texts("extensions") + ["pdf", "png", "txt", "jpg"]).map {
            $0.isEmpty ? "file" : "file.\($0)"
        }
        let single = names.prefix(6).flatMap { name in
            sizes.flatMap { size in
                types.prefix(4).map { type -> AnyValue in
                    [
                        "name": .text(name), "size": .integer(Int64(size)),
                        "type": .text(String(type.map { $0 == "*" ? "x" : $0 })),
                    ]
                }
            }
        }
        let counts = [options.int("minFiles"), options.int("maxFiles"), 2].compactMap { $0 }.flatMap { [$0, $0 + 1] }
        let several = counts.filter { (1...100).contains($0) }.map {
            AnyValue.list(Array(repeating: single[0], count: $0))
        }
        return Array(single.prefix(60)) + several
    }

    private static func booleans(_ options: OptionTable) -> [AnyValue] {
        [options["trueValue"], options["falseValue"]].compactMap { $0 } + [true, false, "1", "0"]
    }

    private static func texts(_ type: String, _ options: OptionTable) -> [String] {
        switch type {
        case "email": ["ann@example.com", "a@b.co", "first.last+tag@sub.example.org", "Ann <ann@example.com>"]
        case "url": urls(options)
        case "ip": addresses(options)
        case "uuid": (1...8).reversed().map { "123e4567-e89b-\($0)2d3-a456-426614174000" }
        case "ulid": ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]
        case "slug": ["a-slug", "a", "post-2024"]
        case "hexColor": ["#a1b2c3", "#fff", "#a1b2c3ff", "#fffa"]
        case "mac":
            ["00:1a:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e", "001a2b3c4d5e", "00:1a:2b:3c:4d:5e:6f:70"]
        case "semver": ["1.2.3", "0.1.0", "1.0.0-rc.1+build.5"]
        case "hostname": ["example.com", "localhost", "a.b.example.org"]
        case "countryCode": ["DE", "US", "DEU", "USA"]
        case "currency": ["EUR", "USD", "DEM"]
        case "languageTag": ["en", "de-AT", "zh-Hant-TW"]
        case "timeZone": ["Europe/Berlin", "UTC", "America/New_York"]
        case "postalCode": ["10115", "94103", "SW1A 1AA", "75001", "1010", "K1A 0B1", "00-950", "100-0001"]
        case "json": ["{}", "[1, 2]", "\"text\""]
        case "base64": ["aGVsbG8=", "aGVsbG8", "aGVsbA==", "YQ", "_-8="]
        case "base32": ["NBSWY3DP", "NBSWY3DPEE======", "D1IMOR3F"]
        case "hash": hashes
        case "passwordStrength": ["Tr0ub4dor&3-Xy", "correct-Horse7-Battery!staple", "aB3$efGh"]
        case "confusable": ["paypal", "example", "ivanov"]
        case "characters": ["abc", "ABC", "123", "abc123", "Abc", "a b", "a-b", "a_b", "a.b"]
        case "script": scripts
        case "hasDigit", "hasLower", "hasUpper": ["aB3", "abcDEF123", "abcdefghABCDEFGH12345678"]
        case "lowercase": ["lower", "a"]
        case "uppercase": ["UPPER", "A"]
        default: []
        }
    }

    private static func urls(_ options: OptionTable) -> [String] {
        let schemes = options.texts("validSchemes") + ["https", "http", "ftp"]
        return schemes.flatMap { ["\($0)://example.com/", "\($0)://example.org/path?q=1#part"] } + ["example.com"]
    }

    /// Addresses of each form, and those in the networks that the rule names.
    private static func addresses(_ options: OptionTable) -> [String] {
        let plain = ["192.0.2.1", "8.8.8.8", "10.0.0.1", "127.0.0.1", "2001:db8::1", "2606:4700::1111", "::1"]
        let nets = ["10.0.0.0/8", "192.0.2.0/24", "2001:db8::/32"]
        let named = options.texts("ranges").map { text in
            String(text.drop { $0 == "!" }.prefix { $0 != "/" && $0 != "-" })
        }
        return named.filter { $0.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") } } + plain + nets
    }

    private static var hashes: [String] {
        [32, 40, 48, 56, 64, 96, 128].map { String(repeating: "a1", count: $0 / 2) }
            + [
                String(repeating: "YWJj", count: 28) + "YQ==", String(repeating: "YWJj", count: 21) + "YQ==",
                String(repeating: "YWJj", count: 16), "XUFAKrxLKna5cZ2REBfFkg==", "qvTGHdzF6KLavt4PO0gs2a6pQ00=",
                "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
            ]
    }

    private static let scripts = [
        "abc", "привет", "αβγ", "汉字", "مرحبا", "שלום", "ひらがな", "カタカナ", "ภาษาไทย", "नमस्ते", "한국어", "ქართული", "հայերեն",
    ]

    /// Values to try for a violation of a type, whatever its options are.
    static func rejected(_ type: String) -> [AnyValue] {
        switch type {
        case "email": ["ann", "ann@", "@example.com", "a b@example.com", "ann@exa mple.com", "ann@@b"]
        case "url": ["example", "https://", "http//x", "http://exa mple.com", "gopher://example.com", "1"]
        case "ip":
            [
                "300.1.1.1", "192.0.2", "x", "2001:db8::1", "192.0.2.1", "10.0.0.1", "8.8.8.8", "192.0.2.0/24",
                "10.0.0.0/33",
            ]
        case "uuid":
            [
                "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-12d3-a456-426614174000",
                "00000000-0000-0000-0000-000000000000", "x",
            ]
        case "ulid": ["01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAU", "x"]
        case "slug": ["A Slug", "-a", "a--b", "A"]
        case "hexColor": ["a1b2c3", "#ggg", "#12", "x"]
        case "mac": ["00:1a:2b", "00:1a:2b:3c:4d:5g", "x"]
        case "semver": ["1.2", "01.2.3", "x", "v1.2.3"]
        case "hostname": ["-a.com", "exa_mple.com", "a..b", "a b", "x"]
        case "latitude": [90.5, -91, "x"]
        case "longitude": [180.5, -181, "x"]
        case "countryCode": ["XX", "D", "ZZZ", "de1", "XXX"]
        case "currency": ["XXQ", "EU", "eur1", "ZZZ"]
        case "languageTag": ["english_", "e", "123", "xq", "x"]
        case "timeZone": ["Mars/Phobos", "x"]
        case "postalCode": ["!", "ABC", "1", "123456789012"]
        case "json": ["{", "[1,]", "x"]
        case "base64": ["a*", "a", "abc=d"]
        case "base32": ["1!", "abc*"]
        case "hash": ["xyz", "a1", "g1g1g1g1g1g1g1g1g1g1g1g1g1g1g1g1"]
        case "passwordStrength": ["a", "password", "aaaaaaaaaaaaaaaa", "abcdefghijkl"]
        case "confusable": ["pаypal", "аpple", "раураl", "admin‌"]
        case "characters": ["a!b", "é", " ", "日本", "ABC", "abc", "123", "a\u{7}"]
        case "script": scripts.map { .text($0) }
        case "hasDigit", "hasLower", "hasUpper": ["abc", "ABC", "123", "-", "aaa"]
        case "lowercase": ["Lower", "UPPER", "A"]
        case "uppercase": ["Upper", "lower", "a"]
        case "boolean": ["yes!", 2, "maybe"]
        case "port": [0, 65_536, -1, "x"]
        case "file", "image": ["no-such-file.bin"] + uploads(OptionTable())
        default: []
        }
    }

    /// Values of all kinds.
    static let kinds: [AnyValue] = [
        "x", "Text", 1, 0, -1, 1.5, true, false, .list(["a"]), .list([]), .object([AnyValue.Member("k", "v")]),
        .object([]), .null, "", "~!~", "1", "2024-02-29", "a b", "UTC",
    ]
}

/// The options of a rule as constants: what other attributes say is already in place.
struct OptionTable {
    var values: [String: AnyValue] = [:]
    var rules: [String: Constraint] = [:]
    var shapes: [NamedShape] = []
    var conditions: [String: Condition] = [:]

    subscript(name: String) -> AnyValue? { values[name] }

    /// A string, or a list of strings.
    func texts(_ name: String) -> [String] {
        guard let value = values[name] else { return [] }
        return value.text.map { [$0] } ?? (value.list ?? []).compactMap(\.text)
    }

    func truth(_ name: String) -> Bool { values[name]?.bool ?? false }

    func int(_ name: String) -> Int? { values[name]?.int }
}
