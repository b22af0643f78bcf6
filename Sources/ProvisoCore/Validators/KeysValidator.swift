internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Restricts the keys of an object: allowed, required and prohibited ones.
///
/// `only` lists all allowed keys, `required` the keys that must be present, with null or another value, and
/// `prohibited` those that must not. Keys are compared byte by byte. Each kind of violation is reported once and
/// names up to ten keys. With `rule`, each key must pass that rule, as if it were a string value. With `required` an empty object is validated too; absent values and null are skipped: use
/// the rule type `required` to reject them.
///
/// ```yaml
/// - [address, keys, { only: [street, city, zip], required: [city] }]
/// - [prices, keys, { rule: [match, { pattern: "^[A-Z]{3}$" }] }]
/// ```
public struct KeysValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "keys"
    public static let about = RuleTypeFacts(
        .keys,
        chapter: .collections, place: 5,
        familiar: [
            "": "object obj map dict record struct properties patternproperties propertynames",
            " with 'only'": "additionalproperties unevaluatedproperties strictobject extra",
        ])
    public static let options = [
        OptionDescription("only", .texts, "the allowed keys, in addition to the required ones", role: .allowedKeys),
        OptionDescription("required", .texts, "the required keys", role: .requiredKeys),
        OptionDescription("prohibited", .texts, "the prohibited keys", role: .prohibitedKeys),
        OptionDescription("rule", .rule, "the rule that each key must pass"),
    ]
    public static let codes = [
        CodeDescription("keys.type"), CodeDescription("keys.unknown", "keys"), CodeDescription("keys.missing", "keys"),
        CodeDescription("keys.forbidden", "keys"), CodeDescription("keys.mismatch", "keys"),
    ]

    /// The allowed keys, `nil` for any.
    public let only: [String]?
    public let required: [String]
    public let prohibited: [String]
    public let rule: Constraint?
    private var check: Check?
    private let known: TextTable
    private let forbidden: TextTable

    /// Throws when a name is required and prohibited, or is probably one of `only` that is misspelled.
    public init(
        only: [String]? = nil, required: [String] = [], prohibited: [String] = [], rule: Constraint? = nil
    ) throws(OptionError) {
        let allowed = Set(required).union(only ?? [])
        if let name = prohibited.first(where: { allowed.contains($0) }) {
            throw OptionError(option: "prohibited", reason: "'\(name)' is also in 'only' or 'required'")
        }
        for name in required where only.map({ !$0.contains(name) }) ?? false {
            guard let near = Suggestion.nearest(to: name, in: only ?? []) else { continue }
            throw OptionError(
                option: "required", reason: "'\(name)' is not in 'only', which names allowed keys", suggestion: near)
        }
        self.rule = rule
        self.only = only
        self.required = required
        self.prohibited = prohibited
        known = TextTable((only ?? []) + required)
        forbidden = TextTable(prohibited)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(
            only: try options.texts("only"), required: try options.texts("required") ?? [],
            prohibited: try options.texts("prohibited") ?? [], rule: try options.rule("rule"))
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        func paths(_ keys: [String]?) -> [ValuePath] { (keys ?? []).map { ValuePath([.key($0)]) } }
        let others = paths(required) + paths(only) + paths(prohibited)
        binding.mention(paths(required), option: "required", besides: paths(only))
        // What is prohibited may be a wrong name, and what is allowed need not have a rule.
        binding.mention(paths(prohibited), option: "prohibited", besides: others, isSure: false)
        binding.mention(paths(only), option: "only", besides: others, isSure: false)
        guard let rule else { return }
        check = try binding.check(for: rule, option: "rule")
        if binding.isAsyncRule { throw OptionError(option: "rule", reason: "is async, so it cannot test keys") }
    }

    /// True if keys are required: `{}` is then invalid.
    public var validatesEmptyCollections: Bool { !required.isEmpty }

    public var kinds: ValueKindSet { .objects }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .object else { return context.report("keys.type") }
        let members = value.nodes
        guard context.pay(members.count) else { return }
        let missing = missing(in: members)
        var (unknown, present): ([String], [String]) = ([], [])
        let mismatched = self.mismatched(in: members, &context)
        for member in members {
            if forbidden.contains(member.keyBytes) {
                if present.count < Self.mostNamed { present.append(member.keyString) }
            } else if only != nil, unknown.count < Self.mostNamed, !known.contains(member.keyBytes) {
                unknown.append(member.keyString)
            }
        }
        Self.report("keys.missing", missing, &context)
        Self.report("keys.unknown", unknown, &context)
        Self.report("keys.forbidden", present, &context)
        Self.report("keys.mismatch", mismatched, &context)
    }

    /// The keys that the rule for keys rejects.
    private func mismatched(
        in members: UnsafeBufferPointer<prv_node>, _ context: inout ValidationContext
    ) -> [String] {
        guard let check else { return [] }
        return context.evaluating { context in
            var found: [String] = []
            for member in members where found.count < Self.mostNamed {
                let key = proviso_value(text: member.key, count: Int(member.key_length))
                if !check.accepts(other: key, &context) { found.append(member.keyString) }
            }
            return found
        }
    }

    package static let mostNamed = 10

    private func missing(in members: UnsafeBufferPointer<prv_node>) -> [String] {
        if required.isEmpty { return [] }
        return MemberTable.search(members, times: required.count) { find in
            Array(required.filter { find($0) == nil }.prefix(Self.mostNamed))
        }
    }

    private static func report(_ code: Code, _ keys: [String], _ context: inout ValidationContext) {
        if !keys.isEmpty { context.report(code, ["keys": .list(keys.map { .text($0) })]) }
    }
}

extension Constraint {
    /// Restricts the keys of an object.
    ///
    /// A name that is required and prohibited, or misspelled in `required`, is reported when the plan is made.
    public static func keys(
        only: [String]? = nil, required: [String] = [], prohibited: [String] = [], rule: Constraint? = nil
    ) -> Constraint {
        var options: [String: OptionValue] = [
            "required": .value(.list(required.map { .text($0) })),
            "prohibited": .value(.list(prohibited.map { .text($0) })),
        ]
        options["only"] = only.map { .value(.list($0.map { .text($0) })) }
        options["rule"] = rule.map { .rule($0) }
        return Constraint(type: KeysValidator.type, options: options)
    }
}
