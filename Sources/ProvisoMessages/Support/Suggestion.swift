internal import EditDistance

/// Finds the name that was probably meant.
package enum Suggestion {
    /// What follows a reason: the name that was probably meant, if any.
    ///
    /// A suggestion that already has quotation marks, such as `'string' with 'min'`, is shown unchanged.
    package static func hint(_ name: String?) -> String {
        guard let name else { return "" }
        return name.hasPrefix("'") || name.holds(" '") ? "; did you mean \(name)?" : "; did you mean '\(name)'?"
    }

    /// The Boolean that a string probably means: `true` for `yes`, `on` and `ture`.
    package static func truth(_ text: String?) -> String? {
        guard let word = text?.lowercased() else { return nil }
        if ["yes", "on", "y"].contains(word) { return "true" }
        if ["no", "off", "n"].contains(word) { return "false" }
        return nearest(to: word, in: ["true", "false"])
    }

    /// The same for names in data; all names of one or two letters are similar, so they have none.
    package static func likely(for name: String, in known: some Sequence<String>, limit: Int = .max) -> String? {
        name.utf8.count > 2 && name.utf8.count <= 100 ? nearest(to: name, in: known, limit: limit) : nil
    }

    /// The known name nearest to `name`, nil when none is near; see `NearestName`.
    package static func nearest(
        to name: String, in known: some Sequence<String>, limit: Int = .max,
        where isMeant: (String) -> Bool = { _ in true }
    ) -> String? {
        spaced(name, in: known) ?? NearestName.find(name, in: known, limit: limit, where: isMeant)
    }

    /// `min: 3` for `min:3`, which is one word within braces.
    private static func spaced(_ name: String, in known: some Sequence<String>) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, known.contains(where: { $0 == parts[0] }) else { return nil }
        return "\(parts[0]): \(parts[1])"
    }
}
