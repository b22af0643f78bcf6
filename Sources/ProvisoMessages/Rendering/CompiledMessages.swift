/// A rule's own messages, ready to render.
package struct CompiledMessages: Sendable {
    /// One message, for all locales or one each.
    package struct Message: Sendable {
        package var pattern: MessagePattern?
        package var byLocale: [String: MessagePattern] = [:]

        package init(pattern: MessagePattern? = nil) {
            self.pattern = pattern
        }

        /// The text for the first of the locales that has one, or the one for all.
        package func pattern(for locales: [String]) -> MessagePattern? {
            if byLocale.isEmpty { return pattern }
            return locales.lazy.compactMap { byLocale[$0] }.first ?? pattern
        }

        package var patterns: [MessagePattern] { byLocale.values + (pattern.map { [$0] } ?? []) }
    }

    package var all: Message?
    package var byProblem: [String: Message] = [:]

    /// The codes of every plan that the rule's type lists among its own.
    package var own: Set<Code> = []

    package init() {}

    private func isForeign(_ code: Code) -> Bool { Code.isOfEveryPlan(code) && !own.contains(code) }

    /// The message for a code: the one for its problem, else the one for all; nil where the catalogs' is to be used.
    ///
    /// What every rule may report, such as that a value could not be checked, has a message of its own only where the
    /// rule names that very code. A reader whose locales have no text gets the rule's English rather than a catalog's
    /// general message.
    package func pattern(for code: Code, in locales: [String]) -> MessagePattern? {
        let name = isForeign(code) ? code.rawValue : String(code.problem)
        let specific = byProblem.isEmpty ? nil : byProblem[name]
        let all = isForeign(code) ? nil : all
        return specific?.pattern(for: locales) ?? all?.pattern(for: locales)
            ?? specific?.byLocale["en"] ?? all?.byLocale["en"]
    }

    package var isEmpty: Bool { all == nil && byProblem.isEmpty }

    /// Whether a message shows the value itself.
    package var showValue: Bool {
        (byProblem.values + (all.map { [$0] } ?? [])).flatMap(\.patterns).contains {
            $0.placeholders.contains { $0.name == "value" }
        }
    }
}
