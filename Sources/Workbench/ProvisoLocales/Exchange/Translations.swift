package import Proviso

/// A catalog on its way to translators and back: each message beside its English.
package struct Translations: Sendable {
    package struct Unit: Sendable, Hashable {
        package var key: String
        package var english: String
        /// Empty where there is no translation yet.
        package var text: String
        /// Notes for the translator: when the message is shown, and its arguments.
        package var notes: [String]
        /// Whether it needs no more work, by the translators' tool; absent where the format cannot say.
        ///
        /// That is not a review.
        package var isDone: Bool?

        package init(key: String, english: String, text: String, notes: [String], isDone: Bool?) {
            self.key = key
            self.english = english
            self.text = text
            self.notes = notes
            self.isDone = isDone
        }
    }

    /// The formats translators' tools read.
    package enum Format: String, CaseIterable, Sendable {
        /// gettext; what is not reviewed is `fuzzy`.
        case po
        /// A flat object of `key: text`.
        case json
        /// Xcode's String Catalog; what is not reviewed is `needs_review`.
        case xcstrings
        /// XLIFF 2; what is not reviewed is `translated`.
        case xliff

        package init?(path: String) {
            switch path.split(separator: ".").last {
            case "po", "pot": self = .po
            case "json": self = .json
            case "xcstrings": self = .xcstrings
            case "xliff", "xlf": self = .xliff
            default: return nil
            }
        }
    }

    /// A file that cannot be read.
    package struct Failure: Error, CustomStringConvertible {
        package let line: Int
        package let reason: String

        package var description: String { "\(line > 0 ? "line \(line): " : "")\(reason)" }
    }

    /// A BCP 47 tag; absent where the format does not say.
    package var locale: String?
    package var units: [Unit]

    package init(locale: String?, units: [Unit]) {
        self.locale = locale
        self.units = units
    }

    /// Every message English has, with a catalog's own words for it.
    ///
    /// `examples` are English messages as readers see them, by key, for the notes.
    package init(
        _ document: ArbDocument, english: ArbDocument, notes: Catalog?, examples: [String: String] = [:]
    ) {
        locale = document.locale
        let own = document.keys.filter { english[$0] == nil && WordKey.holds($0) }
        units = (english.keys + own).map { key in
            let text = document[key] ?? ""
            let shown = examples[key].map { "Example: \($0)" }
            return Unit(
                key: key, english: english[key] ?? english[Self.source(of: key)] ?? "", text: text,
                notes: Self.notes(notes?.details(for: key)) + (shown.map { [$0] } ?? []),
                isDone: !text.isEmpty && document.isReviewed(key) ?? false)
        }
    }

    /// The English key of a word that only some languages have: `subject.named` for `subject.named.genitive`.
    private static func source(of key: String) -> String {
        key.split(separator: ".").prefix(2).joined(separator: ".")
    }

    private static func notes(_ details: Catalog.Details?) -> [String] {
        guard let details else { return [] }
        return [details.description].compactMap(\.self)
            + details.placeholders.map { placeholder in
                let example = placeholder.example.map { ", such as \($0)" } ?? ""
                return "{\(placeholder.name)}: \(placeholder.type ?? "")\(example)"
            }
    }

    package func written(_ format: Format) -> String {
        switch format {
        case .po: POFile.write(self)
        case .json: FlatJSONFile.write(self)
        case .xcstrings: StringCatalogFile.write(self)
        case .xliff: XLIFFFile.write(self)
        }
    }

    /// `locale` is the one to read of a file with several.
    package init(_ bytes: [UInt8], format: Format, locale: String? = nil) throws(Failure) {
        // Tools of Windows begin a file with a byte order mark.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(line: 0, reason: "the file is not UTF-8")
        }
        switch format {
        case .po: self = try POFile.read(text)
        case .json: self = try FlatJSONFile.read(text)
        case .xcstrings: self = try StringCatalogFile.read(text, locale: locale)
        case .xliff: self = try XLIFFFile.read(text)
        }
    }

    /// What bringing translations into a catalog did.
    package struct Outcome: Sendable {
        package var changed: [String] = []
        package var added: [String] = []
        /// Keys that English does not have; they are left out.
        package var unknown: [String] = []
    }

    /// Puts the messages into a catalog; everything else stays, and an empty message changes nothing.
    ///
    /// `reviewer` is the native speaker who has read all messages that are done; without one, none counts as reviewed.
    package func merge(into document: inout ArbDocument, english: ArbDocument, reviewer: String? = nil) -> Outcome {
        var outcome = Outcome()
        let known = Set(english.keys)
        for unit in units where !unit.text.isEmpty {
            guard known.contains(unit.key) || WordKey.holds(unit.key) else {
                outcome.unknown.append(unit.key)
                continue
            }
            let old = document[unit.key] ?? ""
            let isChanged = old != unit.text
            if isChanged {
                if old.isEmpty { outcome.added.append(unit.key) } else { outcome.changed.append(unit.key) }
                document[unit.key] = unit.text
            }
            if known.contains(unit.key), !unit.english.isEmpty || isChanged {
                note(unit, english[unit.key], in: &document)
            }
            if let reviewer, unit.isDone == true {
                document.setReviewer(unit.key, reviewer)
            } else if isChanged || unit.isDone == false, document.isReviewed(unit.key) == true || old.isEmpty {
                document.setReviewer(unit.key, nil)
            }
        }
        return outcome
    }

    /// Notes the English that the translator saw: a file that was long on its way may have an older one.
    private func note(_ unit: Unit, _ current: String?, in document: inout ArbDocument) {
        let seen = unit.english.isEmpty ? current : unit.english
        if let seen { document.setEnglish(unit.key, seen) }
    }
}
