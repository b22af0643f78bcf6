internal import ProvisoMessages

extension ValidationContext {
    /// Whether the next finding is only counted.
    var isFull: Bool { violations.count >= record.state.pointee.findingLimit }

    /// Counts a finding about the value that is validated.
    func omit(_ code: Code) {
        let (attribute, rule) = step._withUnsafeGuaranteedRef { info in
            let name =
                pathRest == 0
                ? info.attribute.name : ValuePath(Array(info.attribute.path.components.dropLast(pathRest))).description
            return (name, innerRule ?? info.rule)
        }
        record.state.pointee.omitted.count(code, attribute: attribute, rule: rule)
    }
}
