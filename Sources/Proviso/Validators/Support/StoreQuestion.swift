/// What `exist` and `unique` ask of a store: which attributes stand for which names there.
struct StoreQuestion: Sendable {
    static let options = [
        OptionDescription("target", .text, "the collection to look in: a table, say", isRequired: true),
        OptionDescription(
            "targetAttribute", .any,
            "the name there, the attribute's own by default; for several attributes a list of names, or an object with "
                + "the name there for each attribute"),
        OptionDescription("filter", .any, "an object of further values an entry must have"),
    ]

    /// The options as they were given.
    let target: String
    private let names: [Pair]
    private let filter: [String: AnyValue]
    // What binding adds.
    private var store: (any Store)?
    private var asyncStore: (any AsyncStore)?
    private var parts: [(reference: AttributeReference?, name: String)] = []

    struct Pair: Sendable {
        /// Nil stands for the attribute that the rule is for.
        let attribute: String?
        let name: String?
    }

    init(target: String, names: [Pair], filter: [String: AnyValue]) {
        self.target = target
        self.names = names
        self.filter = filter
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        guard let target = try options.text("target") else { throw OptionError(option: "target", reason: "is needed") }
        self.init(
            target: target, names: try Self.pairs(options.value("targetAttribute"), "targetAttribute"),
            filter: try Self.members(options.value("filter"), "filter"))
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
                guard case .text(let name) = item else { throw OptionError(option: option, reason: "must be names") }
                pairs.append(Pair(attribute: name, name: name))
            }
        case .object(let members):
            for member in members {
                guard case .text(let name) = member.value else {
                    throw OptionError(option: option, reason: "must be names")
                }
                pairs.append(Pair(attribute: member.key, name: name))
            }
        default: throw OptionError(option: option, reason: "must be a name, a list of names or an object of names")
        }
        if pairs.isEmpty { throw OptionError(option: option, reason: "names nothing") }
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

    mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        let services = binding.services
        if let asyncStore = services.asyncStore, binding.isAsync || services.store == nil {
            try binding.requireAsync()
            self.asyncStore = asyncStore
        } else if let store = services.store {
            self.store = store
        } else {
            throw OptionError(
                reason: "there is no store to ask: set the registry's services.store, in Swift, before making the plan")
        }
        parts = []
        for pair in names {
            var reference: AttributeReference?
            if let name = pair.attribute, name != binding.attribute {
                reference = try binding.reference(to: name, option: "targetAttribute")
            }
            // A name in the store is a name, not a path.
            let last = binding.attribute.split(separator: ".").last.map { String($0) }
            parts.append((reference, pair.name ?? last ?? binding.attribute))
        }
    }

    /// The attributes asked about, when they are several.
    func combination(_ attribute: String) -> [String]? {
        parts.count > 1 ? parts.map { $0.reference?.name ?? attribute } : nil
    }

    /// Whether all the other attributes are free of errors: with errors, the question would be about nothing.
    func isSound(_ context: borrowing ValidationContext) -> Bool {
        parts.allSatisfy { part in part.reference.map { !context.hasErrors($0) } ?? true }
    }

    /// What the store is asked about a value, by the names there.
    func values(for value: borrowing Value, _ context: borrowing ValidationContext) -> [String: AnyValue] {
        var values = filter
        for part in parts {
            if let reference = part.reference {
                let other = context.value(of: reference)
                values[part.name] = AnyValue(other).orNull
            } else {
                values[part.name] = AnyValue(value).orNull
            }
        }
        return values
    }

    /// Reports a finding for the first question whose answer is not the one wanted.
    func ask(
        _ questions: [[String: AnyValue]], except: [String: AnyValue] = [:], wants wanted: Bool,
        else finding: Finding, _ context: inout ValidationContext
    ) {
        if let asyncStore {
            return context.ask { [target] in
                for values in questions
                where try await asyncStore.contains(values, in: target, except: except) != wanted {
                    return [finding]
                }
                return []
            }
        }
        guard let store else { return context.reportFault("the rule was not bound to a store") }
        do {
            for values in questions where try store.contains(values, in: target, except: except) != wanted {
                return context.report(finding)
            }
        } catch {
            context.reportFault("the store could not answer: \(error)")
        }
    }
}

extension AnyValue {
    /// Stores know no difference between what is absent and what is null.
    var orNull: AnyValue { self == .absent ? .null : self }
}
