import Proviso
import ProvisoMacros
import Testing

enum Grade: String, AttributeValue, CaseIterable, Sendable { case free, pro }
enum Level: UInt8, AttributeValue, Sendable { case low = 1, high }

struct Code6: RawRepresentable, AttributeValue, Equatable, Sendable {
    let rawValue: String
    init?(rawValue: String) {
        guard rawValue.utf8.count == 6 else { return nil }
        self.rawValue = rawValue
    }
}

@Validatable
struct Everything: Sendable, ParsableModel, Equatable {
    @Rules(.safe) var int8: Int8 = 0
    @Rules(.safe) var int64: Int64 = 0
    @Rules(.safe) var big: Int128 = 0
    @Rules(.safe) var word: UInt = 0
    @Rules(.safe) var byte: UInt8 = 0
    @Rules(.safe) var long: UInt64 = 0
    @Rules(.number(min: 0.1)) var float: Float = 0.1
    @Rules(.safe) var double = 0.5
    @Rules(.string(min: 1)) var part: Substring = "a"
    @Rules(.in(["a", "b"])) var letter: Character = "a"
    @Rules(.safe) var initial: Character?
    @Rules(.each(.integer(max: 9))) var scores: [String: Int] = [:]
    @Rules(.safe) var matrix: [[Double]] = []
    @Rules(.safe) var byName: [String: [Int16]]?
    @Rules(.count(max: 3)) var tags: Set<String> = []
    @Rules(.required) var tier = Grade.free
    @Rules(.safe) var level: Level?
    @Rules(.safe) var tiers: [Grade] = []
    @Rules(.safe) var code: Code6?
    @Rules(.safe) var anything: AnyValue = .null

    init() {}
}

struct PropertyTypeTests {
    @Test func valuesOfEveryTypeAreTaken() throws {
        let json = """
            {"int8": -128, "int64": 9007199254740993, "big": 170141183460469231731687303715884105727,
             "word": 18446744073709551615, "byte": 255, "long": 5.0, "float": 0.1, "double": 1e2, "part": "text",
             "letter": "b", "initial": "🇩🇪", "scores": {"b": 1, "a": 9}, "matrix": [[1, 2.5], []],
             "byName": {"x": [1, -2]}, "tags": ["a", "b", "a"], "tier": "pro", "level": 2, "tiers": ["free"],
             "code": "abcdef", "anything": {"x": [null]}}
            """
        let all = try Everything.validated(from: json).get()
        #expect(all.int8 == -128 && all.int64 == 9_007_199_254_740_993 && all.big == .max && all.word == .max)
        #expect(all.byte == 255 && all.long == 5 && all.float == 0.1 && all.double == 100 && all.part == "text")
        #expect(all.letter == "b" && all.initial == "🇩🇪" && all.scores == ["a": 9, "b": 1])
        #expect(all.matrix == [[1, 2.5], []] && all.byName == ["x": [1, -2]] && all.tags == ["a", "b"])
        #expect(all.tier == .pro && all.level == .high && all.tiers == [.free] && all.code?.rawValue == "abcdef")
        #expect(all.anything == ["x": [nil]])
    }

    struct Row: Sendable {
        let json: String
        let line: String
        let parameters: Parameters

        init(_ json: String, _ line: String, _ parameters: Parameters = [:]) {
            (self.json, self.line, self.parameters) = (json, line, parameters)
        }
    }

    static let rows = [
        Row(#"{"int8": 128}"#, "int8 number.tooBig", ["max": 127]),
        Row(#"{"int8": -129}"#, "int8 number.tooSmall", ["min": -128]),
        Row(#"{"int8": 1.5}"#, "int8 value.type", ["expected": "integer"]),
        Row(#"{"int64": 9223372036854775808}"#, "int64 number.tooBig", ["max": .integer(.max)]),
        Row(#"{"int64": 1e300}"#, "int64 number.tooBig", ["max": .integer(.max)]),
        Row(#"{"int64": -12345678901234567890123}"#, "int64 number.tooSmall", ["min": .integer(.min)]),
        Row(#"{"word": -1}"#, "word number.tooSmall", ["min": 0]),
        Row(#"{"byte": 256}"#, "byte number.tooBig", ["max": 255]),
        Row(#"{"byte": "5"}"#, "byte value.type", ["expected": "integer"]),
        Row(
            #"{"long": 18446744073709551616}"#, "long number.tooBig", ["max": .unsigned(.max)]),
        Row(
            #"{"big": 170141183460469231731687303715884105728}"#, "big number.tooBig",
            ["max": .decimal("170141183460469231731687303715884105727")]),
        Row(#"{"float": 1e39}"#, "float number.tooBig", ["max": .number(Double(Float.greatestFiniteMagnitude))]),
        Row(#"{"float": 0.05}"#, "float number.tooSmall", ["min": 0.1]),
        Row(#"{"letter": "ab"}"#, "letter string.notEqual", ["length": 1]),
        Row(#"{"letter": ""}"#, "letter string.notEqual", ["length": 1]),
        Row(#"{"letter": 5}"#, "letter value.type", ["expected": "text"]),
        Row(#"{"scores": {"a": 10}}"#, "scores.a number.tooBig", ["max": 9]),
        Row(#"{"scores": {"a": "x"}}"#, "scores.a value.type", ["expected": "integer"]),
        Row(#"{"scores": []}"#, "scores value.object"),
        Row(#"{"byName": {"x": [1, 40000]}}"#, "byName.x.1 number.tooBig", ["max": 32767]),
        Row(#"{"tags": ["a", "b", "c", "d"]}"#, "tags count.tooMany", ["max": 3]),
        Row(#"{"tags": ["a", 1]}"#, "tags.1 value.type", ["expected": "text"]),
        Row(#"{"tier": "gold"}"#, "tier in.invalid", ["range": .list([.text("free"), .text("pro")])]),
        Row(#"{"tier": 1}"#, "tier value.type", ["expected": "text"]),
        Row(#"{"tiers": ["free", "gold"]}"#, "tiers.1 in.invalid", ["range": .list([.text("free"), .text("pro")])]),
        Row(#"{"level": 3}"#, "level in.invalid"),
        Row(#"{"level": 300}"#, "level number.tooBig", ["max": 255]),
        Row(#"{"code": "abc"}"#, "code in.invalid"),
    ]

    @Test(arguments: rows) func whatTheyCannotHoldIsReported(_ row: Row) throws {
        let found = try Everything.validated(from: row.json).report.violations
        #expect(found.map { "\($0.path) \($0.code)" } == [row.line])
        for parameter in row.parameters.list { #expect(found.first?.parameters[parameter.name] == parameter.value) }
    }

    @Test func labelsAndAttributesOfMembersAreThoseOfTheRules() throws {
        let found = try Everything.validated(from: #"{"scores": {"a": "x"}}"#).report.violations
        #expect(found.map(\.attribute) == ["scores.*"])
    }

    @Test func rulesSeeAndChangeThem() throws {
        var all = Everything()
        #expect(try all.validate().isValid)
        all.float = 0.05
        all.letter = "c"
        all.scores = ["z": 10, "b": 1, "a": 11]
        let lines = try all.validate().violations.map { "\($0.path) \($0.code)" }
        #expect(lines == ["float number.tooSmall", "letter in.invalid", "scores.a number.tooBig"])
    }
}
