internal import JSONBridge
package import ProvisoABI
public import ProvisoMessages

/// Reporting on attributes other than the one that is validated.
extension ValidationContext {
    /// Reports a violation of another attribute of the same record.
    ///
    /// The error is that attribute's: its later rules that skip errors are skipped, and those of the attribute that is
    /// validated are not. Below a list it is the one of the same item.
    public mutating func report(
        _ code: Code, at reference: AttributeReference, _ parameters: @autoclosure () -> Parameters = [:]
    ) {
        if isQuiet {
            findings += 1
            return
        }
        let other = reference.attribute
        let node = record.node(at: reference, depth: depth)
        let offset = node?.pointee.offset ?? .max
        let (rule, isError, capturesValue) = step._withUnsafeGuaranteedRef { info in
            (innerRule ?? info.rule, info.rule.severity == .error, info.capturesValue)
        }
        let items = min(depth, other.tail.count { $0 == .each })
        if isError { markFailed(reference, node, items) }
        if isFull {
            return record.state.pointee.omitted.count(code, attribute: other.name, rule: rule)
        }
        let site = ViolationSite(
            attribute: other.name, path: record.path(of: other.path.components, depth: items), rule: rule,
            label: other.label)
        let value = capturesValue ? node.map { ParameterValue(shown: $0.pointee.value) } : nil
        let place = ViolationPlace(site: site, offset: offset == .max ? nil : Int(offset), value: value)
        violations.append(place.violation(code, parameters()))
    }

    /// The same by the attribute's name, for closures and methods; a name that the plan does not know is a fault.
    ///
    /// In the rules of a nested model it is one of the same nested model.
    public mutating func report(
        _ code: Code, at attribute: String, _ parameters: @autoclosure () -> Parameters = [:]
    ) {
        let name = step._withUnsafeGuaranteedRef { $0.scope?.qualify(attribute) } ?? attribute
        guard let known = record.layout.attributes.first(where: { $0.name == name }) else {
            return reportFault("'\(attribute)' is not an attribute that a rule names")
        }
        report(code, at: AttributeReference(attribute: known), parameters())
    }

    /// Reports a violation of a member of the value being validated, which need not be an attribute.
    mutating func report(
        _ code: Code, at key: String, _ member: UnsafePointer<prv_node>?,
        _ parameters: @autoclosure () -> Parameters = [:]
    ) {
        report(
            code, parameters(), at: [.key(key)], member?.pointee.offset ?? .max, member?.pointee.value ?? .absent)
    }

    /// Reports a violation of a part of the value being validated; `label` is what people call the part, `message` what
    /// they read, `origin` where it is written.
    package mutating func report(
        _ code: Code, _ parameters: @autoclosure () -> Parameters, at part: [ValuePath.Component], _ offset: UInt32,
        _ value: proviso_value, label: String? = nil, message: GivenMessage? = nil,
        origin: ViolationOrigin? = nil
    ) {
        findings += 1
        if isQuiet { return }
        let own = place(of: node, depth: depth).site
        let names = part.map { step -> ValuePath.Component in if case .index = step { .each } else { step } }
        let attribute = ValuePath(ValuePath(own.attribute).components + names).description
        if isFull {
            return record.state.pointee.omitted.count(code, attribute: attribute, rule: own.rule)
        }
        let site = ViolationSite(
            attribute: attribute, path: ValuePath(own.path.components + part), rule: own.rule, label: label,
            message: message, origin: origin)
        let shows = message?.showsValue ?? false || step._withUnsafeGuaranteedRef(\.capturesValue)
        let isShown = value.kindOrAbsent != .absent && shows
        let place = ViolationPlace(
            site: site, offset: offset == .max ? nil : Int(offset),
            value: isShown ? ParameterValue(shown: value) : nil)
        violations.append(place.violation(code, parameters()))
    }

    private func markFailed(_ reference: AttributeReference, _ node: UnsafeMutablePointer<prv_node>?, _ items: Int) {
        if let node {
            node.pointee.value.flags |= NodeFlag.failed
        } else if items > 0 {
            let member = AbsentMember(item: record.trail[items - 1].node, attribute: reference.attribute.index)
            record.state.pointee.absentMarks[member] = record.marks(of: member) | NodeFlag.failed
        }
    }
}
