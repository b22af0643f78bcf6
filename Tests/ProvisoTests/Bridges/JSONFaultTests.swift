import Proviso
import Testing

/// What is expected and what is found in a record that is not valid JSON, and where.
struct JSONFaultTests {
    struct Row: Sendable {
        let json: [UInt8]
        let offset: Int
        let detail: String
        let location: SourceLocation

        init(_ json: String, _ offset: Int, _ detail: String, at location: SourceLocation = #_sourceLocation) {
            self.init(bytes: Array(json.utf8), offset, detail, at: location)
        }

        init(bytes: [UInt8], _ offset: Int, _ detail: String, at location: SourceLocation = #_sourceLocation) {
            json = bytes
            self.offset = offset
            self.detail = detail
            self.location = location
        }
    }

    static let rows: [Row] = [
        Row("", 0, "expected a value, found the end"),
        Row("  ", 2, "expected a value, found the end"),
        Row("{\"a\":1 x}", 7, "expected ',' or '}' after a value, found 'x'"),
        Row("{\"a\":1 \"b\":2}", 7, "expected ',' or '}' after a value, found '\"'"),
        Row("{\"a\" 1}", 5, "expected ':' after a key, found '1'"),
        Row("{\"a\":}", 5, "expected a value, found '}'"),
        Row("{\"a\":1,}", 7, "expected a key in double quotes, found '}'"),
        Row("{a:1}", 1, "expected a key in double quotes, found 'a'"),
        Row("{'a':1}", 1, "expected a key in double quotes, found '''"),
        Row("[1 2]", 3, "expected ',' or ']' after an item, found '2'"),
        Row("[1,]", 3, "expected a value, found ']'"),
        Row("[1}", 2, "expected ',' or ']' after an item, found '}'"),
        Row("{\"a\":[", 6, "expected a value, found the end of the text"),
        Row("{\"a\":1", 6, "expected ',' or '}' after a value, found the end of the text"),
        Row("{\"a\"", 4, "expected ':' after a key, found the end of the text"),
        Row("{\"a\":\"b}", 5, "a string is opened here and never closed"),
        Row("\"a\\", 0, "a string is opened here and never closed"),
        Row("[\"\u{1}\"]", 2, "the control character U+0001 in a string must be written as an escape, such as \\n"),
        Row("[\"a\n\"]", 3, "the control character U+000A in a string must be written as an escape, such as \\n"),
        Row("[\"a\\x\"]", 3, "expected an escape such as \\n, \\\" or \\u0041, found '\\' and 'x'"),
        Row("[\"\\u12\"]", 2, "expected four hexadecimal digits after \\u, found '\"'"),
        Row("[\"\\ud800\"]", 2, "an escape such as \\ud83d is half of a surrogate pair: the other half must follow"),
        Row(
            "[\"\\ud800\\u0041\"]", 2,
            "an escape such as \\ud83d is half of a surrogate pair: the other half must follow"),
        Row("[\"\\udc00\"]", 2, "an escape such as \\ud83d is half of a surrogate pair: the other half must follow"),
        Row("[01]", 1, "a number must not begin with 0 before other digits"),
        Row("[-]", 2, "expected a digit of a number, found ']'"),
        Row("[1.]", 3, "expected a digit of a number, found ']'"),
        Row("[1e]", 3, "expected a digit of a number, found ']'"),
        Row("[.5]", 1, "expected a value, found '.'"),
        Row("[+5]", 1, "expected a value, found '+'"),
        Row("[tru]", 1, "expected a value, found the word 'tru'"),
        Row("[True]", 1, "expected a value, found the word 'True'; did you mean 'true'?"),
        Row("[None]", 1, "expected a value, found the word 'None'; did you mean 'null'?"),
        Row("[NaN]", 1, "expected a value, found the word 'NaN'; did you mean 'null'?"),
        Row("nullx", 0, "expected a value, found the word 'nullx'"),
        Row("{}{}", 2, "expected the end after the value, found '{'"),
        Row("1 x", 2, "expected the end after the value, found 'x'"),
        Row("[1]]", 3, "expected the end after the value, found ']'"),
        Row("[\u{201C}a\u{201D}]", 1, "expected a value, found U+201C"),
        Row("[é]", 1, "expected a value, found 'é'"),
        Row("// x\n1", 0, "expected a value, found '/'"),
        Row(bytes: [0x5B, 0x31, 0x00, 0x5D], 2, "expected ',' or ']' after an item, found U+0000"),
        // What is not UTF-8 is said with its byte, whatever else is wrong.
        Row(bytes: [0x5B, 0x22, 0xFF, 0x22, 0x5D], 2, "found the byte 0xFF"),
        Row(bytes: Array("{\"é".utf8) + [0xC3, 0x28, 0x22], 4, "found the byte 0xC3"),
        Row(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], 1, "found the byte 0xED"),
        Row(bytes: [0x22, 0xC0, 0x80, 0x22], 1, "found the byte 0xC0"),
        Row(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "found the byte 0xF4"),
        Row(bytes: [0x22, 0xE2, 0x82, 0x22], 1, "found the byte 0xE2"),
    ]

    private static func fault(_ json: [UInt8]) throws -> InputError? {
        let record = Record(for: try Plan(RuleSet(rules: [Rule(["a"], .type("safe"))])))
        return json.withUnsafeBytes { bytes -> InputError? in
            do throws(InputError) { try record.fill(json: bytes) } catch { return error }
            return nil
        }
    }

    @Test(arguments: rows) func saysWhatIsWrong(row: Row) throws {
        let error = try Self.fault(row.json)
        #expect(error?.detail == row.detail, sourceLocation: row.location)
        #expect(error?.offset == row.offset, sourceLocation: row.location)
    }

    /// Whatever the parser refuses has a reason, in every prefix of a text and with every byte of it replaced.
    @Test func everyFaultHasAReason() throws {
        let text = Array(#"{"a":[1,-2.5e3,true,null,{"é":"x\n\ud83d\ude00"}],"b":{"c":""}} "#.utf8)
        var texts = (0..<text.count).map { Array(text[..<$0]) }
        for index in text.indices {
            for byte: UInt8 in [0, 0x22, 0x2C, 0x30, 0x5C, 0x5D, 0x78, 0x7B, 0x7D, 0xC3] {
                texts.append(text)
                texts[texts.count - 1][index] = byte
            }
        }
        for text in texts {
            guard let error = try Self.fault(text) else { continue }
            #expect(error.detail != nil, "\(String(decoding: text, as: UTF8.self))")
            #expect(error.offset <= text.count, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    /// The last of two values of a name counts, in objects of any size and for every rule that looks at members.
    @Test(arguments: [2, 62, 63, 64, 65, 66, 127, 128, 129, 1000, 70_000])
    func repeatedMembersCountOnce(size: Int) throws {
        let members = (0..<size - 1).map { "\"k\($0)\":\($0)" }
        let repeated = (members + ["\"k0\":-1", "\"k0\":-2", "\"\\u006b0\":-3"]).joined(separator: ",")
        let rules = """
            rules:
              - [o, count, { min: \(size - 1), max: \(size - 1) }]
              - [l, distinct]
              - [o.*, integer, { min: -3 }]
              - [o.k0, integer, { max: -3 }]
            """
        let plan = try Plan(RuleSet(parsing: rules))
        let record = Record(for: plan)
        let once = (["\"k0\":-3"] + members.dropFirst()).joined(separator: ",")
        let list = size > 1000 ? "1,1" : "{\(repeated)},{\(once)}"
        try record.fill(json: "{\"o\":{\(repeated)},\"l\":[\(list)]}")
        let report = try plan.validate(record)
        #expect(report.violations.map(\.code.rawValue) == ["distinct.duplicate"])
        #expect(record["o"]?.members.count == size - 1)
        #expect(record["o"]?.members.first?.key == "k0" && record["o"]?["k0"] == -3)
        try record.fill(json: "{\"o\":{\"x\":[{\(repeated)}]}}")
        guard case .list(let items)? = record["o"]?["x"] else { return #expect(Bool(false), "no list") }
        #expect(items[0].members.count == size - 1)
    }
}
