import Proviso
import Testing

/// Forms send texts only: what each type makes of them.
struct FormValueTests {
    enum Size: String, AttributeValue, CaseIterable { case small, large }
    enum Level: Int, AttributeValue { case low = 1, high }
    enum Mark: String, AttributeValue { case none = "", some }

    struct Part: ParsableModel, Equatable {
        var count = 0
        static let attributes: [Attribute<Part>] = [Attribute("count", \.count)]
        static let ruleSet = RuleSet(rules: [Rule("count", .safe)])
    }

    struct Form<Held: AttributeProperty & Sendable>: ParsableModel {
        var held: Held?
        static var attributes: [Attribute<Form>] { [Attribute("held", \.held)] }
        static var ruleSet: RuleSet { RuleSet(rules: [Rule("held", .safe)]) }
    }

    /// What a property of an optional type holds then, or the codes of what is wrong, by `parse` and by `load`.
    private func held<Held: AttributeProperty & Sendable>(
        _ type: Held.Type, _ sent: AnyValue, sourceLocation: SourceLocation
    ) throws -> String {
        func text(_ held: Held?) -> String { held.map { "\(AnyValue(of: $0))" } ?? "nil" }
        func codes(_ report: Report) -> String { report.lines.joined(separator: ",") }
        let plan = try ModelPlan(Form<Held>.self)
        let parsed = try plan.parse(["held": sent], source: .form)
        let outcome = parsed.model.map { text($0.held) } ?? codes(parsed.report)
        var state = ModelState(Form<Held>(), plan: plan)
        let isLoaded = state.load(["held": sent], formName: "")
        #expect(isLoaded, sourceLocation: sourceLocation)
        let isValid = try state.validate()
        let loaded = isValid ? text(state.model.held) : codes(state.errors.report)
        #expect(loaded == outcome, "load and parse differ", sourceLocation: sourceLocation)
        return outcome
    }

    private func expect<Held: AttributeProperty & Sendable>(
        _ type: Held.Type, _ sent: AnyValue, _ outcome: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try held(type, sent, sourceLocation: sourceLocation) == outcome, sourceLocation: sourceLocation)
    }

    @Test func textsStandForNumbersAndBooleans() throws {
        try expect(Int.self, "5", "5")
        try expect(Int.self, "5.0", "5")
        try expect(Int.self, "5.5", "held value.type")
        try expect(Int.self, "x", "held value.type")
        try expect(Int8.self, "300", "held number.tooBig")
        try expect(UInt64.self, "18446744073709551615", "18446744073709551615")
        try expect(Int128.self, "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728")
        try expect(Double.self, "0.5", "0.5")
        try expect(Double.self, "nan", "held value.type")
        try expect(Float.self, "1e2", "100.0")
        try expect(Bool.self, "on", "true")
        try expect(Bool.self, "0", "false")
        try expect(Bool.self, "yes", "held value.type")
        try expect(Level.self, "2", "2")
        try expect(Level.self, "7", "held in.invalid")
        try expect(Size.self, "large", #""large""#)
        try expect(String.self, "5", #""5""#)
        try expect(AnyValue.self, "5", #""5""#)
    }

    @Test func textsInListsAndObjectsDoToo() throws {
        try expect([Int].self, ["1", "2"], "[1,2]")
        try expect([Int].self, ["1", "x"], "held.1 value.type")
        try expect([[Double]].self, [["0.5"], []], "[[0.5],[]]")
        try expect(Set<Int>.self, ["3", "3"], "[3]")
        try expect([Bool].self, ["on", "", "0"], "[true,false,false]")
        try expect([Level].self, ["1"], "[1]")
        try expect([String].self, ["1", ""], #"["1",""]"#)
        try expect([String: Int].self, ["a": "1"], #"{"a":1}"#)
        try expect([String: [Int?]].self, ["a": ["1", ""]], #"{"a":[1,null]}"#)
        try expect([Int?].self, ["1", ""], "[1,null]")
        try expect([Bool?].self, ["1", ""], "[true,null]")
        try expect([Size?].self, ["small", ""], #"["small",null]"#)
        try expect([String?].self, ["", "a"], #"["","a"]"#)
        try expect([Part].self, [["count": "2"]], #"[{"count":2}]"#)
        try expect([Part?].self, ["", ["count": "2"]], #"[null,{"count":2}]"#)
    }

    @Test func anEmptyTextIsNilForOptionalPropertiesThatAreNoTexts() throws {
        try expect(Int.self, "", "nil")
        try expect(Double.self, "", "nil")
        try expect(Bool.self, "", "nil")
        try expect(Size.self, "", "nil")
        try expect(Level.self, "", "nil")
        try expect(Character.self, "", "nil")
        try expect([Int].self, "", "nil")
        try expect([String].self, "", "nil")
        try expect(Set<Int>.self, "", "nil")
        try expect([String: Int].self, "", "nil")
        try expect(Part.self, "", "nil")
        try expect(Int?.self, "", "nil")
        try expect(String.self, "", #""""#)
        try expect(Substring.self, "", #""""#)
        try expect(Mark.self, "", #""""#)
        try expect(AnyValue.self, "", #""""#)
    }

    struct Booking: ParsableModel {
        let seats: [Int]
        var size: Size
        var count: Int

        init() { (seats, size, count) = ([], .small, 0) }

        static let attributes: [Attribute<Booking>] = [
            Attribute("seats", constant: \.seats), Attribute("size", \.size), Attribute("count", \.count),
        ]
        static let ruleSet = RuleSet(rules: [Rule(["seats", "size", "count"], .safe)])
        func replacingConstants(_ values: ConstantValues) -> Booking {
            var copy = Booking(seats: values.value("seats", or: seats))
            (copy.size, copy.count) = (size, count)
            return copy
        }
        init(seats: [Int]) { (self.seats, size, count) = (seats, .small, 0) }
    }

    @Test func constantsAreConvertedAndOtherPropertiesRefuseAnEmptyText() throws {
        let plan = try ModelPlan(Booking.self)
        let parsed = try plan.parse(["seats": ["4", "5"], "size": "large", "count": "2"], source: .form)
        #expect(parsed.model?.seats == [4, 5] && parsed.model?.count == 2)
        let empty = try plan.parse(["seats": ["4"], "size": "", "count": ""], source: .form).report
        #expect(empty.lines == ["size in.invalid", "count value.type"])
        // Data that is no form's has numbers of its own.
        let data = try plan.parse(["seats": ["4"], "size": "small", "count": 1]).report
        #expect(data.lines == ["seats.0 value.type"])
    }
}
