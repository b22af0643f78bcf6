internal import JSONBridge
package import Proviso

/// An attribute whose values the rules of a scenario look at.
package struct NeededAttribute: Sendable {
    /// As rules name it: `items.*.sku`.
    package let name: String
    /// Where the rule is that looks at it first, `nil` for rules without a file.
    package let position: SourcePosition?
    /// Whether it is inside a list, where no field of a table is.
    package var isBehindList: Bool { !info.tail.isEmpty }
    /// The name of the column that has its values in a table.
    package var column: String { info.path.column }
    let info: AttributeInfo
    /// The first part of its path.
    package let root: String
    let rootSlot: Int
}

extension Plan {
    /// The attributes that data has to have for the rules to run, in the order of the rules.
    ///
    /// Left out are those that only `safe` rules name, those that are `optional`, and those that a rule
    /// without a condition gives a value: a `default` rule, or one for a date with `timestampAttribute`.
    package func neededAttributes(of list: StepList) -> [NeededAttribute] {
        var rules: [String: Int] = [:]
        rules.reserveCapacity(ruleSet.rules.count)
        for (index, rule) in ruleSet.rules.enumerated() { rules[rule.id ?? String(index + 1)] = index }
        var order: [(attribute: Int, position: SourcePosition?)] = []
        var seen: Set<Int> = []
        var supplied: Set<Int> = []
        func need(_ attribute: Int, _ position: SourcePosition?) {
            if seen.insert(attribute).inserted { order.append((attribute, position)) }
        }
        for index in 0..<list.count {
            list.steps[index].info._withUnsafeGuaranteedRef { info in
                let name = info.attribute.name
                let known = rules[info.rule.id].map { ruleSet.rules[$0] }
                let rule = known?.constraint.type == info.rule.type ? known : nil
                if info.conditions.isEmpty { supplied.formUnion(info.reads.written) }
                for read in info.reads.attributes.isEmpty ? [] : info.reads.attributes.sorted() {
                    need(read, rule?.position)
                }
                let parts = rule?.writtenOut(in: registry)
                let effects = (parts?.map(\.constraint.type) ?? [info.rule.type]).map { registry.about($0).effect }
                if effects.contains(.suppliesValue), info.conditions.isEmpty,
                    parts?.contains(where: suppliesValue) ?? true
                {
                    supplied.insert(info.attribute.index)
                } else if effects.contains(where: { $0 != .namesAttribute }) {
                    need(info.attribute.index, rule?.attributePositions[name] ?? rule?.position)
                }
            }
        }
        for step in dataset {
            for read in step.reads.sorted() { need(read, step.rule.position) }
        }
        let optional = Set(ruleSet.optional)
        return order.compactMap { attribute, position in
            let info = attributes[attribute]
            if info.path.components.isEmpty || supplied.contains(attribute) { return nil }
            if Self.isCovered(info.name, by: optional) { return nil }
            return self.attribute(info, position)
        }
    }

    /// The attributes that some rules validate, except those of `needed` and the record itself.
    package func otherAttributes(of needs: [RunNeed], besides needed: [NeededAttribute]) -> [NeededAttribute] {
        var seen = Set(needed.map(\.name))
        return needs.filter { !$0.attribute.path.components.isEmpty && seen.insert($0.attribute.name).inserted }.map {
            attribute($0.attribute, $0.rule.position)
        }
    }

    /// Whether a rule such as `default` puts something other than null in place.
    private func suppliesValue(_ rule: Rule) -> Bool {
        guard registry.about(rule.constraint.type).effect == .suppliesValue else { return false }
        return rule.constraint.check != nil || rule.constraint.value(.sought).map { $0 != .null } ?? false
    }

    private func attribute(_ info: AttributeInfo, _ position: SourcePosition?) -> NeededAttribute {
        let root = PathText.beginnings(of: info.name).first
        return NeededAttribute(
            name: info.name, position: position, info: info, root: root ?? info.name,
            rootSlot: root.flatMap { shape.place(at: ValuePath($0))?.slot } ?? info.slot)
    }

    /// Whether one of some names is an attribute, or something that it is in.
    private static func isCovered(_ attribute: String, by names: Set<String>) -> Bool {
        if names.isEmpty { return false }
        if names.contains(attribute) { return true }
        return PathText.beginnings(of: attribute).contains { names.contains($0) }
    }
}

extension Record {
    /// Whether an attribute has a value that is not null; inside a list, whether one item has one.
    package func hasValue(_ attribute: NeededAttribute) -> Bool {
        hasValue(attribute) { $0.kind.rawValue > ValueKind.null.rawValue }
    }

    /// Whether an attribute has a value that passes a test; inside a list, whether one item has one.
    package func hasValue(_ attribute: NeededAttribute, where test: (borrowing Value) -> Bool) -> Bool {
        let info = attribute.info
        let value = slots[info.slot].value
        guard value.kindOrAbsent.rawValue > ValueKind.null.rawValue else { return false }
        guard attribute.isBehindList else { return test(unsafe Value(unsafe: value)) }
        var found = false
        forEachNode(of: info) {
            if !found { found = test(unsafe Value(unsafe: $0.pointee.value)) }
        }
        return found
    }

    /// Whether the first part of an attribute's path has a value that is not null.
    package func hasRoot(of attribute: NeededAttribute) -> Bool {
        slots[attribute.rootSlot].value.kindOrAbsent.rawValue > ValueKind.null.rawValue
    }
}
