import JSONBridge
import Proviso
import Testing

struct JSONParseTests {
    struct Row: Sendable {
        let json: [UInt8]
        /// What the text means; nil when it must be refused.
        let value: AnyValue?
        let status: Int
        let location: SourceLocation

        init(_ json: String, _ value: AnyValue, at location: SourceLocation = #_sourceLocation) {
            self.init(Array(json.utf8), value, PRV_JSON_OK, location)
        }

        static func refused(
            _ json: String, _ status: Int = PRV_JSON_SYNTAX, at location: SourceLocation = #_sourceLocation
        ) -> Row {
            Row(Array(json.utf8), nil, status, location)
        }

        static func refused(
            bytes: [UInt8], _ status: Int, at location: SourceLocation = #_sourceLocation
        ) -> Row {
            Row(bytes, nil, status, location)
        }

        private init(_ json: [UInt8], _ value: AnyValue?, _ status: Int, _ location: SourceLocation) {
            self.json = json
            self.value = value
            self.status = status
            self.location = location
        }
    }

    static let good = [
        Row("{}", .object([])),
        Row("[]", []),
        Row(" \n\t\r[ \n ] ", []),
        Row("[{}]", [.object([])]),
        Row("null", .null), Row(" true ", true), Row("false", false), Row("\"\"", ""), Row("\"a\"", "a"), Row("5", 5),
        Row("-5 ", -5), Row("1.5", .double(1.5)), Row("\n1e400\n", .decimal("1e400")),
        Row("[null,true,false]", [nil, true, false]),
        Row("[0,-0,9223372036854775807,-9223372036854775808]", [0, 0, .integer(.max), .integer(.min)]),
        Row("[9223372036854775808,18446744073709551615]", [.unsigned(1 << 63), .unsigned(.max)]),
        Row("[18446744073709551616]", [.decimal("18446744073709551616")]),
        Row("[-9223372036854775809]", [.decimal("-9223372036854775809")]),
        Row("[1.0,-0.0,1e3,1E+3,1e-3]", [.double(1), .double(-0.0), .double(1000), .double(1000), .double(0.001)]),
        Row("[0.30000000000000004]", [.double(0.30000000000000004)]),
        Row("[0.10000000000000001]", [.decimal("0.10000000000000001")]),
        Row("[9007199254740993.0]", [.decimal("9007199254740993.0")]),
        Row("[1e400,1e-400,-1e400]", [.decimal("1e400"), .decimal("1e-400"), .decimal("-1e400")]),
        Row("[1.2345e-320]", [.decimal("1.2345e-320")]),
        Row("[0.1234567890123456789]", [.decimal("0.1234567890123456789")]),
        Row("[1.7976931348623157e308]", [.double(.greatestFiniteMagnitude)]),
        Row("{\"a\":1,\"b\":2,\"a\":3}", ["a": 3, "b": 2]),
        Row("{\"a\":{\"b\":1,\"b\":2},\"a\":{\"c\":3}}", ["a": ["c": 3]]),
        Row("{\"\\u0061\":1,\"a\":2}", ["a": 2]),
        Row("{\"\":1}", ["": 1]),
        Row("{\"a\\\"b\":1,\"a\\\\b\":2,\"a\\/b\":3}", ["a\"b": 1, "a\\b": 2, "a/b": 3]),
        Row("\"\\b\\f\\n\\r\\t\\/\\\\\\\"\"", "\u{8}\u{C}\n\r\t/\\\""),
        Row("\"\\u00e9\\u00E9\\ud83d\\ude00\\u0000\"", "éé😀\u{0}"),
        Row("\"\u{7F}\u{FFFF}\u{10FFFF}\"", "\u{7F}\u{FFFF}\u{10FFFF}"),
        Row("[\"],\",\"}\",\"{\",\":\"]", ["],", "}", "{", ":"]),
    ]

    static let bad = [
        Row.refused(""), .refused(" "), .refused("\n\n"), .refused("{"), .refused("["), .refused("}"), .refused("]"),
        .refused("\""), .refused("\"a"), .refused("\"a\\"), .refused("\"a\\\""), .refused("[1"), .refused("[1,"),
        .refused("{\"a\""), .refused("{\"a\":"), .refused("{\"a\":1"), .refused("{\"a\":1,"), .refused("{\"a\":1]"),
        .refused("[1}"), .refused("[1,]"), .refused("[,1]"), .refused("[1,,2]"), .refused("[1 2]"), .refused("[,]"),
        .refused("{,}"), .refused("{\"a\":1,}"), .refused("{\"a\":1,,\"b\":2}"), .refused("{\"a\":1 \"b\":2}"),
        .refused("{\"a\":\"x\" \"b\":2}"), .refused("{\"a\":\"x\":1}"), .refused("{\"a\":\"x\":\"y\"}"),
        .refused("{\"a\":1:2}"), .refused("{\"a\"}"), .refused("{\"a\",1}"), .refused("{\"a\" 1}"), .refused("{a:1}"),
        .refused("{'a':1}"), .refused("{1:1}"), .refused("{null:1}"), .refused("{:1}"), .refused("{\"a\"::1}"),
        .refused("[\"a\":1]"), .refused("[\"a\" \"b\"]"), .refused("[\"a\",\"b\":\"c\"]"), .refused("{\"a\":}"),
        .refused("{\"a\":,\"b\":1}"), .refused("{[]:1}"), .refused("{{}:1}"), .refused("{\"a\":{\"b\":1,}}"),
        .refused("{} {}"), .refused("{}{}"), .refused("{},"), .refused("{}]"), .refused("[]1"), .refused("[]}"),
        .refused("1 2"), .refused("1,"), .refused("true false"), .refused("\"a\" \"b\""), .refused("\"a\":1"),
        .refused("null,"), .refused("nul"), .refused("nulls"), .refused("nullx"), .refused("tru"), .refused("truee"),
        .refused("fals"), .refused("falsey"), .refused("True"), .refused("NULL"), .refused("undefined"),
        .refused("NaN"), .refused("Infinity"), .refused("-Infinity"), .refused("[nul]"), .refused("[nullx]"),
        .refused("{\"a\":nulll}"), .refused("{\"a\":truee}"), .refused("{\"a\":t}"), .refused("{\"a\":-}"),
        .refused("{\"a\":true\"b\"}"), .refused("[true\"b\"]"), .refused("[1\"b\"]"), .refused("[\"b\"1]"),
        .refused("01"), .refused("-01"), .refused("1."), .refused(".5"), .refused("+1"), .refused("1e"),
        .refused("1e+"),
        .refused("0x10"), .refused("1_0"), .refused("--1"), .refused("1-1"), .refused("[01]"), .refused("[-]"),
        .refused("[1.]"), .refused("[.5]"), .refused("[+1]"), .refused("[1e]"), .refused("[1e1.5]"), .refused("[-.5]"),
        .refused("\"\\x\""), .refused("\"\\u12\""), .refused("\"\\u12G4\""), .refused("\"\\ud800\""),
        .refused("\"\\udc00\""), .refused("\"\\ud800\\u0041\""), .refused("\"\\ud800x\""),
        .refused("\"\\ud800\\ud800\""),
        .refused("{\"\\x\":1}"), .refused("{\"\\ud800\":1}"), .refused("[{\"\\x\":1}]"), .refused("\"\\'\""),
        .refused("\"a\nb\""), .refused("\"a\tb\""), .refused("\"a\u{0}b\""), .refused("{\"a\u{1}\":1}"),
        .refused("[1\u{0}]"), .refused("[1,\u{0}2]"), .refused("{\"a\":1\u{0}}"), .refused("1\u{0}"),
        .refused("[]\u{0}"),
        .refused("\u{0}"), .refused("[true\u{0}]"), .refused("[null\u{0}]"), .refused("[\"a\"\u{0}]"),
        .refused("[1\u{B}]"), .refused("[1\u{C}]"), .refused("[1\u{A0}]"), .refused("\u{FEFF}{}"),
        .refused("{}\u{FEFF}"),
        .refused("[1,2]//x"), .refused("/**/1"), .refused("[1;2]"), .refused("#"), .refused("<a>"),
        .refused(bytes: [0x22, 0xFF, 0x22], PRV_JSON_UTF8),
        .refused(bytes: [0x22, 0xC3, 0x22], PRV_JSON_UTF8),
        .refused(bytes: [0x22, 0xC0, 0x80, 0x22], PRV_JSON_UTF8),
        .refused(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], PRV_JSON_UTF8),
        .refused(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], PRV_JSON_UTF8),
        .refused(bytes: [0x22, 0xE2, 0x82, 0x22], PRV_JSON_UTF8),
        .refused(bytes: Array("{\"a\":\"".utf8) + [0x80] + Array("\"}".utf8), PRV_JSON_UTF8),
        .refused(bytes: Array("{\"".utf8) + [0x80] + Array("\":1}".utf8), PRV_JSON_UTF8),
        .refused(bytes: Array("{}".utf8) + [0x80], PRV_JSON_UTF8),
        .refused(bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], PRV_JSON_UTF8),
    ]

    @Test func readsWhatIsJSON() {
        let reader = JSONReader()
        for row in Self.good {
            #expect((try? reader.value(row.json)) == row.value, sourceLocation: row.location)
        }
    }

    @Test func refusesWhatIsNot() {
        let reader = JSONReader()
        for row in Self.bad {
            for behind in [UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "0"), 0, 0x20] {
                do throws(JSONReader.Failure) {
                    let value = try reader.value(row.json, behind: behind)
                    Issue.record("accepted as \(value)", sourceLocation: row.location)
                    break
                } catch {
                    #expect(Int(error.status) == row.status, sourceLocation: row.location)
                    #expect(error.offset >= 0 && error.offset <= row.json.count, sourceLocation: row.location)
                }
            }
        }
    }

    /// The tables themselves, by the plain reader the random tests rely on.
    @Test func theReferenceAgrees() {
        for row in Self.good {
            #expect((try? StrictJSON.value(row.json)) == row.value, sourceLocation: row.location)
        }
        for row in Self.bad {
            #expect(throws: StrictJSON.Malformed.self, sourceLocation: row.location) { try StrictJSON.value(row.json) }
        }
    }

    @Test func everyPrefixIsAnError() throws {
        let sample =
            #"{"name":"Ada \"x\" é😀\n","n":[1,-2.5e3,18446744073709551615,true,false,null,{}],"o":{"k":{"l":[]}}} "#
        let bytes = Array(sample.utf8)
        let reader = JSONReader()
        _ = try reader.value(bytes)
        for length in 0..<(bytes.count - 1) {
            for behind in [UInt8(ascii: "}"), UInt8(ascii: "\""), 0x20] {
                #expect(throws: JSONReader.Failure.self, "\(length)") {
                    try reader.value(Array(bytes[..<length]), behind: behind)
                }
            }
        }
    }

    struct Depth: Sendable {
        let json: String
        let status: Int
        let location: SourceLocation

        init(_ json: String, _ status: Int, at location: SourceLocation = #_sourceLocation) {
            self.json = json
            self.status = status
            self.location = location
        }
    }

    private static func nested(_ open: String, _ count: Int, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    static let depths = [
        Depth(nested("[", 511, "", "]"), PRV_JSON_OK),
        Depth(nested("[", 512, "", "]"), PRV_JSON_OK),
        Depth(nested("[", 512, "1", "]"), PRV_JSON_OK),
        Depth(nested("[", 513, "", "]"), PRV_JSON_DEPTH),
        Depth(nested("[", 513, "1", "]"), PRV_JSON_DEPTH),
        Depth(nested("{\"a\":", 511, "1", "}"), PRV_JSON_OK),
        Depth(nested("{\"a\":", 512, "1", "}"), PRV_JSON_OK),
        Depth(nested("{\"a\":", 512, "\"x\"", "}"), PRV_JSON_OK),
        Depth(nested("{\"a\":", 513, "1", "}"), PRV_JSON_DEPTH),
        Depth(nested("[", 10_000, "", "]"), PRV_JSON_DEPTH),
        Depth(nested("{\"a\":", 10_000, "1", "}"), PRV_JSON_DEPTH),
        Depth(String(repeating: "[", count: 10_000), PRV_JSON_DEPTH),
    ]

    @Test func limitsDepth() {
        let reader = JSONReader()
        for row in Self.depths {
            do throws(JSONReader.Failure) {
                _ = try reader.value(Array(row.json.utf8))
                #expect(row.status == PRV_JSON_OK, sourceLocation: row.location)
            } catch {
                #expect(Int(error.status) == row.status, sourceLocation: row.location)
            }
        }
    }

    @Test func offsetsPointAtTheValues() throws {
        let reader = JSONReader()
        let json = "  [ 1, \"é\" ,\n {\"key\" :  true, \"k\\u0032\":[null]} ]"
        let bytes = Array(json.utf8)
        let root = try reader.node(bytes)
        #expect(root.offset == 2)
        let items = Array(root.value.nodes)
        #expect(items.map(\.offset) == [4, 7, 15])
        let members = items[2].value.nodes
        #expect(members.map(\.keyString) == ["key", "k2"])
        #expect(members.map { bytes[Int($0.offset)] } == [UInt8(ascii: "t"), UInt8(ascii: "[")])
        #expect(members[1].value.nodes.map { bytes[Int($0.offset)] } == [UInt8(ascii: "n")])
    }
}
