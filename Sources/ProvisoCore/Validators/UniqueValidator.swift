public import ProvisoMessages

/// Requires a value that is not stored yet, such as a user name or an order number.
///
/// `target` names the collection (for example a table), and `targetAttribute` the name of the value there, by
/// default the name of the attribute. Several attributes can be unique together: then `targetAttribute` lists them,
/// or maps each to its name there; absent and null count as the same value, "" as another one. `filter` has further
/// values that an entry must have to count. `except` names the attributes that identify the record's own entry, so
/// that it may keep its value; if they have no values, the record is new. It is written in `options`, because the
/// rule's own `except` names scenarios. The program sets the store (`Registry.services.store`); without one the
/// rule set is refused. If the store fails, the value has a fault and never counts as valid. With several
/// attributes the rule is skipped if one of them has an error, unless `skipOnError` is false.
///
/// Without `target`, no two records that `proviso check` reads in one run may have the value: the second one is
/// invalid, even if the first one has other errors. A number and the string that spells it are different here.
///
/// Another record may take the value before this one is stored: only a constraint of the database excludes that.
///
/// `caseFold: true` looks up the folded key of the value (`CaseFolding.text.key(of:)`), and `caseFold: email` that
/// of an address; then `targetAttribute` names a column with such keys.
///
/// ```yaml
/// - [username, unique, { target: users, options: { except: id } }]
/// - [[id, flight], safe]
/// - [seat, unique, { target: bookings, targetAttribute: [seat, flight] }]
/// - [order_number, unique]
/// ```
public struct UniqueValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "unique"
    public static let about = RuleTypeFacts(
        .unique,
        chapter: .stores, place: 2,
        familiar: ["": "uniqueness primary primarykey pk uniquekey"])
    public static let options =
        [
            OptionDescription(
                "target", .text, "the collection, for example a table; the other records of a run by default",
                role: .collection, mayBeEmpty: false)
        ] + StoreLookup.options.dropFirst() + [
            OptionDescription(
                "except", .any,
                "the attributes that identify the record: a name, a list, or an object like targetAttribute",
                role: .attributes)
        ]
    public static let codes = [
        CodeDescription("unique.taken"), CodeDescription("unique.combination", "attributes"),
        CodeDescription("unique.invalid"),
    ]

    private var lookup: StoreLookup
    private let identity: [StoreLookup.Pair]
    private var references: [(reference: AttributeReference, name: String)] = []

    /// Looks up a value in a collection; `attribute` is its name there, by default the name of the attribute.
    public init(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        except: KeyValuePairs<String, String> = [:]
    ) {
        lookup = StoreLookup(
            target: target, names: [.init(attribute: nil, name: attribute)], filter: filter, caseFold: caseFold)
        identity = except.map { .init(attribute: $0.key, name: $0.value) }
    }

    /// Looks several attributes up together; each key is an attribute, each value its name in the collection.
    public init(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil,
        except: KeyValuePairs<String, String> = [:]
    ) {
        lookup = StoreLookup(
            target: target, names: attributes.map { .init(attribute: $0.key, name: $0.value) }, filter: filter,
            caseFold: caseFold)
        identity = except.map { .init(attribute: $0.key, name: $0.value) }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        lookup = try StoreLookup(options)
        if lookup.target.isEmpty, options.value("targetAttribute")?.text != nil {
            throw OptionError(
                option: "targetAttribute", reason: "has no effect without 'target': the records of a run have own names"
            )
        }
        var identity: [StoreLookup.Pair] = []
        if let except = options.value("except") {
            if lookup.target.isEmpty { throw OptionError(option: "except", reason: "needs a target") }
            identity = try StoreLookup.namedPairs(except, "except")
        }
        self.identity = identity
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        references = []
        for pair in identity {
            let reference = try binding.reference(to: pair.attribute ?? "", option: "except")
            references.append((reference, pair.name ?? reference.name))
        }
        try lookup.bind(to: binding, identity: references.map(\.name))
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard lookup.isSound(context) else { return }
        if value.kind == .list || value.kind == .object { return context.report("unique.invalid") }
        var except: [String: AnyValue] = [:]
        for (reference, name) in references {
            let part = context.value(of: reference)
            // A record that has not been stored has no identity yet.
            if part.isEmpty {
                except = [:]
                break
            }
            except[name] = AnyValue(part)
        }
        let attributes = lookup.combination(context.attribute)
        let finding =
            attributes.map { Finding("unique.combination", ["attributes": .list($0.map { .attribute($0) })]) }
            ?? Finding("unique.taken")
        lookup.ask(
            [lookup.values(for: value, context)], except: except, wants: false, else: finding, &context)
    }
}

extension Constraint {
    /// Requires a value that is not stored yet.
    public static func unique(
        in target: String, as attribute: String? = nil, filter: [String: AnyValue] = [:], caseFold: CaseFolding? = nil,
        except: KeyValuePairs<String, String> = [:]
    ) -> Constraint {
        .validator(UniqueValidator(in: target, as: attribute, filter: filter, caseFold: caseFold, except: except))
    }

    /// Requires a combination of values that is not stored yet.
    public static func unique(
        in target: String, attributes: KeyValuePairs<String, String>, filter: [String: AnyValue] = [:],
        caseFold: CaseFolding? = nil,
        except: KeyValuePairs<String, String> = [:]
    ) -> Constraint {
        .validator(
            UniqueValidator(in: target, attributes: attributes, filter: filter, caseFold: caseFold, except: except))
    }
}
