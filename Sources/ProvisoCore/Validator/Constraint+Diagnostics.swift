internal import ProvisoMessages

extension Constraint {
    /// The name under which `positions` has the place of an option's value.
    package static func value(of option: String, item: String = "") -> String { "\(option)=\(item)" }

    /// The name under which `positions` has the place of an option's first character, where all of its text is as the file
    /// has it.
    package static func text(of option: String, item: String = "") -> String { "\(option)~\(item)" }

    /// Where an option's name is.
    func position(ofOption name: String) -> SourcePosition? {
        (name == RuleKey.type.rawValue ? positions[Self.value(of: name)] : positions[name])
            ?? positions[RuleKey.type.rawValue]
    }

    /// Where an option's value is at fault: at the item that the reason quotes, else where the value begins.
    private func position(of option: String, _ reason: String) -> SourcePosition? {
        let quoted = reason.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        let item = quoted.count == 3 ? positions[Self.value(of: option, item: String(quoted[1]))] : nil
        return item ?? positions[Self.value(of: option)]
    }

    func diagnostic(_ error: OptionError) -> [RuleSetError.Diagnostic] {
        let subject = error.option.map { "option '\($0)' of '\(type)': " } ?? "'\(type)': "
        var diagnostic = RuleSetError.Diagnostic(
            position: error.position ?? error.option.flatMap { position(of: $0, error.reason) } ?? positions["type"],
            reason: subject + error.reason, suggestion: error.suggestion)
        diagnostic.isFailure = error.isFailure
        return [diagnostic]
    }
}
