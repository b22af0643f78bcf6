internal import ProvisoMessages

/// What rules of a shape name of the whole record.
extension PlanBuilder {
    /// The path below which the rule was included, for the names of the record in a shape.
    var prefixInRecord: String? { prefix ?? recordPrefix }

    /// The attribute of the whole record that a name in a rule of a shape means, `nil` if it means a member.
    package func attributeOfRecord(_ name: String, option: String) throws(OptionError) -> AttributeInfo? {
        guard let outermost = shapes.outermost, let own = ownNameInRecord(name) else { return nil }
        guard let found = outermost.attribute(own) ?? outermost.discover(own, as: name, by: self, option: option)
        else {
            let near = outermost.suggestion(forAttribute: own, besides: nil)
            throw OptionError(
                option: option, reason: "unknown attribute '\(name)': no rule of the record names '\(own)'",
                suggestion: near.map { "record.\($0)" })
        }
        if found.index >= 0 { ofShape?.recordReads.insert(found.index) }
        return AttributeInfo(
            name: name, path: found.path, slot: found.slot, tail: found.tail, index: -1, isOfRecord: true)
    }

    /// The name in the record of `record.name`, unless the shape has rules for a member `record`.
    func ownNameInRecord(_ name: String) -> String? {
        guard isOfShape, let inner = RuleSet.nameInRecord(name),
            !ruleSet.ruledAttributes.contains(where: { $0 == "record" || $0.hasPrefix("record.") })
        else { return nil }
        return prefixInRecord.map { RuleSet.prefixed(inner, $0) } ?? inner
    }

    /// How a shape writes the name of an attribute of the record that it has no rule for: `record.currency`.
    package func nameInRecord(of name: String) -> String? {
        guard isOfShape, let outermost = shapes.outermost, RuleSet.nameInRecord(name) == nil else { return nil }
        let own = prefixInRecord.map { RuleSet.prefixed(name, $0) } ?? name
        return outermost.isRuled(own) ? "record.\(name)" : nil
    }

    /// Makes a name known that only a rule of a shape has; it is misspelled if it is similar to another one.
    private func discover(
        _ name: String, as written: String, by inner: PlanBuilder, option: String
    ) -> AttributeInfo? {
        guard declared == nil, !ruleSet.rules.isEmpty, PathSpelling.fault(in: name) == nil, NameCheck.isShallow(name)
        else { return nil }
        mentions.add(
            name, by: inner.current.reference.id, besides: [], inner.diagnostic(unknown: written, option: option),
            writtenAfter: "record.")
        return info(of: ValuePath(name))
    }

    /// The item of a list of the record that a condition in a shape is about.
    func itemOfRecord(_ name: String) -> AttributeInfo? {
        guard let outermost = shapes.outermost, let own = ownNameInRecord(name) else { return nil }
        let components = ValuePath(own).components
        guard let last = components.lastIndex(of: .each) else { return nil }
        let item = outermost.info(of: ValuePath(Array(components[...last])))
        return AttributeInfo(
            name: "record.\(item.name)", path: item.path, slot: item.slot, tail: item.tail, index: -1,
            isOfRecord: true)
    }
}
