import Foundation
import Proviso
import ProvisoCatalogChecks
import ProvisoLocales
import TestSupport
import Testing

/// Mistakes and right sentences that somebody wrote who did not know the checker: Seeds/defects.tsv and variants.tsv.
@Suite struct SeededDefectTests {
    struct Row {
        let locale: String
        let key: String
        let message: String
    }

    /// Every tenth row, or all with PROVISO_THOROUGH=1: each row checks a whole catalog.
    private static func rows(_ name: String) throws -> [Row] {
        let text = try String(contentsOfFile: Project.path("Tests/LocaleTests/Seeds/\(name).tsv"), encoding: .utf8)
        let rows = text.split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(locale: parts[0], key: parts[1], message: parts[2])
        }
        let step = count(10, thorough: 1)
        return rows.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    /// The rows whose message the checker complains of.
    private static func found(_ rows: [Row]) throws -> [Row] {
        try rows.filter { row in
            var document = try #require(try EmbeddedCatalogs.document(row.locale))
            document[row.key] = row.message
            var check = LocaleCheck()
            // What does not even parse is found when the catalog is read.
            guard let catalog = try? Catalog(arb: document.written, name: "\(row.locale).arb") else { return true }
            check.check(catalog, file: "")
            return check.findings.contains { $0.key == row.key }
        }
    }

    @Test func nineOfTenMistakesAreFound() throws {
        let rows = try Self.rows("defects")
        let found = try Self.found(rows)
        #expect(found.count * 10 >= rows.count * 9, "\(found.count) of \(rows.count)")
    }

    @Test func rightSentencesAreAccepted() throws {
        let found = try Self.found(try Self.rows("variants"))
        #expect(found.isEmpty, "\(found)")
    }
}
