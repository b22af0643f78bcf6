/// A rule's own messages, ready to render.
package struct CompiledMessages: Sendable {
    /// One message, for all locales or one each.
    package struct Message: Sendable {
        var pattern: MessagePattern?
        var byLocale: [String: MessagePattern] = [:]

        /// The text for a locale: its own, that of a CLDR parent, or the one for all.
        package func pattern(for locale: String) -> MessagePattern? {
            if byLocale.isEmpty { return pattern }
            return ([locale] + LocaleTag.parents(of: locale)).lazy.compactMap { byLocale[$0] }.first ?? pattern
        }

        var patterns: [MessagePattern] { byLocale.values + (pattern.map { [$0] } ?? []) }
    }

    var all: Message?
    var byProblem: [String: Message] = [:]

    package init() {}

    /// The message for a code: the one for its problem, else the one for all; nil where the catalogs' is to be used.
    func pattern(for code: Code, in locale: String) -> MessagePattern? {
        let specific = byProblem.isEmpty ? nil : byProblem[String(code.problem)]?.pattern(for: locale)
        return specific ?? all?.pattern(for: locale)
    }

    package var isEmpty: Bool { all == nil && byProblem.isEmpty }

    /// Whether a message shows the value itself.
    var showValue: Bool {
        (byProblem.values + (all.map { [$0] } ?? [])).flatMap(\.patterns).contains {
            $0.placeholders.contains { $0.name == "value" }
        }
    }
}
