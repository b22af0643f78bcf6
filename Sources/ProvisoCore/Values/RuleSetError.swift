public import ProvisoMessages

/// The problems of a rule set that cannot be used, each with its position.
public struct RuleSetError: Error, Sendable, CustomStringConvertible {
    /// One problem of a rule set.
    public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
        /// The position in the rule file, or in the Swift source that created the rule; `nil` if no single rule is at fault.
        public let position: SourcePosition?
        /// Which rule it is, for rules written in Swift: number or id, type and attributes.
        public let rule: String?
        /// One sentence without a full stop.
        public let reason: String
        /// The name that was probably meant.
        public let suggestion: String?
        /// Whether a plugin failed: then the rule set is not at fault.
        package var isFailure = false

        /// Creates a diagnostic.
        public init(
            position: SourcePosition? = nil, rule: String? = nil, reason: String, suggestion: String? = nil
        ) {
            self.position = position
            self.rule = rule
            self.reason = reason
            self.suggestion = suggestion
        }

        /// A description for people.
        public var description: String { text(kind: "") }

        /// The diagnostic with the place where its file is included.
        package func included(by places: [String: String]) -> Self {
            guard let file = position?.file, let place = places[file] else { return self }
            let words = " (included by \(place))"
            if reason.hasSuffix(words) { return self }
            var diagnostic = Self(position: position, rule: rule, reason: reason + words, suggestion: suggestion)
            diagnostic.isFailure = isFailure
            return diagnostic
        }

        /// The description with a word between the place and the reason.
        package func text(kind: String) -> String {
            let place = position.map { "\($0): " } ?? ""
            let subject = rule.map { "\($0): " } ?? ""
            return place.visible + kind + (subject + reason + Suggestion.hint(suggestion)).visible
        }
    }

    /// In the order of the file.
    public let diagnostics: [Diagnostic]

    /// Creates an error from diagnostics.
    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// The number of errors in a rule file that are shown; of more, only the number is shown.
    package static let mostShown = 100

    /// An error with the first diagnostics, and the number of the others.
    package init(first all: [Diagnostic]) {
        let more = all.count - Self.mostShown
        diagnostics =
            more > 0 ? all.prefix(Self.mostShown) + [Diagnostic(reason: "and \(more) more errors")] : all
    }

    /// Creates an error with one diagnostic.
    public init(position: SourcePosition? = nil, reason: String, suggestion: String? = nil) {
        diagnostics = [Diagnostic(position: position, reason: reason, suggestion: suggestion)]
    }

    /// Whether a plugin failed while it was loaded or received its options.
    package var isFailure: Bool { diagnostics.contains(where: \.isFailure) }

    /// A description for people.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

extension [RuleSetError.Diagnostic] {
    package func sortedByPosition() -> [Element] {
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
