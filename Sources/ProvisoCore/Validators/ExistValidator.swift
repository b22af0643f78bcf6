public import ProvisoMessages

/// Requires a value that is stored already: the number of an article, the code of a country.
///
/// `target` names the collection to look in (a table, say) and `targetAttribute` what the value is called there, by
/// default as the attribute is. Several attributes are looked up together: `targetAttribute` then lists them, or says
/// for each what it is called there. `filter` holds further values an entry must have. A list is invalid, unless
/// `allowArray`: then each item must be stored. The program sets the store (`Registry.services.store`); without one
/// the rule set is refused. A store that cannot answer makes the value faulty, never valid. With several attributes the
/// rule is skipped while any of them has an error, unless `skipOnError` is false.
///
/// `caseFold: true` asks for the value's folded key (`CaseFolding.text.key(of:)`) and `caseFold: email` for that of an
/// address; `targetAttribute` then names what holds such keys there, a column of its own.
///
/// ```yaml
/// - [country, exist, { target: countries, targetAttribute: code, filter: { active: true } }]
/// - [city, exist, { target: cities, targetAttribute: { city: name, country: country_code } }]
/// ```
public struct ExistValidator: NamedValidator {
    public static let type: RuleType = "exist"
    public static let options =
        StoreQuestion.options + [
            OptionDescription("allowArray", .boolean, "whether the items of a list are validated")
        ]
    public static let codes = [CodeDescription("exist.invalid", "target")]

    public let allowArray: Bool
    private var question: StoreQuestion
    /// Made once: it would cost an allocation for each value, valid ones too.
    private let failure: Finding

    /// Looks a value up in a collection; `attribute` is what it is called there, by default as the attribute is.
    public init(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        allowArray: Bool = false
    ) {
        self.allowArray = allowArray
        question = StoreQuestion(
            target: target, names: [.init(attribute: nil, name: attribute)], filter: filter, caseFold: caseFold)
        failure = Self.failure(question)
    }

    /// Looks several attributes up together; each stands with what it is called there.
    public init(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil
    ) {
        allowArray = false
        question = StoreQuestion(
            target: target, names: attributes.map { .init(attribute: $0.key, name: $0.value) }, filter: filter,
            caseFold: caseFold)
        failure = Self.failure(question)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        question = try StoreQuestion(options)
        if question.target.isEmpty { throw OptionError(option: "target", reason: "is required") }
        allowArray = try options.boolean("allowArray") ?? false
        failure = Self.failure(question)
    }

    private static func failure(_ question: StoreQuestion) -> Finding {
        Finding("exist.invalid", ["target": .text(question.target)])
    }

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        try question.bind(to: binding)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard question.isSound(context) else { return }
        if value.kind == .object || value.kind == .list && !allowArray { return context.report(failure) }
        var sought: [[String: AnyValue]] = []
        if value.kind == .list {
            for index in 0..<value.count {
                let item = value[index]
                if item.kind == .list || item.kind == .object { return context.report(failure) }
                sought.append(question.values(for: item, context))
            }
        } else {
            sought = [question.values(for: value, context)]
        }
        question.ask(sought, wants: true, else: failure, &context)
    }
}

extension RuleBody {
    /// Requires a value that is stored already.
    public static func exist(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        allowArray: Bool = false
    ) -> RuleBody {
        .validator(
            ExistValidator(in: target, as: attribute, filter: filter, caseFold: caseFold, allowArray: allowArray))
    }

    /// Requires a combination of values that is stored already.
    public static func exist(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil
    ) -> RuleBody {
        .validator(ExistValidator(in: target, attributes: attributes, filter: filter, caseFold: caseFold))
    }
}
