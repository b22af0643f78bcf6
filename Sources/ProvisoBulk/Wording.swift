internal import Proviso

/// The words for violations, made once for those that are alike: most records are wrong in the same few ways.
final class Wording {
    struct Words {
        let label: String
        let message: String
        /// The path as a JSON Pointer.
        let pointer: String
    }

    private struct Key: Hashable {
        let rule: ObjectIdentifier
        let code: Code
    }

    /// The violation said last for a rule and code, with its words.
    private struct Entry {
        let violation: Violation
        let words: Words

        func fits(_ other: Violation) -> Bool {
            violation.parameters == other.parameters && violation.path == other.path
                && violation.attribute == other.attribute
        }
    }

    let localizer: ReportLocalizer
    /// One for each rule and code at most, so that the memory does not grow with the data.
    private var entries: [Key: Entry] = [:]

    init(_ localizer: ReportLocalizer) {
        self.localizer = localizer
    }

    func words(for violation: Violation) -> Words {
        let key = Key(rule: ObjectIdentifier(violation.rule), code: violation.code)
        if let entry = entries[key], entry.fits(violation) { return entry.words }
        let words = Words(
            label: localizer.label(violation.attribute), message: localizer.text(violation),
            pointer: violation.path.pointer)
        entries[key] = Entry(violation: violation, words: words)
        return words
    }
}
