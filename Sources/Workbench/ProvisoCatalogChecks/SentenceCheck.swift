import Proviso
import ProvisoLocales

/// Checks the sentences of a catalog as readers see them: with values, and with the words that CLDR and the catalog add.
///
/// A pattern can be right and its sentence wrong: a date ends in a stop of its own, a list is joined by an English "or".
struct SentenceCheck {
    struct Finding: Hashable {
        let code: String
        let problem: String
        let advice: String
    }

    private let catalog: Catalog
    private let proof: LocaleProof
    private let orthography: Orthography
    private let localizers: [Localizer]
    /// The words that the messages themselves have, whatever their values.
    private let ownWords: Set<String>
    private(set) var findings: [Finding] = []

    /// `nil` without an English catalog, which says what values messages show.
    init?(_ catalog: Catalog, english: Catalog?) {
        let base = english.map { Catalogs.embedded.adding($0) } ?? .embedded
        // A catalog that is nearly whole is seen without what is built in; others are additions to it.
        let whole = (EmbeddedCatalogs.english?.codes ?? []).count { catalog.source(for: $0) != nil }
        let isWhole = whole * 2 > EmbeddedCatalogs.english?.codes.count ?? 0
        let catalogs = isWhole ? base.replacing(catalog) : base.adding(catalog)
        guard let proof = LocaleProof(catalog.locale, in: catalogs) else { return nil }
        (self.catalog, self.proof) = (catalog, proof)
        orthography = .of(catalog.locale)
        localizers = MessageRegister.allCases.map {
            Localizer(preferring: [catalog.locale], in: catalogs, isolation: .never, register: $0)
        }
        let merged = catalogs.catalog(for: catalog.locale) ?? catalog
        ownWords = merged.codes.reduce(into: []) { words, code in
            for text in merged.pattern(for: code)?.literals ?? [] { words.formUnion(Self.words(text)) }
        }
    }

    mutating func check() {
        for code in catalog.codes where !WordKey.holds(code) || code.hasPrefix("report.") {
            guard let pattern = catalog.pattern(for: code) else { continue }
            let styles = Styles(pattern)
            for (parameters, choice) in proof.samples(for: code) {
                let values = parameters.map { styles.telling($0) }
                // Only some messages speak in two ways; the subject does in all.
                for localizer in pattern.names.contains(MessageRegister.argument) ? localizers : [localizers[0]] {
                    let text = localizer.text(for: code, parameters: values, label: "Q")
                    check(code, text, values, styles, choice)
                }
            }
        }
        checkSizes()
    }

    private mutating func check(
        _ code: String, _ text: String, _ values: [Parameter], _ styles: Styles, _ choice: [String]
    ) {
        func report(_ problem: String, _ advice: String) {
            let finding = Finding(code: code, problem: problem, advice: "\(advice); shown: \(text)")
            if !findings.contains(where: { $0.code == code && $0.problem == problem }) { findings.append(finding) }
        }
        if let mark = Self.doubledStop(in: text) { report("the sentence ends in \(mark)", "write one mark") }
        if let marks = mixedQuotes(in: text) {
            report(
                "the sentence has the quotation marks \(marks)",
                "use one kind: say it in \"\(WordKey.quoted)\": \"“{text}”\" with your marks")
        }
        let known = Set(values.flatMap { Self.words(of: $0.value) })
        for word in Self.words(text) where !ownWords.contains(word) && !known.contains(word) {
            guard isForeign(word) else { continue }
            report(
                "\"\(word)\" is not a word of this language",
                "the language's data lacks it: add \(styles.keys), or write it in the message")
        }
        for value in values {
            guard let kind = styles.kind(of: value.name), let code = nameless(kind, value) else { continue }
            report(
                "the code \(code) is shown where a name belongs", "add \"\(WordKey.name(code, kind))\" with the name")
        }
        if let separator = unequalSeparator(in: text, values) {
            report(
                "the items of a list are separated by \"\(separator.0)\" and \"\(separator.1)\"",
                "add \(styles.keys): \"{first}, {next} … {last}\" with your marks and words")
        }
    }

    /// A code of the value that has no name in the language.
    private func nameless(_ kind: NameWriter.Kind, _ value: Parameter) -> String? {
        guard let localizer = localizers.first, let pattern = try? MessagePattern("{x, name, \(kind.rawValue)}") else {
            return nil
        }
        return Self.words(of: value.value).first { code in
            let name = Parameter(name: "x", value: .text(code))
            return localizer.text(for: "", parameters: [name], label: "", override: pattern) == code
        }
    }

    /// A number of bytes is called the same in a size as in the messages about strings.
    private mutating func checkSizes() {
        let limit = Parameter(name: "limit", value: .integer(1_234_567))
        let bytes = [
            Parameter(name: "min", value: .integer(1_234_567)), Parameter(name: "unit", value: .text("bytes")),
        ]
        guard catalog.source(for: "string.tooShort") != nil, catalog.source(for: "file.tooBig") != nil,
            let localizer = localizers.first, let size = try? MessagePattern("{limit, size}")
        else { return }
        let shown = localizer.text(for: "", parameters: [limit], label: "", override: size)
        let sentence = localizer.text(for: "string.tooShort", parameters: bytes, label: "Q").lowercased()
        let isKnown = Self.words(shown).contains { word in
            let scalars = Array(word.lowercased().filter(\.isLetter).unicodeScalars)
            let length = min(4, scalars.count)
            return (0...scalars.count - length).contains { start in
                sentence.holds(String(String.UnicodeScalarView(scalars[start..<start + length])))
            }
        }
        guard !isKnown else { return }
        findings.append(
            Finding(
                code: "file.tooBig", problem: "a size is \"\(shown)\", but other messages call bytes otherwise",
                advice: "add \"\(WordKey.byte)\", such as {count, plural, one{# byte} other{# bytes}}"))
    }
}

/// What shows that a sentence is wrong.
extension SentenceCheck {
    /// Two marks that end a sentence where one does, apart from an ellipsis.
    private static func doubledStop(in text: String) -> String? {
        let characters = Array(text)
        for (index, pair) in zip(characters, characters.dropFirst()).enumerated() {
            let (one, next) = pair
            guard one == next, stops.contains(one) else { continue }
            let isEllipsis = one == "." && next == "." && characters[index...].prefix(3).allSatisfy { $0 == "." }
            if !isEllipsis { return "\(one)\(next)" }
        }
        return nil
    }

    private static let stops: Set<Character> = Set(".。।។။۔።։")

    /// The quotation marks of a sentence, if they do not all open, or all close, in one way.
    private func mixedQuotes(in text: String) -> String? {
        let characters = Array(text)
        let marks = characters.indices.filter { index in
            guard Self.quotationMarks.contains(characters[index]) else { return false }
            guard Self.marksInWords.contains(characters[index]) else { return true }
            let isAfterLetter = index > 0 && characters[index - 1].isLetter
            return !(isAfterLetter && characters.dropFirst(index + 1).first?.isLetter == true)
        }.map { characters[$0] }
        let opening = Set(stride(from: 0, to: marks.count, by: 2).map { marks[$0] })
        let closing = Set(stride(from: 1, to: marks.count, by: 2).map { marks[$0] })
        return opening.count > 1 || closing.count > 1 ? marks.map { String($0) }.joined(separator: " ") : nil
    }

    /// Hebrew's gershayim and Uzbek's o‘ are typed with these; Marathi joins its endings to ”.
    private static let marksInWords: Set<Character> = Set("\"‘‛")

    private static let quotationMarks: Set<Character> = Set("\"“”„‟‘‚‛«»‹›「」『』《》")

    /// Whether a word that is neither in the messages nor a value is of another language or script.
    private func isForeign(_ word: String) -> Bool {
        if orthography.language == "en" { return false }
        if word.hasPrefix("M"), word.count == 3, word.dropFirst().allSatisfy(\.isNumber) { return true }
        if orthography.isLatin { return ["or", "and"].contains(word) }
        let isLatin = word.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
        return isLatin && word.count > 1 && !["kB", "MB", "GB", "TB"].contains(word)
    }

    /// What is between two neighboring items of a list and not between two others; the last two may have a word.
    private func unequalSeparator(in text: String, _ values: [Parameter]) -> (String, String)? {
        for value in values {
            guard case .list(let items) = value.value, items.count > 3 else { continue }
            var places: [Range<String.Index>] = []
            for case .text(let item) in items {
                guard let place = text.firstRange(of: item, from: places.last?.upperBound) else { break }
                places.append(place)
            }
            guard places.count == items.count else { continue }
            let between = zip(places, places.dropFirst()).map { String(text[$0.upperBound..<$1.lowerBound]) }
            if let other = between.dropLast().first(where: { $0 != between[0] }) { return (between[0], other) }
            let (first, last) = (between[0].filter(Self.isComma), between[between.count - 1].filter(Self.isComma))
            if !last.isEmpty, last != first { return (first, last) }
            guard !orthography.scripts.contains("Hang"), first.contains(","),
                let comma = Self.commas.first(where: { orthography.scripts.contains($0.script) })?.mark
            else { continue }
            return (first, comma)
        }
        return nil
    }

    private static func isComma(_ mark: Character) -> Bool { mark == "," || commas.contains { $0.mark.first == mark } }

    /// The commas of scripts that do not write that of Latin.
    private static let commas: [(script: String, mark: String)] = [
        ("Arab", "،"), ("Ethi", "፣"), ("Hani", "、"), ("Hans", "、"), ("Hant", "、"), ("Jpan", "、"), ("Mymr", "၊"),
    ]

    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" }.map { String($0) }
            .filter { $0.contains { $0.isLetter } }
    }

    private static func words(of value: ParameterValue) -> [String] {
        switch value {
        case .text(let text): words(text)
        case .list(let items): items.flatMap { words(of: $0) }
        case .attribute(let name): words(Labels.generate(from: name))
        case .boolean(let flag): [flag ? "true" : "false"]
        default: []
        }
    }
}

/// How a message shows its arguments.
private struct Styles {
    private let codes: [String: NameWriter.Kind]
    private let lists: Set<String>
    private let kinds: Set<String>

    init(_ pattern: MessagePattern) {
        var (names, lists, kinds): ([String: NameWriter.Kind], Set<String>, Set<String>) = ([:], [], [])
        for case .value(let index, let style) in MessagePattern.flattened(pattern.parts) {
            let name = pattern.names[index]
            switch style {
            case .list(let kind, let item):
                lists.insert(name)
                kinds.insert(WordKey.list(kind))
                if case .name(let kind) = item { names[name] = kind }
            case .item(.name(let kind)): names[name] = kind
            case .item, .size: continue
            }
        }
        (codes, self.lists, self.kinds) = (names, lists, kinds)
    }

    /// What the codes of an argument that is shown by its names stand for.
    func kind(of name: String) -> NameWriter.Kind? { codes[name] }

    /// The keys of a catalog with which its lists are joined.
    var keys: String {
        if kinds.isEmpty { return "a word to the catalog" }
        return kinds.sorted().map { "\"\($0)\"" }.joined(separator: " and ")
    }

    /// A parameter with values that show more than one example does: a list of four, scripts by their codes.
    func telling(_ parameter: Parameter) -> Parameter {
        var items: [String]
        switch codes[parameter.name] {
        case .script: items = ["Latn", "Grek", "Cyrl", "Hebr", "Hani"]
        case .region: items = ["CH", "DE", "FR", "US", "JP"]
        case .language: items = ["de", "fr", "ja", "ar"]
        case .currency: items = ["EUR", "USD", "JPY", "CHF"]
        case nil:
            guard lists.contains(parameter.name) else { return parameter }
            items = ["q1", "q2", "q3", "q4"]
        }
        guard lists.contains(parameter.name) else { return Parameter(name: parameter.name, value: .text(items[0])) }
        return Parameter(name: parameter.name, value: .list(items.map { .text($0) }))
    }
}

extension String {
    fileprivate func firstRange(of text: String, from start: String.Index?) -> Range<String.Index>? {
        var index = start ?? startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text), let end = self.index(index, offsetBy: text.count, limitedBy: endIndex) {
                return index..<end
            }
            index = self.index(after: index)
        }
        return nil
    }
}
