import Proviso

/// The options of a rule as constants: what other attributes say is already in place.
struct OptionTable {
    var values: [String: AnyValue] = [:]
    var rules: [String: Constraint] = [:]
    var shapes: [NamedShape] = []
    var conditions: [String: Condition] = [:]
    /// The value of the attribute that an option names.
    var other: AnyValue?

    subscript(name: String) -> AnyValue? { values[name] }

    init() {}

    func truth(_ name: String) -> Bool { values[name]?.bool ?? false }

    /// The options of a rule with the values of other attributes in place; `value` gives that of a name.
    init(_ constraint: Constraint, now: Int64, value: (String) -> AnyValue) {
        for (name, option) in constraint.options {
            switch option {
            case .value(.object(let members)):
                if case .text(let object)? = members.first(where: { $0.key == "keysOf" })?.value {
                    let keys = value(object).members.map { AnyValue.text($0.key) }
                    if !keys.isEmpty { values[name] = .list(keys) }
                    continue
                }
                guard case .text(let other)? = members.first(where: { $0.key == "attribute" })?.value else {
                    values[name] = .object(members)
                    continue
                }
                let found = value(other)
                if found == .absent { continue }
                values[name] = Self.shifted(found, members)
            case .value(let constant): values[name] = constant
            case .rule(let rule): rules[name] = rule
            case .shapes(let list): shapes = list
            case .condition(let condition): conditions[name] = condition
            }
        }
        if let name = constraint.text(.attribute) { other = value(name) }
    }

    private static func shifted(_ value: AnyValue, _ members: [AnyValue.Member]) -> AnyValue {
        for (key, sign) in [("plus", Int64(1)), ("minus", -1)] {
            guard case .text(let duration)? = members.first(where: { $0.key == key })?.value,
                let moment = CivilParts.moment(value)
            else { continue }
            let parts = CivilParts(CivilParts.shifted(moment, by: duration, sign: sign))
            return .text("\(parts.date)T\(parts.time)Z")
        }
        return value
    }
}
