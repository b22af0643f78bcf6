import Proviso
import ProvisoLocales

/// Checks a whole catalog: each message, and that no message is missing.
struct CatalogChecker {
    /// The English catalog of the same codes; `nil` if there is none.
    let english: Catalog?
    /// The codes that a message can be for, with their parameters.
    let codes: [String: [String]]
    /// Codes that a catalog need not have messages for: those of plugins, in a catalog of their user.
    var more: [String: [String]] = [:]
    /// Whether the catalog replaces some messages of one that the library has.
    var isOverride = false

    func check(_ catalog: Catalog, file: String) -> [LocaleFinding] {
        let isEnglish = catalog.locale == english?.locale
        var findings = keys(catalog, file: file)
        findings += catalog.problems().map { LocaleFinding($0) }
        if catalog.isUnfinished { return findings }
        let orthography = Orthography.of(catalog.locale)
        for code in catalog.codes {
            guard let pattern = catalog.pattern(for: code) else { continue }
            let place = catalog.place(of: code)
            var contract = MessageContract(code: code, parameters: codes[code] ?? more[code] ?? [], english: english)
            if isEnglish { contract.english = nil }
            var checker = MessageChecker(pattern: pattern, contract: contract, orthography: orthography)
            checker.check()
            if isEnglish { checker.checkDeclarations(catalog.details(for: code), parameters: codes[code]) }
            if let english, !isEnglish, let problem = staleness(of: code, in: catalog, english) {
                checker.report(
                    problem,
                    "read it beside the English, then run 'proviso locales current' with the file and --code \(code)")
            }
            if !isEnglish, !isOverride, catalog.details(for: code)?.isReviewed == nil {
                checker.report(
                    "nothing says whether it was reviewed",
                    "add \"@@x-reviewed\": false to the catalog, or \"@\(code)\": {\"x-reviewed\": true, \"x-reviewer\": \"…\"} once a native speaker has read it"
                )
            }
            findings += checker.findings.map { finding in
                LocaleFinding(
                    file: file, line: place?.line ?? 0, column: place?.column ?? 0, key: code,
                    problem: finding.problem, advice: finding.advice, isStyle: finding.isStyle)
            }
        }
        findings += comparison(catalog, file: file) + sentences(catalog, file: file)
        return findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// What the sentences of a catalog look like with values.
    private func sentences(_ catalog: Catalog, file: String) -> [LocaleFinding] {
        guard var check = SentenceCheck(catalog, english: english) else { return [] }
        check.check()
        return check.findings.map { finding in
            let place = catalog.place(of: finding.code)
            return LocaleFinding(
                file: file, line: place?.line ?? 0, column: place?.column ?? 0, key: finding.code,
                problem: finding.problem, advice: finding.advice, isStyle: true)
        }
    }

    /// What comparing its messages says about a catalog.
    private func comparison(_ catalog: Catalog, file: String) -> [LocaleFinding] {
        var comparison = CatalogComparison(catalog, english: english ?? catalog)
        comparison.check(isTranslation: english != nil && catalog.locale != english?.locale)
        return comparison.findings.map { finding in
            let place = catalog.place(of: finding.code)
            return LocaleFinding(
                file: file, line: place?.line ?? 0, column: place?.column ?? 0, key: finding.code,
                problem: finding.problem, advice: finding.advice, isStyle: true)
        }
    }

    /// Whether messages that the catalog lacks come from the catalog of another region or of the language.
    private func inherits(_ locale: String) -> Bool {
        LocaleTag.parents(of: locale).contains { $0 != "en" && Catalogs.embedded.catalog(for: $0) != nil }
            || locale.hasPrefix("en-")
    }

    /// Why a message may not say what English says today; `nil` if it does, or if the catalog has no hashes at all.
    private func staleness(of code: String, in catalog: Catalog, _ english: Catalog) -> String? {
        guard !catalog.englishVersions.isEmpty, let source = english.source(for: code) else { return nil }
        guard let version = catalog.englishVersions[code] else {
            return "nothing says from which English it was translated"
        }
        return version == EnglishVersion.hash(of: source) ? nil : "the English has changed since it was translated"
    }

    /// The keys of a catalog: missing ones, and unknown ones.
    private func keys(_ catalog: Catalog, file: String) -> [LocaleFinding] {
        let present = Set(catalog.codes)
        let expected = english.map { $0.locale == catalog.locale ? Array(codes.keys) : $0.codes } ?? Array(codes.keys)
        // A regional catalog holds what differs from its parent: de-CH from de.
        let missing =
            isOverride || inherits(catalog.locale) || catalog.isUnfinished
            ? [] : Set(expected).subtracting(present).sorted()
        var findings = missing.map { key in
            LocaleFinding(
                file: file, line: 1, column: 1, key: key, problem: "the message is missing",
                advice: english?.source(for: key).map { "English says: \($0)" } ?? "")
        }
        for key in present.subtracting(expected).subtracting(codes.keys).subtracting(more.keys).sorted()
        where !WordKey.holds(key) {
            let near = more.keys.first { $0.hasSuffix("/" + key) } ?? Suggestion.nearest(to: key, in: expected)
            let place = catalog.place(of: key)
            findings.append(
                LocaleFinding(
                    file: file, line: place?.line ?? 0, column: place?.column ?? 0, key: key,
                    problem: "the code is unknown", advice: near.map { "did you mean \($0)?" } ?? "remove it"))
        }
        return findings
    }
}
