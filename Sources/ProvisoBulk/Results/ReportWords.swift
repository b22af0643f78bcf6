package import Proviso

/// The words of a report around its findings, in the reader's language: the catalogs' messages named `report.`.
package struct ReportWords: Sendable, Equatable {
    private let localizer: Localizer

    package static let english = ReportWords(Localizer(preferring: ["en"]))

    package init(_ localizer: Localizer) {
        self.localizer = localizer
    }

    /// The language of the words, for the attribute `lang` of a page.
    var language: String { localizer.locale }

    /// A sentence or a count.
    func text(_ name: String, _ parameters: Parameters = [:]) -> String {
        localizer.text(for: "report.\(name)", parameters: parameters.list, label: "")
    }

    /// A count, such as `3 errors`.
    func count(_ name: String, _ number: Int, as parameter: String = "count") -> String {
        text(name, Parameters([Parameter(name: parameter, value: .integer(Int64(number))), Self.plain]))
    }

    /// Digits are not grouped, so that programs find the numbers in a line.
    private static let plain = Parameter(name: "grouping", value: .boolean(false))

    /// What is between counts of records and counts of findings.
    var separator: String {
        switch language.prefix(while: { $0 != "-" }) {
        case "ja", "zh": "；"
        case "ar", "ckb", "fa", "ps", "sd", "ug", "ur": "؛ "
        default: "; "
        }
    }

    /// A number as the reader's language writes it, with its digits and its groups.
    func number(_ number: Int) -> String {
        LocaleFormats.shared(localizer.formatLocale).numbers(.plain)?.string(.integer(Int64(number))) ?? String(number)
    }

    /// A count of findings of a severity for people alone, so its digits are grouped.
    func grouped(_ severity: Severity, _ number: Int) -> String {
        text("\(severity)s", Parameters([Parameter(name: "count", value: .integer(Int64(number)))]))
    }

    func heading(_ name: String) -> String { text("heading.\(name)") }

    package func heading(_ severity: Severity) -> String {
        switch severity {
        case .error: heading("errors")
        case .warning: heading("warnings")
        case .info: heading("infos")
        }
    }

    /// A count of findings of a severity.
    func count(_ severity: Severity, _ number: Int) -> String {
        switch severity {
        case .error: count("errors", number)
        case .warning: count("warnings", number)
        case .info: count("infos", number)
        }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.localizer.locale == other.localizer.locale
    }
}
