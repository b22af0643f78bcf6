import Proviso
import ProvisoLocales

/// Checks that compare the messages of a catalog with each other, and catalogs with each other.
struct CatalogComparison {
    struct Finding {
        let code: String
        let problem: String
        let advice: String
    }

    let catalog: CatalogText
    private let source: Catalog
    let orthography: Orthography
    /// The catalog's messages, and those embedded for codes that it lacks: the words that the language has.
    let corpus: CatalogText
    /// The words of the language as far as known.
    let lexicon: Lexicon
    /// Whether words within sentences begin with lowercase letters, other than in German.
    let hasFewCapitals: Bool
    private(set) var findings: [Finding] = []

    init(_ catalog: Catalog, english: Catalog) {
        self.catalog = CatalogText(catalog, english: english)
        source = catalog
        orthography = .of(catalog.locale)
        var corpus = self.catalog
        var known = Set(catalog.codes)
        for locale in [catalog.locale] + LocaleTag.parents(of: catalog.locale) {
            guard locale != "en" || orthography.language == "en" else { continue }
            let units = EmbeddedText.units(locale).filter { !known.contains($0.code) }
            corpus.units += units
            known.formUnion(units.map(\.code))
        }
        self.corpus = corpus
        lexicon = Lexicon(corpus.units)
        let capitals = corpus.units.count { unit in
            unit.sentences.contains { sentence in sentence.tokens.indices.contains { sentence.hasTitle(at: $0) } }
        }
        hasFewCapitals = corpus.units.count > 40 && capitals * 20 < corpus.units.count
    }

    mutating func report(_ code: String, _ problem: String, _ advice: String = "") {
        guard !findings.contains(where: { $0.code == code && $0.problem == problem }) else { return }
        findings.append(Finding(code: code, problem: problem, advice: advice))
    }

    /// - Parameter isTranslation: Whether the catalog is in another language than English.
    mutating func check(isTranslation: Bool) {
        var builtIn = BuiltInComparison(locale: catalog.locale, orthography: orthography, lexicon: lexicon)
        builtIn.check(catalog.units, source)
        for finding in builtIn.findings { report(finding.code, finding.problem, finding.advice) }
        if isTranslation {
            checkLimits()
            checkDifferentEnglish()
            checkOtherLanguages()
        }
        if Self.untried.contains(orthography.language) { return }
        if orthography.hasSpaces {
            checkSpelling()
            checkRareLetters()
            if orthography.hasOwnAlphabet, orthography.language != "en" { checkFrames() }
        }
        checkCapitals()
        checkPluralForms()
        guard isTranslation else { return }
        checkSameEnglish()
        checkMeaning()
        checkNegation()
        checkLanguage()
        checkRegister()
        checkLengths()
    }
}

extension CatalogComparison {
    /// Languages whose words change at their beginnings, or that no one has tried the comparisons with.
    ///
    /// The findings would be guesses. Their messages are checked one by one.
    private static let untried: Set<String> = [
        "ceb", "eo", "fil", "ha", "ig", "jv", "mg", "my", "om", "rw", "so", "su", "sw", "xh", "yo", "zu", "lo", "et",
        "hy",
        "cy",
        "ga",
    ]
}

extension Orthography {
    /// Whether the language has spaces between words.
    var hasSpaces: Bool {
        !scripts.contains {
            ["Hani", "Hans", "Hant", "Jpan", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"].contains($0)
        }
    }
}
