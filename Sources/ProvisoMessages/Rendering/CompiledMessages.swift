/// The messages of a rule itself, ready to render.
package struct CompiledMessages: Sendable {
    /// One message: a pattern for all locales, or one for each.
    package struct Message: Sendable {
        package var pattern: MessagePattern?
        package var byLocale: [String: MessagePattern] = [:]

        package init(pattern: MessagePattern? = nil) {
            self.pattern = pattern
        }

        /// The pattern for the first locale that has one, or the pattern for all locales.
        package func pattern(for locales: [String]) -> MessagePattern? {
            if byLocale.isEmpty { return pattern }
            return locales.lazy.compactMap { byLocale[$0] }.first ?? pattern
        }

        package var patterns: [MessagePattern] { byLocale.values + (pattern.map { [$0] } ?? []) }
    }

    package var all: Message?
    package var byProblem: [String: Message] = [:]

    /// What the rule's options say, for the message of all codes where a code lacks it: `{min}` of what is not a number.
    package var constants: [Parameter] = []

    /// The codes of every plan that the rule's type also lists as its own.
    package var own: Set<Code> = []

    package init() {}

    private func isForeign(_ code: Code) -> Bool { Code.isOfEveryPlan(code) && !own.contains(code) }

    /// The message for a code, by its problem or for all codes; `nil` if the catalogs' message applies.
    ///
    /// For the codes that every rule may report, such as `rule.fault`, a rule has its own message only if it names that
    /// exact code. If the rule has no message in the reader's locales, its English message is used instead of the
    /// general message of a catalog.
    package func pattern(for code: Code, in locales: [String]) -> MessagePattern? {
        let name = isForeign(code) ? code.rawValue : String(code.problem)
        let specific = byProblem.isEmpty ? nil : byProblem[name]
        let all = isForeign(code) ? nil : all
        return specific?.pattern(for: locales) ?? all?.pattern(for: locales)
            ?? specific?.byLocale["en"] ?? all?.byLocale["en"]
    }

    package var isEmpty: Bool { all == nil && byProblem.isEmpty }

    /// Whether a message shows the validated value.
    package var showValue: Bool {
        (byProblem.values + (all.map { [$0] } ?? [])).flatMap(\.patterns).contains {
            $0.placeholders.contains { $0.name == "value" }
        }
    }
}
