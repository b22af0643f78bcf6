internal import JSONBridge
internal import ProvisoABI

/// What an expression can call of the rule set and the registry.
package protocol ExprHost {
    /// What the value is called in a collection.
    var valueName: String? { get }
    /// Whether there is a row before that of the expression: `previous.name`.
    var hasRowBefore: Bool { get }
    /// The check of a rule type with options, for `is`.
    func check(_ type: String, _ options: [String: AnyValue]) throws(OptionError) -> Check
    /// The store of a collection that is named at a place of the expression, for `lookup`; `names` are what its entries
    /// are found by, `values` what is read of them and `others` what may be.
    func store(
        of collection: String, at offset: Int, names: [String], values: [String], others: [String]
    ) throws(OptionError) -> any LookupStore
}

/// `is(type, value)`: whether a rule type accepts a value.
final class IsStep: ExprStep, @unchecked Sendable {
    let check: Check
    let value: ExprStep
    init(_ check: Check, _ value: ExprStep) { (self.check, self.value) = (check, value) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = value.run(&frame)
        if case .error = value { return value }
        guard frame.step(10), frame.step(over: value, isDeep: value.isMade), let context = frame.context else {
            return .error(.cost)
        }
        // The rule pays for itself.
        frame.settle()
        defer { frame.settle() }
        switch value {
        case .node(let raw): return .bool(passes(raw, &context.pointee))
        case .text(let bytes):
            // An empty string of the data has no memory of its own.
            guard let start = bytes.baseAddress else { return .bool(passes(AnyValue.text(""), &context.pointee)) }
            let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
            return .bool(passes(proviso_value(text: text, count: bytes.count), &context.pointee))
        default: return .bool(passes(value.owned, &context.pointee))
        }
    }

    private func passes(_ value: AnyValue, _ context: inout ValidationContext) -> Bool {
        // What is known of the places of this value must not outlive it.
        defer { context.record.outermost.state.pointee.memory.forget() }
        return value.withValue { passes($0.raw, &context) }
    }

    private func passes(_ raw: proviso_value, _ context: inout ValidationContext) -> Bool {
        context.evaluating { check.accepts(other: raw, &$0) }
    }
}

/// `lookup(collection, key)`: the entry of a collection, or null.
final class LookupStep: ExprStep, @unchecked Sendable {
    let store: any LookupStore
    let collection: String
    let keys: [(name: String, value: ExprStep)]

    init(_ store: any LookupStore, _ collection: String, _ keys: [(name: String, value: ExprStep)]) {
        (self.store, self.collection, self.keys) = (store, collection, keys)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [String: AnyValue] = [:]
        for (name, step) in keys {
            let value = step.run(&frame)
            if case .error = value { return value }
            guard frame.step(over: value, isDeep: true) else { return .error(.cost) }
            values[name] = value.owned
        }
        guard frame.step(100) else { return .error(.cost) }
        do {
            guard let entry = try store.entry(with: values, in: collection) else { return .null }
            return ExprValue.map(entry)
        } catch {
            return .failure(.argument, "the store failed: \(error)")
        }
    }

    /// What an entry lacks that is not there, for people.
    var missing: ExprError {
        let names = keys.map(\.name).joined(separator: ", ")
        return ExprError(.noKey, "the collection '\(collection)' has no entry with this \(names)")
    }
}

/// `lookup(collection, key).field`.
final class LookupFieldStep: ExprStep, @unchecked Sendable {
    let lookup: LookupStep
    let field: SelectStep
    init(_ lookup: LookupStep, _ field: String, isOptional: Bool) {
        self.lookup = lookup
        self.field = SelectStep(lookup, field, isOptional: isOptional)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let entry = lookup.run(&frame)
        if case .null = entry { return field.isOptional ? .optional(ExprOptional(nil)) : .error(lookup.missing) }
        return SelectStep.select(entry, field.field, isOptional: field.isOptional, &frame)
    }
}

extension ExprValue {
    /// A copied value of the data; the strings of an entry are those of the data.
    init(copying value: AnyValue) {
        switch value {
        case .boolean(let truth): self = .bool(truth)
        case .integer(let number): self = .int(number)
        case .unsigned(let number): self = .uint(number)
        case .double(let number): self = .double(number)
        case .decimal(let text): self = Double(text).map { .double($0) } ?? .string(text)
        case .text(let text): self = .string(text)
        case .list(let items): self = .list(ExprList(items.map { ExprValue(copying: $0) }))
        case .object(let members):
            self = Self.map(Dictionary(members.map { ($0.key, $0.value) }) { $1 })
        default: self = .null
        }
    }

    static func map(_ entry: [String: AnyValue]) -> ExprValue {
        ExprValue(entries: entry.sorted { $0.key < $1.key }.map { (.string($0.key), ExprValue(copying: $0.value)) })
    }
}
