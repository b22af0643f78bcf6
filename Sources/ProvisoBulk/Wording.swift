package import Proviso

/// What is said of a violation, in one language.
package final class Words: Sendable {
    package let label: String
    package let message: String
    /// The violation's path as a JSON Pointer.
    package let pointer: String
    /// Whether the label is kept from disturbing the direction of what is around it.
    package let isIsolated: Bool
    /// What stands behind the place in a line for people: `: label: text [code /path]`.
    let lineEnd: [UInt8]

    package init(_ violation: Violation, label: String, message: String, isIsolated: Bool) {
        self.label = label
        self.message = message
        self.isIsolated = isIsolated
        pointer = violation.path.pointer
        var line = Array(": ".utf8)
        if violation.severity != .error { line += "\(violation.severity): ".utf8 }
        line.append(visible: isIsolated ? "\u{2068}\(label)\u{2069}" : label)
        line += ": ".utf8
        line.append(visible: message)
        line += " [\(violation.code)".utf8
        line.append(visible: pointer.isEmpty ? "" : " \(pointer)")
        line.append(UInt8(ascii: "]"))
        lineEnd = line
    }
}

extension Words {
    package convenience init(_ violation: Violation, in localizer: ReportLocalizer) {
        self.init(
            violation, label: localizer.label(violation.attribute), message: localizer.text(violation),
            isIsolated: localizer.localizer.isolates)
    }
}

/// Finds the words for violations, once for those that are alike: most records are wrong in the same few ways.
final class Wording {
    private struct Key: Hashable {
        let rule: ObjectIdentifier
        let code: Code
    }

    /// The violation of a rule and code that was put into words last.
    private struct Entry {
        let violation: Violation
        let words: Words

        func fits(_ other: Violation) -> Bool {
            violation.parameters == other.parameters && violation.path == other.path
                && violation.attribute == other.attribute
        }
    }

    private let localizer: ReportLocalizer
    /// One for each rule and code at most, so that the memory does not grow with the data.
    private var entries: [Key: Entry] = [:]

    init(_ localizer: ReportLocalizer) {
        self.localizer = localizer
    }

    func words(for violation: Violation) -> Words {
        let key = Key(rule: ObjectIdentifier(violation.rule), code: violation.code)
        if let entry = entries[key], entry.fits(violation) { return entry.words }
        let words = Words(violation, in: localizer)
        entries[key] = Entry(violation: violation, words: words)
        return words
    }
}
