internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// The attribute whose values are the range of an `in` rule, or the object whose keys are.
struct RangeSource: Sendable {
    static let keysOf = "keysOf"

    let name: String
    /// Whether the keys of an object are the range.
    let isOfKeys: Bool
    let strict: Bool
    let caseFold: CaseFolding?
    private var many: ManyReference?
    /// The values in all items of the list, where the rule is for an item of the same list.
    private var ofAll: ManyReference?
    /// Identifies the rule among those that keep a table in the record.
    private let key = Key()
    /// The same for what is known of the list's values.
    private let kindKey = Key()

    private final class Key: Sendable {}

    /// More values than this are kept in a table: many items may be looked up in the same list.
    private static let mostCompared = 64

    init(name: String, isOfKeys: Bool = false, strict: Bool, caseFold: CaseFolding?) {
        self.name = name
        self.isOfKeys = isOfKeys
        self.strict = strict
        self.caseFold = caseFold
    }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        let many = try binding.references(to: name, option: "range")
        self.many = many
        ofAll = isOfKeys || many.rest.contains(.each) ? nil : many.ofAllItems
        if ofAll != nil { binding.binder.note(readingInAllItems: many.attribute) }
    }

    /// Reads the option `range` if its values are those of another attribute.
    static func read(_ options: borrowing OptionReader, _ caseFold: CaseFolding?) throws(OptionError) -> RangeSource? {
        let (value, strict) = (options.value("range"), try options.boolean("strict") ?? false)
        if case .object(let members)? = value, members.contains(where: { $0.key == keysOf }) {
            guard members.count == 1, case .text(let name) = members[0].value, !name.isEmpty else {
                throw OptionError(option: "range", reason: "expected '{ keysOf: name }' with the path of an object")
            }
            return RangeSource(name: name, isOfKeys: true, strict: strict, caseFold: caseFold)
        }
        if case .object(let members)? = value,
            let key = members.map(\.key).first(where: { Suggestion.nearest(to: $0, in: [keysOf]) != nil })
        {
            throw OptionError(
                option: "range",
                reason: "expected a list, '{ attribute: name }' or '{ keysOf: name }', found the key '\(key)'",
                suggestion: keysOf)
        }
        return try OtherValue(value, option: "range").map {
            RangeSource(name: $0.name, strict: strict, caseFold: caseFold)
        }
    }

    /// Whether the record has a range.
    func exists(_ context: inout ValidationContext) -> Bool { range(&context) != nil }

    /// Where the values of the range are; `nil` if there is none, and the rule is skipped.
    ///
    /// In a rule for an item of the same list, an attribute that is itself a list is that of the item. Otherwise the
    /// values of all items are the range: `tree.*.parent` in `tree.*.id`.
    private func range(_ context: inout ValidationContext) -> ManyReference? {
        guard let many, let start = context.record.node(at: many.beginning, depth: context.depth) else { return nil }
        let isThere = start.pointee.value.kindOrAbsent.rawValue > ValueKind.null.rawValue
        guard !many.rest.contains(.each) else { return isThere ? many : nil }
        var own = ValueKind.absent
        context.forEach(many) { node, _ in
            own = node.pointee.value.kindOrAbsent
            return true
        }
        if isOfKeys { return own == .object ? many : nil }
        guard let ofAll else { return own.rawValue > ValueKind.null.rawValue && own != .object ? many : nil }
        switch own {
        case .list: return many
        case .object: return nil
        case .absent, .null: return holdsLists(ofAll, &context) ? nil : ofAll
        default: return ofAll
        }
    }

    /// Whether the attribute is a list in the items that have it.
    private func holdsLists(_ all: ManyReference, _ context: inout ValidationContext) -> Bool {
        guard let start = context.record.node(at: all.beginning, depth: context.depth) else { return false }
        let place = TablePlace(rule: ObjectIdentifier(kindKey), start: start)
        if let known = context.record.state.pointee.memory.tables[place] as? ValueKind { return known == .list }
        var kind = ValueKind.absent
        context.forEach(all) { node, _ in
            kind = node.pointee.value.kindOrAbsent
            return kind.rawValue <= ValueKind.null.rawValue
        }
        context.record.state.pointee.memory.remember(kind, at: place)
        return kind == .list
    }

    /// Whether one of the values equals a value.
    func contains(_ value: borrowing Value, _ context: inout ValidationContext) -> Bool {
        guard let many = range(&context),
            let start = context.record.node(at: many.beginning, depth: context.depth)
        else { return false }
        let place = TablePlace(rule: ObjectIdentifier(key), start: start)
        // What is in the whole record stays while the values of shapes change.
        let holder = many.attribute.isOfRecord ? context.record.outermost : context.record
        if let table = holder.state.pointee.memory.tables[place] { return holds(value, table, &context) }
        let raw = value.raw
        var (count, isFound) = (0, false)
        forEach(many, &context) { item in
            count += 1
            isFound = areEqual(raw, item)
            return !isFound && count < Self.mostCompared
        }
        if isFound || count < Self.mostCompared { return isFound }
        let table = InValidator(range: values(many, &context), strict: strict, caseFold: caseFold)
        holder.state.pointee.memory.remember(table, at: place)
        return holds(value, table, &context)
    }

    private func holds(_ value: borrowing Value, _ table: any Sendable, _ context: inout ValidationContext) -> Bool {
        guard let table = table as? InValidator else { return false }
        return context.evaluating { context in
            context.findings = 0
            table.validate(value, &context)
            return context.findings == 0
        }
    }

    /// All values.
    func values(_ context: inout ValidationContext) -> [AnyValue] {
        guard let many = range(&context),
            let start = context.record.node(at: many.beginning, depth: context.depth)
        else { return [] }
        let place = TablePlace(rule: ObjectIdentifier(key), start: start)
        if let table = context.record.state.pointee.memory.tables[place] as? InValidator { return table.range }
        let values = values(many, &context)
        // Each of many violations shows them.
        if values.count >= Self.mostCompared {
            let table = InValidator(range: values, strict: strict, caseFold: caseFold)
            context.record.state.pointee.memory.remember(table, at: place)
        }
        return values
    }

    private func values(_ many: ManyReference, _ context: inout ValidationContext) -> [AnyValue] {
        var values: [AnyValue] = []
        forEach(many, &context) { item in
            values.append(AnyValue(raw: item))
            return true
        }
        return values
    }

    /// The values at the path; the items of a list that the path itself names, or the keys of an object.
    private func forEach(
        _ many: ManyReference, _ context: inout ValidationContext, _ body: (proviso_value) -> Bool
    ) {
        let isList = !many.rest.contains(.each)
        context.forEach(many) { node, _ in
            let value = node.pointee.value
            if isOfKeys {
                guard value.kindOrAbsent == .object else { return true }
                for member in value.nodes {
                    guard let key = member.key else { continue }
                    if !body(proviso_value(text: key, count: Int(member.key_length))) { return false }
                }
                return true
            }
            guard isList, value.kindOrAbsent == .list else {
                return value.kindOrAbsent.rawValue <= ValueKind.null.rawValue || body(value)
            }
            for item in value.nodes where !body(item.value) { return false }
            return true
        }
    }

    private func areEqual(_ one: proviso_value, _ other: proviso_value) -> Bool {
        let (left, right) = (unsafe Value(unsafe: one), unsafe Value(unsafe: other))
        if let own = left.text, let other = right.text {
            guard let caseFold else { return own.buffer.elementsEqual(other.buffer) }
            return caseFold.withKey(of: own.buffer) { own in
                caseFold.withKey(of: other.buffer) { own.elementsEqual($0) }
            }
        }
        if left.kind != .text, right.kind != .text { return Equality.holds(left, right, strict: strict) }
        // 01 is a code of its own, and not the number 1.
        if let own = left.text, !NumericText.isPlain(own.buffer) { return false }
        if let other = right.text, !NumericText.isPlain(other.buffer) { return false }
        return !strict && Equality.holds(left, right, strict: false)
    }
}
