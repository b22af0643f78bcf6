internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// `properties`, `patternProperties`, `additionalProperties` and `required`, in one loop over the members.
final class MembersStep: SchemaStep, @unchecked Sendable {
    /// What is known of a name.
    struct Entry {
        let name: String
        var schema: SchemaReference?
        /// Whether `properties` has it.
        var isProperty = false
        /// Its bit among the names that are required; zero if it is not.
        var bit: UInt64 = 0
    }

    private let entries: [Entry]
    private let table: TextTable
    private let patterns: [(pattern: SchemaPattern, schema: SchemaReference)]
    private let additional: SchemaReference?
    private let refusesOthers: Bool
    private let required: UInt64
    private let price: Int

    /// At most as many names may be required as `Entry.bit` has bits.
    init(
        _ entries: [Entry], patterns: [(pattern: SchemaPattern, schema: SchemaReference)] = [],
        additional: SchemaReference? = nil
    ) {
        (self.entries, self.patterns, self.additional) = (entries, patterns, additional)
        table = TextTable(entries.map(\.name))
        refusesOthers = additional?.isFalse ?? false
        required = entries.reduce(0) { $0 | $1.bit }
        price = patterns.reduce(0) { $0 + $1.pattern.price }
    }

    override var kinds: ValueKindSet { .objects }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let members = node.pointee.value.nodes
        guard run.pay(members.count) else { return false }
        var seen: UInt64 = 0
        var isValid = true
        if let first = members.baseAddress {
            for index in members.indices where !holds(first + index, at: index, &seen, &run) {
                isValid = false
                if !run.collects { return false }
            }
        }
        if seen == required { return isValid }
        guard run.collects else { return false }
        for entry in entries where entry.bit & ~seen != 0 {
            _ = run.fail(node, by: "required", "present.invalid", member: entry.name)
        }
        return false
    }

    @inline(__always)
    private func holds(
        _ member: UnsafePointer<prv_node>, at index: Int, _ seen: inout UInt64, _ run: inout SchemaRun
    ) -> Bool {
        let key = member.pointee.keyBytes
        var (isKnown, isValid) = (false, true)
        if let rank = table.rank(of: key) {
            let entry = entries[rank]
            seen |= entry.bit
            isKnown = entry.isProperty
            if let schema = entry.schema { isValid = run.check(schema, member, at: index) }
        }
        if price > 0 {
            guard run.pay(forBytes: key.count, price: price) else { return false }
            for (pattern, schema) in patterns where pattern.matches(key) {
                isKnown = true
                if !run.check(schema, member, at: index) { isValid = false }
            }
        }
        if !isKnown, let additional {
            isKnown = true
            isValid = refusesOthers ? refuse(member, at: index, &run) : run.check(additional, member, at: index)
        }
        if isKnown { run.marks?.mark(index) }
        return isValid
    }

    private func refuse(_ member: UnsafePointer<prv_node>, at index: Int, _ run: inout SchemaRun) -> Bool {
        guard run.collects else { return false }
        let known = entries.filter(\.isProperty).map(\.name)
        return run.fail(part: member, at: index, by: "additionalProperties", among: known)
    }
}

/// `propertyNames`.
final class NamesStep: SchemaStep, @unchecked Sendable {
    private let schema: SchemaReference

    init(_ schema: SchemaReference) { self.schema = schema }

    override var kinds: ValueKindSet { .objects }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let members = node.pointee.value.nodes
        guard run.pay(members.count) else { return false }
        var refused: [ParameterValue] = []
        for member in members {
            var key = prv_node.absent
            key.value = proviso_value(text: member.key, count: Int(member.key_length))
            if withUnsafePointer(to: key, { run.test(schema, part: $0) }) { continue }
            if !run.collects { return false }
            refused.append(.text(member.keyString))
            if refused.count == KeysValidator.mostNamed { break }
        }
        return refused.isEmpty || run.fail(node, by: "propertyNames", "keys.mismatch", ["keys": .list(refused)])
    }
}

/// `dependentRequired`, `dependentSchemas` and `dependencies`.
final class DependentsStep: SchemaStep, @unchecked Sendable {
    /// What a member needs: names of others, or a schema for the object.
    struct Need {
        let keyword: String
        let name: String
        var names: [String] = []
        var schema: SchemaReference?
    }

    private let needs: [Need]
    /// How many names are searched for at most.
    private let searches: Int

    init(_ needs: [Need]) {
        self.needs = needs
        searches = needs.reduce(needs.count) { $0 + $1.names.count }
    }

    override var kinds: ValueKindSet { .objects }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let members = node.pointee.value.nodes
        guard run.pay(needs.count + members.count) else { return false }
        return MemberTable.search(members, times: searches) { holds(node, &run, $0) }
    }

    private func holds(
        _ node: UnsafePointer<prv_node>, _ run: inout SchemaRun, _ find: (String) -> Int?
    ) -> Bool {
        var isValid = true
        for need in needs where find(need.name) != nil {
            if let schema = need.schema, !schema.holds(node, &run) { isValid = false }
            guard run.pay(need.names.count) else { return false }
            for name in need.names where find(name) == nil {
                isValid = run.fail(node, by: need.keyword, "present.invalid", member: name)
            }
            if !isValid, !run.collects { return false }
        }
        return isValid
    }
}
