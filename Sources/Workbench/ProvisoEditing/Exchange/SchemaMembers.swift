internal import Proviso

/// The members of a JSON Schema that is being written: each keyword once, the tighter of two bounds.
struct SchemaMembers {
    private(set) var members: [AnyValue.Member] = []
    /// What could not be put beside the other keywords.
    private var others: [AnyValue] = []

    init(_ schema: AnyValue = .object([])) { add(schema) }

    var isEmpty: Bool { members.isEmpty && others.isEmpty }

    var schema: AnyValue {
        others.isEmpty ? .object(members) : .object(members + [AnyValue.Member(Self.all, .list(others))])
    }

    subscript(keyword: String) -> AnyValue? { members.first { $0.key == keyword }?.value }

    /// Adds what another schema asserts; keywords that belong together stay together.
    mutating func add(_ schema: AnyValue) {
        guard case .object(let new) = schema else {
            if schema == false { others.append(false) }
            return
        }
        // Several lists of schemas that all hold are one list: an object has each keyword once.
        for part in new.filter({ $0.key == Self.all }).flatMap({ $0.value.list ?? [] }) where !others.contains(part) {
            others.append(part)
        }
        let merged = new.filter { $0.key != Self.all }.map { member in
            (member, self[member.key].map { Self.merged(member.key, $0, member.value) } ?? member.value)
        }
        let isOpen = merged.allSatisfy { $0.1 != nil || Self.standAlone.contains($0.0.key) }
        guard isOpen else { return others.append(.object(merged.map(\.0))) }
        for (member, value) in merged {
            if let value {
                set(member.key, value)
            } else if member.key == "pattern", let weak = self["pattern"], weak == Self.notBlank {
                set("pattern", member.value)
                others.append(["pattern": weak])
            } else {
                others.append(.object([member]))
            }
        }
    }

    /// The keywords that mean the same whatever is beside them.
    private static let standAlone = ["pattern", "enum", "const", "not", "format"]
    /// The keyword with schemas that all hold.
    private static let all = "allOf"
    /// The keyword with the names of members that must be there.
    private static let names = "required"
    static let notBlank: AnyValue = "\\S"

    /// Leaves out of the values that are refused those that are refused anyway.
    mutating func simplify() {
        guard let types = self["type"]?.words, !types.isEmpty, let refused = self["not"]?.object?["enum"]?.list,
            self["not"]?.members.count == 1
        else { return }
        let isFilled = self["pattern"] == Self.notBlank || others.contains { $0.object?["pattern"] == Self.notBlank }
        let rest = refused.filter { value in
            switch value.kind {
            case .null: types.contains("null")
            case .text: types.contains("string") && !(value == "" && isFilled)
            case .list: types.contains("array")
            case .object: types.contains("object")
            default: true
            }
        }
        members.removeAll { $0.key == "not" }
        switch rest {
        case []: break
        case [""]: add(["minLength": 1])
        case [.list([])]: add(["minItems": 1])
        case [.object([])]: add(["minProperties": 1])
        default: set("not", ["enum": .list(rest)])
        }
    }

    mutating func set(_ keyword: String, _ value: AnyValue) {
        if let index = members.firstIndex(where: { $0.key == keyword }) {
            members[index].value = value
        } else {
            members.append(AnyValue.Member(keyword, value))
        }
    }

    /// Both values of a keyword in one; `nil` if there is none.
    private static func merged(_ keyword: String, _ one: AnyValue, _ two: AnyValue) -> AnyValue? {
        if one == two { return one }
        switch keyword {
        case "minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum":
            return tighter(one, two) { $0 > $1 }
        case "maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum":
            return tighter(one, two) { $0 < $1 }
        case _ where keyword == Self.names: return .list((one.words + two.words).withoutRepetition().map { .text($0) })
        case "type":
            let (left, right) = (one.words, two.words)
            var both = left.filter { right.contains($0) || $0 == "integer" && right.contains("number") }
            both += right.filter { $0 == "integer" && left.contains("number") && !both.contains($0) }
            return both.isEmpty ? nil : both.count == 1 ? .text(both[0]) : .list(both.map { .text($0) })
        default: return nil
        }
    }

    private static func tighter(_ one: AnyValue, _ two: AnyValue, _ isTighter: (Number, Number) -> Bool) -> AnyValue? {
        guard let left = one.number, let right = two.number else { return nil }
        return isTighter(left, right) ? one : two
    }
}
