/// A place in a rule file.
public struct SourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// The file, nil when the rules did not come from one.
    public var file: String?
    /// From 1.
    public var line: Int
    /// From 1, in code points.
    public var column: Int

    public init(file: String? = nil, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file ?? "<rules>"):\(line):\(column)" }
}

extension SourcePosition {
    /// Reads a description: a file, which may have colons, then line and column.
    package init?(description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
            return nil
        }
        self.init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}

/// A rule set that cannot be used: everything that is wrong with it, each with its place.
public struct RuleSetError: Error, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
        /// In the rule file, or in Swift source where a rule was made; nil for what no single rule says.
        public let position: SourcePosition?
        /// Which rule it is, for rules written in Swift: number or id, type and attributes.
        public let rule: String?
        /// One sentence without a full stop.
        public let reason: String
        /// The name that was probably meant.
        public let suggestion: String?

        public init(
            position: SourcePosition? = nil, rule: String? = nil, reason: String, suggestion: String? = nil
        ) {
            self.position = position
            self.rule = rule
            self.reason = reason
            self.suggestion = suggestion
        }

        public var description: String { text(kind: "") }

        /// The description with a word between the place and the reason.
        package func text(kind: String) -> String {
            let place = position.map { "\($0): " } ?? ""
            let subject = rule.map { "\($0): " } ?? ""
            return place.visible + kind + (subject + reason + Suggestion.hint(suggestion)).visible
        }
    }

    /// In the order of the file.
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    public init(position: SourcePosition? = nil, reason: String, suggestion: String? = nil) {
        diagnostics = [Diagnostic(position: position, reason: reason, suggestion: suggestion)]
    }

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

extension Constraint {
    /// The name under which `positions` has the place of an option's value.
    static func value(of option: String, item: String = "") -> String { "\(option)=\(item)" }

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
        return [
            RuleSetError.Diagnostic(
                position: error.position ?? error.option.flatMap { position(of: $0, error.reason) }
                    ?? positions["type"],
                reason: subject + error.reason,
                suggestion: error.suggestion)
        ]
    }
}

extension [RuleSetError.Diagnostic] {
    func sortedByPosition() -> [Element] {
        // Swift rules may come from several files, which stay in the order in which they are first named.
        let files = map(\.position?.file).withoutRepetition()
        let order = Dictionary(zip(files, files.indices)) { first, _ in first }
        func place(_ diagnostic: Element) -> (Int, Int, Int) {
            guard let position = diagnostic.position else { return (-1, 0, 0) }
            return (order[position.file] ?? 0, position.line, position.column)
        }
        return enumerated().sorted { left, right in
            let (one, other) = (place(left.element), place(right.element))
            return one != other ? one < other : left.offset < right.offset
        }.map(\.element)
    }
}
