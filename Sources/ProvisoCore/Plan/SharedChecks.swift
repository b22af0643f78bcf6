internal import ProvisoMessages

/// The validators of rules with long lists: those that have the same list share one, with all that is made of it.
///
/// A rule type of a rule set may have a list of thousands of values, and thousands of rules may use the type.
final class SharedChecks {
    private struct Key: Hashable {
        let type: RuleType
        /// The long lists, by their places in memory.
        let lists: [String: UInt]
        let others: [String: AnyValue]
    }

    /// Shorter lists are not worth it.
    private static let fewItems = 64

    /// The options are kept, so that no other list takes the place of one.
    private var made: [Key: (options: [String: OptionValue], check: Check)] = [:]

    /// The validator of a rule type of this library, for the options of a rule.
    func check(_ body: Constraint, _ make: () throws(OptionError) -> Check) throws(OptionError) -> Check {
        guard let key = Self.key(body) else { return try make() }
        if let known = made[key] { return known.check }
        let check = try make()
        made[key] = (body.options, check)
        return check
    }

    /// `nil` for a rule without long lists.
    private static func key(_ body: Constraint) -> Key? {
        var lists: [String: UInt] = [:]
        var others: [String: AnyValue] = [:]
        for (name, option) in body.options {
            guard case .value(let value) = option else { return nil }
            if case .list(let items) = value, items.count > fewItems {
                lists[name] = items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
            } else {
                others[name] = value
            }
        }
        return lists.isEmpty ? nil : Key(type: body.type, lists: lists, others: others)
    }
}
