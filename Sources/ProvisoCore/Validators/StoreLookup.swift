package import ProvisoMessages

/// The lookup of `exist` and `unique` in a store: which attributes have which names there.
struct StoreLookup: Sendable {
    static let options = [
        OptionDescription("target", .text, "the collection, for example a table", isRequired: true, role: .collection),
        OptionDescription(
            "targetAttribute", .any,
            "the name of the value in the collection; by default the name of the attribute; for several attributes a list "
                + "of names, or an object that maps each attribute to its name there", role: .mappedAttributes),
        OptionDescription("filter", .any, "an object of further values an entry must have"),
        OptionDescription(
            "caseFold", .any,
            "whether the folded value is looked up; targetAttribute must name a column of folded values: true, or email "
                + "for addresses"),
    ]

    /// The options as given; without a target, the other records of a run are searched.
    let target: String
    private let names: [Pair]
    private let filter: [String: AnyValue]
    private let caseFold: CaseFolding?
    // What binding adds.
    private var store: (any Store)?
    private var asyncStore: (any AsyncStore)?
    private var skipsErrors = true
    private var parts: [(reference: AttributeReference?, name: String)] = []

    struct Pair: Sendable {
        /// Nil stands for the attribute that the rule is for.
        let attribute: String?
        let name: String?
    }

    init(target: String, names: [Pair], filter: [String: AnyValue], caseFold: CaseFolding?) {
        self.target = target
        self.names = names
        self.filter = filter
        self.caseFold = caseFold
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        self.init(
            target: try options.text("target") ?? "",
            names: try Self.pairs(options.value("targetAttribute"), "targetAttribute"),
            filter: try Self.members(options.value("filter"), "filter"), caseFold: try CaseFolding.read(options))
    }

    private static func pairs(_ value: AnyValue?, _ option: String) throws(OptionError) -> [Pair] {
        switch value {
        case nil: return [Pair(attribute: nil, name: nil)]
        case .text(let name): return [Pair(attribute: nil, name: name)]
        default: return try namedPairs(value ?? .null, option)
        }
    }

    /// A list of names, or an object of names: for each attribute what it is called in the store.
    static func namedPairs(_ value: AnyValue, _ option: String) throws(OptionError) -> [Pair] {
        var pairs: [Pair] = []
        switch value {
        case .text(let name): pairs = [Pair(attribute: name, name: name)]
        case .list(let items):
            for item in items {
                guard case .text(let name) = item else {
                    throw OptionError.expected("a list of attribute names", at: option, found: value)
                }
                pairs.append(Pair(attribute: name, name: name))
            }
        case .object(let members):
            for member in members {
                guard case .text(let name) = member.value else {
                    throw OptionError.expected("a list of attribute names", at: option, found: value)
                }
                pairs.append(Pair(attribute: member.key, name: name))
            }
        default: throw OptionError(option: option, reason: "must be a name, a list of names or an object of names")
        }
        if pairs.isEmpty { throw OptionError(option: option, reason: "must name at least one attribute") }
        return pairs
    }

    private static func members(_ value: AnyValue?, _ option: String) throws(OptionError) -> [String: AnyValue] {
        switch value {
        case nil, .null: return [:]
        case .object(let members):
            return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
        default: throw OptionError(option: option, reason: "must be an object of values")
        }
    }

    private static let needsTarget =
        "is required: records that are validated alone or in parts of a file are not compared with each other"

    /// `identity` is what tells a record's own entry from others, by the names in the store.
    mutating func bind(to binding: borrowing BindingContext, identity: [String] = []) throws(OptionError) {
        skipsErrors = binding.skipsErrors
        let services = binding.services
        if target.isEmpty {
            guard services.comparesRecords else { throw OptionError(option: "target", reason: Self.needsTarget) }
            guard filter.isEmpty else { throw OptionError(option: "filter", reason: "needs a target") }
            binding.binder.noteComparisonOfRecords()
        } else if let asyncStore = services.asyncStore, binding.isAsync || services.store == nil {
            try binding.requireAsync()
            self.asyncStore = asyncStore
        } else if let store = services.store {
            self.store = store
        } else {
            throw OptionError(
                reason: "there is no store: set the registry's services.store, in Swift, before making the plan")
        }
        // A store that holds the values as typed would hardly ever have the key.
        if caseFold != nil, !target.isEmpty, names.contains(where: { $0.name == nil }) {
            throw OptionError(option: "caseFold", reason: "needs a targetAttribute, which contains the folded values")
        }
        parts = []
        for pair in names {
            var reference: AttributeReference?
            if let name = pair.attribute, name != binding.attribute {
                reference = try binding.reference(to: name, option: "targetAttribute")
            }
            // A name in the store is a name, not a path.
            let last = PathText.parts(of: binding.attribute).last.map { String($0) }
            parts.append((reference, pair.name ?? last ?? binding.attribute))
        }
        let need = StoreNeed(
            target, names: Set(parts.map(\.name)).union(filter.keys), identity: identity,
            at: binding.binder.position(inText: "target", item: "", line: 1, column: 1), binding.binder)
        (store as? any ExpectingStore)?.expect(need)
        try (store as? any CheckingStore ?? asyncStore as? any CheckingStore)?.check(need)
    }

    /// The attributes of the lookup, if there are several.
    func combination(_ attribute: String) -> [String]? {
        parts.count > 1 ? parts.map { $0.reference?.name ?? attribute } : nil
    }

    /// Whether the lookup can run: not if another attribute of it has an error, unless the rule has
    /// `skipOnError: false`.
    func isSound(_ context: borrowing ValidationContext) -> Bool {
        !skipsErrors || parts.allSatisfy { part in part.reference.map { !context.hasErrors($0) } ?? true }
    }

    /// The values to look up, by their names in the store.
    func values(for value: borrowing Value, _ context: borrowing ValidationContext) -> [String: AnyValue] {
        var values = filter
        for part in parts {
            if let reference = part.reference {
                let other = context.value(of: reference)
                values[part.name] = AnyValue(other).orNull
            } else {
                let value = AnyValue(value).orNull
                values[part.name] = caseFold?.key(of: value) ?? value
            }
        }
        return values
    }

    /// Reports a finding for the first lookup without the required result.
    func ask(
        _ lookups: [[String: AnyValue]], except: [String: AnyValue] = [:], wants wanted: Bool,
        else finding: Finding, _ context: inout ValidationContext
    ) {
        if target.isEmpty { return askRun(lookups, else: finding, &context) }
        if let asyncStore {
            let inputs = (lookups + [except]).map { values in
                AnyValue.object(values.sorted { $0.key < $1.key }.map { AnyValue.Member($0.key, $0.value) })
            }
            return context.addAsyncCheck(inputs: inputs) { [target] in
                for values in lookups
                where try await asyncStore.contains(values, in: target, except: except) != wanted {
                    return [finding]
                }
                return []
            }
        }
        guard let store else { return context.reportFault("the rule was not bound to a store") }
        do {
            for values in lookups where try store.contains(values, in: target, except: except) != wanted {
                return context.report(finding)
            }
        } catch {
            context.reportFault("the store failed: \(error)")
        }
    }
}

extension Parameter {
    /// What says which record of a run had a value first.
    package static let firstRecord = "firstRecord"
}

// Values that are compared across the records of a run.
extension StoreLookup {
    /// Reports a finding when another value of the run was the same for the same rule.
    private func askRun(
        _ lookups: [[String: AnyValue]], else finding: Finding, _ context: inout ValidationContext
    ) {
        guard let claims = context.record.claims else {
            return context.reportFault("the record is not one of a run whose records are compared")
        }
        for values in lookups {
            var key = ClaimKey()
            key.append(context.step._withUnsafeGuaranteedRef { $0.rule.id })
            key.append(context.attribute)
            for part in parts { key.append(values[part.name] ?? .null) }
            if let first = claims.record(with: key.bytes) {
                var parameters = finding.parameters
                parameters.list.append(Parameter(name: Parameter.firstRecord, value: .integer(Int64(first))))
                return context.report(finding.code, parameters)
            }
        }
    }
}

extension AnyValue {
    /// Stores do not distinguish absent and null values.
    var orNull: AnyValue { self == .absent ? .null : self }
}
