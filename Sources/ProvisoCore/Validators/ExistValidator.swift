public import ProvisoMessages

/// Requires a value that is already stored, such as an article number or a country code.
///
/// `target` names the collection (for example a table), and `targetAttribute` the name of the value there, by
/// default the name of the attribute. Several attributes can be looked up together: then `targetAttribute` lists
/// them, or maps each to its name there. `filter` has further values that an entry must have. A list is invalid
/// unless `allowArray`: then each item must be stored. The program sets the store (`Registry.services.store`);
/// without one the rule set is refused. If the store fails, the value has a fault and never counts as valid. With
/// several attributes the rule is skipped if one of them has an error, unless `skipOnError` is false.
///
/// `caseFold: true` looks up the folded key of the value (`CaseFolding.text.key(of:)`), and `caseFold: email` that
/// of an address; then `targetAttribute` names a column with such keys.
///
/// ```yaml
/// - [country, exist, { target: countries, targetAttribute: code, filter: { active: true } }]
/// - [city, exist, { target: cities, targetAttribute: { city: name, country: country_code } }]
/// ```
public struct ExistValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "exist"
    public static let about = RuleTypeFacts(
        .existing,
        chapter: .stores, place: 1,
        familiar: ["": "exists foreignkey fk references foreign relation"])
    public static let options =
        StoreLookup.options + [
            OptionDescription("allowArray", .boolean, "whether the items of a list are validated")
        ]
    public static let codes = [CodeDescription("exist.invalid", "target")]

    public let allowArray: Bool
    private var lookup: StoreLookup
    /// Made once: it would cost an allocation for each value, valid ones too.
    private let failure: Finding

    /// Looks up a value in a collection; `attribute` is its name there, by default the name of the attribute.
    public init(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        allowArray: Bool = false
    ) {
        self.allowArray = allowArray
        lookup = StoreLookup(
            target: target, names: [.init(attribute: nil, name: attribute)], filter: filter, caseFold: caseFold)
        failure = Self.failure(lookup)
    }

    /// Looks several attributes up together; each key is an attribute, each value its name in the collection.
    public init(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil
    ) {
        allowArray = false
        lookup = StoreLookup(
            target: target, names: attributes.map { .init(attribute: $0.key, name: $0.value) }, filter: filter,
            caseFold: caseFold)
        failure = Self.failure(lookup)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        lookup = try StoreLookup(options)
        if lookup.target.isEmpty { throw OptionError(option: "target", reason: "is required") }
        allowArray = try options.boolean("allowArray") ?? false
        failure = Self.failure(lookup)
    }

    private static func failure(_ lookup: StoreLookup) -> Finding {
        Finding("exist.invalid", ["target": .text(lookup.target)])
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try lookup.bind(to: binding)
    }

    public var kinds: ValueKindSet { allowArray ? [.scalars, .lists] : .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard lookup.isSound(context) else { return }
        if value.kind == .object || value.kind == .list && !allowArray { return context.report(failure) }
        var sought: [[String: AnyValue]] = []
        if value.kind == .list {
            for index in 0..<value.count {
                let item = value[index]
                if item.kind == .list || item.kind == .object { return context.report(failure) }
                sought.append(lookup.values(for: item, context))
            }
        } else {
            sought = [lookup.values(for: value, context)]
        }
        lookup.ask(sought, wants: true, else: failure, &context)
    }
}

extension Constraint {
    /// Requires a value that is stored already.
    public static func exist(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        allowArray: Bool = false
    ) -> Constraint {
        .validator(
            ExistValidator(in: target, as: attribute, filter: filter, caseFold: caseFold, allowArray: allowArray))
    }

    /// Requires a combination of values that is stored already.
    public static func exist(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil
    ) -> Constraint {
        .validator(ExistValidator(in: target, attributes: attributes, filter: filter, caseFold: caseFold))
    }
}
