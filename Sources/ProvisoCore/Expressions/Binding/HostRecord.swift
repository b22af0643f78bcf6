internal import ProvisoMessages

/// The answers of a rule's host to its expression, for parts of the expression that are run later.
///
/// The host itself exists only while the plan is made.
struct HostRecord: ExprHost {
    fileprivate(set) var valueName: String?
    fileprivate(set) var hasRowBefore = false
    /// Whether it calls rule types.
    var callsRules: Bool { !checks.isEmpty }
    fileprivate var checks: [(type: String, options: [String: AnyValue], check: Check)] = []
    fileprivate var store: (any LookupStore)?

    private static let unknown = OptionError(reason: "the expression does not call it")

    func check(_ type: String, _ options: [String: AnyValue]) throws(OptionError) -> Check {
        guard let known = checks.first(where: { $0.type == type && $0.options == options }) else { throw Self.unknown }
        return known.check
    }

    func store(
        of collection: String, at offset: Int, names: [String], values: [String], others: [String]
    ) throws(OptionError) -> any LookupStore {
        guard let store else { throw Self.unknown }
        return store
    }
}

/// Calls a rule's host, and remembers the answers.
final class HostRecorder: ExprHost {
    private let host: RuleHost
    private(set) var record = HostRecord()

    init(_ host: RuleHost) {
        self.host = host
        (record.valueName, record.hasRowBefore) = (host.valueName, host.hasRowBefore)
    }

    var valueName: String? { host.valueName }
    var hasRowBefore: Bool { host.hasRowBefore }

    func check(_ type: String, _ options: [String: AnyValue]) throws(OptionError) -> Check {
        let check = try host.check(type, options)
        record.checks.append((type, options, check))
        return check
    }

    func store(
        of collection: String, at offset: Int, names: [String], values: [String], others: [String]
    ) throws(OptionError) -> any LookupStore {
        let store = try host.store(
            of: collection, at: offset, names: names, values: values, others: others)
        record.store = store
        return store
    }
}
