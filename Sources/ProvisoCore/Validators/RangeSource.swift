internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// The attribute whose values are the range of an `in` rule.
struct RangeSource: Sendable {
    let name: String
    let strict: Bool
    let caseFold: CaseFolding?
    private var many: ManyReference?
    /// Identifies the rule among those that keep a table in the record.
    private let key = Key()

    private final class Key: Sendable {}

    /// More values than this are kept in a table: many items may be looked up in the same list.
    private static let mostCompared = 64

    init(name: String, strict: Bool, caseFold: CaseFolding?) {
        self.name = name
        self.strict = strict
        self.caseFold = caseFold
    }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        many = try binding.references(to: name, option: "range")
    }

    /// Whether the record has the attribute, or the list that it is in.
    func exists(_ context: borrowing ValidationContext) -> Bool {
        guard let many, let start = context.record.node(at: many.beginning, depth: context.depth) else { return false }
        return start.pointee.value.kindOrAbsent.rawValue > ValueKind.null.rawValue
    }

    /// Whether one of the values equals a value.
    func contains(_ value: borrowing Value, _ context: inout ValidationContext) -> Bool {
        guard let many, let start = context.record.node(at: many.beginning, depth: context.depth) else { return false }
        let place = TablePlace(rule: ObjectIdentifier(key), start: start)
        if let table = context.record.state.pointee.tables[place] { return holds(value, table, &context) }
        let raw = value.raw
        var (count, isFound) = (0, false)
        forEach(&context) { item in
            count += 1
            isFound = areEqual(raw, item)
            return !isFound && count < Self.mostCompared
        }
        if isFound || count < Self.mostCompared { return isFound }
        let table = InValidator(range: values(&context), strict: strict, caseFold: caseFold)
        context.record.state.pointee.remember(table, at: place)
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
        var values: [AnyValue] = []
        forEach(&context) { item in
            values.append(AnyValue(raw: item))
            return true
        }
        return values
    }

    /// The values at the path; the items of a list that the path itself names.
    private func forEach(_ context: inout ValidationContext, _ body: (proviso_value) -> Bool) {
        guard let many else { return }
        let isList = !many.rest.contains(.each)
        context.forEach(many) { node, _ in
            let value = node.pointee.value
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
