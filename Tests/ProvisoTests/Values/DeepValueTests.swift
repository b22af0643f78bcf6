import Proviso
import Testing

/// Values deeper than JSON can be, which only Swift code makes: nothing recurses as deep as they are.
struct DeepValueTests {
    /// Keeps a value for the rest of the process: Swift releases nested arrays by recursion.
    private final class Kept {
        let value: AnyValue
        init(_ value: AnyValue) { self.value = value }
    }

    private static func kept(_ levels: Int, of leaf: AnyValue, objects: Bool = false) -> AnyValue {
        var value = leaf
        for _ in 0..<levels { value = objects ? .object([.init("a", value)]) : [value] }
        return Unmanaged.passRetained(Kept(value)).takeUnretainedValue().value
    }

    private static let levels = 100_000

    @Test(arguments: [false, true]) func theyAreCut(objects: Bool) throws {
        let deep = Self.kept(Self.levels, of: 1, objects: objects)
        let json = deep.json
        #expect(json.utf8.count { $0 == UInt8(ascii: objects ? "{" : "[") } == 512)
        #expect(try AnyValue(json: json).json == json, "what is written can be read")
        #expect(deep.description == json)
        let plan = try Plan(RuleSet(rules: [Rule("a", .required), Rule("a", .distinct, on: "distinct")]))
        let record = Record(for: plan)
        record.fill(["a": deep])
        #expect(try plan.validate(record).isValid)
        _ = try plan.validate(record, scenario: "distinct")
        #expect(try plan.validate(deep).isValid == false || objects)
        #expect(record.values.json.utf8.count <= json.utf8.count + 16)
        #expect(EachValidator(rule: .required).violation(of: deep)?.code != "each.invalid")
    }

    @Test(arguments: [false, true]) func theyAreComparedWhole(objects: Bool) {
        let one = Self.kept(Self.levels, of: 1, objects: objects)
        let same = Self.kept(Self.levels, of: 1, objects: objects)
        let other = Self.kept(Self.levels, of: 2, objects: objects)
        let (isSame, isOther) = (one == same, one == other)
        let isDeeper = one == Self.kept(Self.levels + 1, of: 1, objects: objects)
        #expect(isSame && !isOther && !isDeeper)
        #expect(Set([one, same]).count == 1)
        #expect(Set([one, same, other]).count == 2)
    }

    static let equal: [(AnyValue, AnyValue, Bool, SourceLocation)] = [
        ([], [], true, #_sourceLocation),
        ([[], [1, "a"]], [[], [1, "a"]], true, #_sourceLocation),
        ([[], [1, "a"]], [[], [1, "b"]], false, #_sourceLocation),
        ([[1], [2]], [[2], [1]], false, #_sourceLocation),
        ([1], [1, 2], false, #_sourceLocation),
        (["a": [1]], ["a": [1]], true, #_sourceLocation),
        (["a": [1]], ["b": [1]], false, #_sourceLocation),
        (["a": [1]], ["a": [1.5]], false, #_sourceLocation),
        ([["e\u{301}"]], [["\u{E9}"]], false, #_sourceLocation),
        ([], .object([]), false, #_sourceLocation),
        ([nil], [.absent], false, #_sourceLocation),
    ]

    @Test func equalityLooksAtEverything() {
        for (one, other, isEqual, location) in Self.equal {
            #expect((one == other) == isEqual, sourceLocation: location)
            #expect((other == one) == isEqual, sourceLocation: location)
            if isEqual { #expect(one.hashValue == other.hashValue, sourceLocation: location) }
        }
    }
}
