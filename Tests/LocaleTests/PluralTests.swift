import Foundation
import MessageOracle
import Proviso
import ProvisoLocales
import Testing

/// Plural branches taken by our engine against ICU's own selection.
@Suite struct PluralTests {
    /// CLDR's modern locales that have no catalog, from a list beside the package; none where there is no list.
    static let others: [String] = {
        let list = Project.path("../shared/locales.csv")
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        let tags = text.split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").first.map(String.init)
        }
        return Set(tags).subtracting(EmbeddedCatalogs.locales).sorted()
    }()

    static let branches = "zero{zero} one{one} two{two} few{few} many{many} other{other}"

    /// Numbers with the decimals our plain style shows them with.
    static let numbers: [(value: ParameterValue, number: Double, decimals: Int32)] =
        ((0...230).map { Int64($0) } + stride(from: 231, through: 1_000, by: 13).map { Int64($0) } + [
            1_000, 1_001, 9_999, 10_000, 1_000_000, 2_000_000, 1_234_567,
        ]).map {
            (.integer($0), Double($0), 0)
        }
        + [0.1, 0.2, 0.5, 1.1, 1.5, 1.9, 2.3, 10.5, 11.1, 21.1, 100.1, 1_000_000.5].map { (.number($0), $0, 1) }
        + [0.01, 1.01, 1.25, 2.02, 21.21].map { (.number($0), $0, 2) }
        + [0.001, 1.125].map { (.number($0), $0, 3) }

    @Test(arguments: EmbeddedCatalogs.locales)
    func localesWithACatalog(locale: String) throws { try compare(locale) }

    @Test(.enabled(if: !others.isEmpty, "no list of CLDR's locales at ../shared/locales.csv"), arguments: others)
    func localesWithoutACatalog(locale: String) throws { try compare(locale) }

    private func compare(_ locale: String) throws {
        let formats = LocaleFormats.shared(locale)
        let setting = MessageFormatter.Setting(formats: formats, isolates: false)
        for (isOrdinal, kind) in [(false, "plural"), (true, "selectordinal")] {
            let pattern = try MessagePattern("{n, \(kind), \(Self.branches)}")
            var wrong: [String] = []
            for row in Self.numbers where !isOrdinal || row.decimals == 0 {
                let ours = MessageFormatter.string(
                    pattern, parameters: [Parameter(name: "n", value: row.value)], label: "", setting: setting,
                    labels: { $0 })
                let theirs = selected(locale, isOrdinal, row.number, row.decimals)
                if ours != theirs { wrong.append("\(row.number): \(ours), not \(theirs)") }
            }
            #expect(wrong.isEmpty, "\(locale) \(kind)")
        }
    }

    private func selected(_ locale: String, _ isOrdinal: Bool, _ number: Double, _ decimals: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 16)
        let length = oracle_plural(locale, isOrdinal, number, decimals, &buffer, 16)
        return String(decoding: buffer.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
