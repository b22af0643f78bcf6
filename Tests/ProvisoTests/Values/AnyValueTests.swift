import Proviso
import Testing

struct AnyValueTests {
    static let values: [AnyValue] = [
        .absent, .null, true, false, 0, .integer(.min), .integer(.max), .unsigned(.max), .double(-0.0), .double(1e300),
        .decimal("123456789012345678901234567890.5"), "", "a", "a\u{0}b", "é語😀",
        .text(String(repeating: "x", count: 5000)),
        [], [1, "two", nil, [3.5, []], ["four": 4]], .object([]), ["": "empty key", "a": ["b": ["c": [true]]]],
        .object([.init("twice", 1), .init("twice", 2)]),
    ]

    @Test(arguments: values) func survivesBeingLent(value: AnyValue) {
        #expect(value.withValue { AnyValue($0) } == value)
        #expect(value.withValue { $0.kind } == value.kind)
    }

    @Test func emptinessIsOfFiveKinds() {
        let empty: [AnyValue] = [.absent, .null, "", [], .object([])]
        for value in empty { #expect(value.withValue { $0.isEmpty }, "\(value)") }
        let full: [AnyValue] = [false, 0, .double(0), .decimal("0"), " ", [nil], ["a": nil], "\u{0}"]
        for value in full { #expect(!value.withValue { $0.isEmpty }, "\(value)") }
    }

    @Test func viewsShowOneKindOnly() {
        AnyValue.integer(5).withValue { value in
            #expect(value.integer == 5)
            #expect(value.double == 5)
            #expect(value.boolean == nil)
            #expect(value.text?.count == nil)
            #expect(value.count == 0)
        }
        AnyValue.unsigned(.max).withValue { value in
            #expect(value.integer == nil)
            #expect(value.double == 0x1p64)
        }
        AnyValue.decimal("0.5").withValue { value in
            #expect(value.double == 0.5)
            #expect(value.text?.count == nil)
        }
        AnyValue.boolean(true).withValue { value in
            #expect(value.boolean == true)
            #expect(value.integer == nil)
            #expect(value.double == nil)
        }
        AnyValue.text("5").withValue { value in
            #expect(value.double == nil)
            #expect(value.text?.string == "5")
        }
    }

    @Test func listsAndObjectsAreWalked() {
        let value: AnyValue = ["a": 1, "list": [10, 20], "": "nameless"]
        value.withValue { object in
            #expect(object.count == 3)
            #expect(object.key(at: 1) == "list")
            #expect(object[0].integer == 1)
            #expect(object.member("list").count == 2)
            #expect(object.member("list")[1].integer == 20)
            #expect(object.member("").text?.string == "nameless")
            #expect(object.member("none").kind == .absent)
            #expect(object.member("a").member("below").kind == .absent)
        }
    }

    /// A repeated member counts as the last one, whichever way it is looked for.
    @Test func theLastOfTwoMembersCounts() throws {
        let value: AnyValue = .object([.init("a", 1), .init("b", 2), .init("a", 3)])
        #expect(value["a"] == 3)
        #expect(value.withValue { $0.member("a").integer } == 3)
        let record = Record(for: try Plan(RuleSet(rules: [Rule("a", .type("safe"))])))
        record.fill(value)
        #expect(record["a"] == 3)
        #expect(record["none"] == nil)
    }

    @Test func numbersKeepTheirKind() {
        let numbers: [Number] = [.integer(-5), .unsigned(.max), .double(2.5), .decimal("1e400")]
        for number in numbers {
            #expect(Number(AnyValue(number)) == number)
            #expect(AnyValue(number).withValue { Number($0) } == number)
        }
        for value in ["5", true, nil, [], .absent] as [AnyValue] { #expect(Number(value) == nil, "\(value)") }
    }

    @Test func parametersShowWhatAValueHolds() {
        #expect(ParameterValue(AnyValue.null) == .text(""))
        #expect(ParameterValue([1, "b"] as AnyValue) == .list([.integer(1), .text("b")]))
        #expect(ParameterValue(AnyValue.unsigned(.max)).plainText == "18446744073709551615")
        #expect(ParameterValue(AnyValue.decimal("1e400")).plainText == "1e400")
        #expect(ParameterValue(true).plainText == "true")
        #expect(ParameterValue(["k": 1] as AnyValue) == .list([.text("k")]))
    }

    /// Texts that are canonically equivalent are two texts: else a normalization would seem to change nothing.
    @Test func textsAreEqualByteByByte() throws {
        let (composed, decomposed): (AnyValue, AnyValue) = ("\u{E9}", "e\u{301}")
        #expect(composed != decomposed && composed == .text("\u{E9}"))
        #expect(AnyValue.object([.init("\u{E9}", 1)]) != .object([.init("e\u{301}", 1)]))
        #expect(AnyValue.decimal("1.0") != .decimal("1.00") && AnyValue.text("1") != .integer(1))
        #expect(
            Set<AnyValue>([composed, decomposed, ["a": [composed]], ["a": [composed]], nil, .absent, 0.0, -0.0]).count
                == 6)
        let store = MemoryStore(["names": [["name": decomposed]]])
        #expect(try store.contains(["name": decomposed], in: "names", except: [:]))
        #expect(try !store.contains(["name": composed], in: "names", except: [:]))
    }
}
