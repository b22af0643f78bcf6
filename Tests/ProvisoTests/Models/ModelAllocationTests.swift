import Proviso
import Testing

/// Validating a valid model once more allocates nothing, whatever lies in it.
struct ModelAllocationTests {
    struct Part: ValidatableModel {
        var name = "bolt"
        var count = 3
        static let attributes: [Attribute<Part>] = [Attribute("name", \.name), Attribute("count", \.count)]
        static let ruleSet = RuleSet(rules: [Rule("name", .required), Rule("count", .integer(min: 1))])
        borrowing func writeAttributes(to values: inout AttributeWriter) {
            values.write(name)
            values.write(count)
        }
    }

    struct Flat: ValidatableModel {
        var name = "ada"
        var tags = ["a", "b"]
        static let attributes: [Attribute<Flat>] = [Attribute("name", \.name), Attribute("tags", \.tags)]
        static let ruleSet = RuleSet(rules: [Rule("name", .required), Rule("tags", .count(max: 3))])
        borrowing func writeAttributes(to values: inout AttributeWriter) {
            values.write(name)
            values.write(tags)
        }
    }

    struct One: ValidatableModel {
        var part = Part()
        static let attributes: [Attribute<One>] = [Attribute("part", \.part)]
        static let ruleSet = RuleSet(rules: [Rule("part", .required)])
        borrowing func writeAttributes(to values: inout AttributeWriter) { values.write(part) }
    }

    struct Maybe: ValidatableModel {
        var part: Part? = Part()
        var none: Part?
        static let attributes: [Attribute<Maybe>] = [Attribute("part", \.part), Attribute("none", \.none)]
        static let ruleSet = RuleSet(rules: [Rule("part", .required)])
        borrowing func writeAttributes(to values: inout AttributeWriter) {
            values.write(part)
            values.write(none)
        }
    }

    struct Many: ValidatableModel {
        var parts = [Part(), Part(name: "nut", count: 5)]
        static let attributes: [Attribute<Many>] = [Attribute("parts", \.parts)]
        static let ruleSet = RuleSet(rules: [Rule("parts", .count(max: 3))])
        borrowing func writeAttributes(to values: inout AttributeWriter) { values.write(parts) }
    }

    private func allocations<Checked: ValidatableModel>(_ model: Checked) throws -> UInt64 {
        var model = model
        let plan = try ModelPlan(Checked.self)
        for _ in 0..<10 { #expect(try plan.validate(&model).isValid) }
        let meter = AllocationMeter()
        var valid = 0
        while valid < 100, try plan.validate(&model).isValid { valid += 1 }
        let count = meter.count()
        #expect(valid == 100)
        return count
    }

    /// A debug build allocates for generic code that a release build has specialized.
    @Test(.enabled(if: !_isDebugAssertConfiguration())) func aValidModelAllocatesNothing() throws {
        #expect(try allocations(Flat()) == 0)
        #expect(try allocations(One()) == 0, "a model")
        #expect(try allocations(Maybe()) == 0, "an optional model")
        #expect(try allocations(Many()) == 0, "a list of models")
    }

    /// What the fast ways write is what the attributes read.
    @Test func theyAreWrittenAsTheyAreRead() throws {
        var one = One(part: Part(name: "", count: 0))
        #expect(try one.validate().lines == ["part.name required.blank", "part.count number.tooSmall"])
        var maybe = Maybe(part: nil, none: Part(name: "x", count: 0))
        #expect(try maybe.validate().lines == ["part required.blank", "none.count number.tooSmall"])
        var many = Many(parts: [Part(), Part(count: -1), Part(name: "")])
        #expect(try many.validate().lines == ["parts.1.count number.tooSmall", "parts.2.name required.blank"])
        many.parts = []
        #expect(try many.validate().lines == [])
    }
}
