import Proviso
import ProvisoLocales

/// Checks one message of one locale.
struct MessageChecker {
    struct Finding: Hashable {
        let problem: String
        let advice: String
        let isStyle: Bool
    }

    let pattern: MessagePattern
    let contract: MessageContract
    let orthography: Orthography
    let readings: [Reading]
    let englishReadings: [Reading]
    private(set) var findings: [Finding] = []

    init(pattern: MessagePattern, contract: MessageContract, orthography: Orthography) {
        self.pattern = pattern
        self.contract = contract
        self.orthography = orthography
        readings = Reading.all(of: pattern)
        englishReadings = contract.english.map { Reading.all(of: $0) } ?? []
    }

    /// Several readings of a message can have the same problem; it is reported once.
    mutating func report(_ problem: String, _ advice: String = "", isStyle: Bool = true) {
        let finding = Finding(problem: problem, advice: advice, isStyle: isStyle)
        if !findings.contains(finding) { findings.append(finding) }
    }

    mutating func check() {
        checkArguments()
        checkPlurals()
        checkSelects()
        checkValueStyles()
        checkShown()
        checkApostrophes()
        checkCharacters()
        checkScript()
        checkMarkup()
        checkEnglish()
        checkTokens()
        checkOrder()
        checkDoubledWords()
        checkLetters()
        for reading in readings {
            checkSpacing(reading)
            checkQuotes(reading)
            checkBrackets(reading)
            checkIsolates(reading)
            checkEnd(reading)
        }
        checkSamples()
    }
}

/// Arguments: their names, types and whether they are shown.
extension MessageChecker {
    mutating func checkArguments() {
        for placeholder in pattern.placeholders {
            let name = placeholder.name
            guard let type = contract.arguments[name] else {
                let near = Suggestion.nearest(to: name, in: contract.arguments.keys.sorted())
                let names = contract.arguments.keys.sorted().map { "{\($0)}" }.joined(separator: ", ")
                report(
                    "unknown placeholder {\(name)}",
                    near.map { "did you mean {\($0)}?" } ?? (names.isEmpty ? "there are none" : "there are \(names)"),
                    isStyle: false)
                continue
            }
            if let type { checkType(placeholder, type) }
        }
        checkStyles()
    }

    private mutating func checkType(_ placeholder: MessagePattern.Placeholder, _ type: MessageContract.ArgumentType) {
        let name = placeholder.name
        switch (placeholder.kind, type) {
        case (.text, .integer), (.text, .number), (.text, .double):
            report("the number {\(name)} has no format", "write {\(name), number}, or # in its plural")
        case (.text, .date): report("the date {\(name)} has no format", "write {\(name), date}")
        case (.text, _), (.select, .text), (.date, .date), (.time, .date), (.date, .text), (.time, .text): break
        case (.number, _) where type.isNumber, (.plural, _) where type.isNumber, (.selectordinal, .integer): break
        case (.list, .list), (.list, .text), (.name, .text), (.name, .list), (.quoted, _): break
        case (.size, _) where type.isNumber: break
        case (.number, .object), (.date, .object), (.time, .object): break
        default:
            report(
                "{\(name)} is of type \(type.rawValue) and cannot be a \(placeholder.kind.rawValue)", "write {\(name)}",
                isStyle: false)
        }
    }

    /// A number must have the same style as in English: `integer` would hide decimals, `percent` multiply by a hundred.
    private mutating func checkStyles() {
        guard let english = contract.english else { return }
        func styles(_ pattern: MessagePattern) -> Set<NumberStyle> {
            Set(
                MessagePattern.flattened(pattern.parts).compactMap { part in
                    if case .number(_, let style) = part { style } else { nil }
                })
        }
        for style in styles(pattern).subtracting(styles(english)) where style != .plain {
            report("a number has the style \(style.written), which English does not use", "write {…, number}")
        }
    }

    /// Every argument of the English message must be shown in every branch.
    mutating func checkShown() {
        for name in WordKey.arguments(of: contract.code) ?? [] where name != "next" && !pattern.names.contains(name) {
            report("{\(name)} is not shown", "put it where it belongs among your words", isStyle: false)
        }
        for name in alwaysShown(in: englishReadings).sorted() {
            for reading in readings where !reading.shown.contains(name) {
                if contract.arguments[name]??.isNumber == true, isNamed(name, in: reading) { continue }
                let branch = reading.choices.last.map { " in the branch \($0.selector)" } ?? ""
                report("{\(name)} is not shown\(branch)", "English shows it")
            }
        }
    }

    private func alwaysShown(in readings: [Reading]) -> Set<String> {
        guard let first = readings.first else { return [] }
        return readings.reduce(Set(first.shown)) { $0.intersection($1.shown) }
    }

    /// Whether the branch is for one number only, which its text can spell out.
    private func isNamed(_ name: String, in reading: Reading) -> Bool {
        reading.choices.contains { choice in
            guard choice.argument == name, choice.kind != .select else { return false }
            let facts = choice.kind == .plural ? orthography.cardinals : orthography.ordinals
            return choice.selector.hasPrefix("=") || choice.category.map { facts.single.contains($0) } ?? false
        }
    }

    /// The notes for translators in the English catalog must be complete and correct.
    mutating func checkDeclarations(_ details: Catalog.Details?, parameters: [String]?) {
        let declared = details?.placeholders ?? []
        if details?.description?.isEmpty ?? true {
            report("it has no description for translators", "add a \"description\" to \"@\(contract.code)\"")
        }
        for placeholder in declared {
            let type = placeholder.type ?? ""
            if MessageContract.ArgumentType(rawValue: type) == nil {
                let known = MessageContract.ArgumentType.allCases.map(\.rawValue).joined(separator: ", ")
                report("the placeholder {\(placeholder.name)} has the type \"\(type)\"", "types are \(known)")
            }
            if placeholder.example?.isEmpty ?? true { report("the placeholder {\(placeholder.name)} has no example") }
        }
        guard let parameters else { return }
        let names = declared.map(\.name)
        for name in names where !(parameters + [MessagePattern.labelName]).contains(name) {
            report(
                "the placeholder {\(name)} comes with no such code", "remove it, or list it among the code's parameters"
            )
        }
        for name in parameters where !names.contains(name) {
            report("the parameter {\(name)} is not among the placeholders", "add it with type and example")
        }
    }

    /// Formats every reading with sample numbers: no argument may be left as `{name}`.
    mutating func checkSamples() {
        let setting = MessageFormatter.Setting(formats: LocaleFormats.shared(orthography.locale), isolates: false)
        for sample in [0, 1, 2, 5, 11, 21, 1.5, 1_000_000] {
            let parameters = contract.arguments.map { name, type in
                Parameter(name: name, value: type?.isNumber ?? false ? .number(sample) : .text("x"))
            }
            let text = MessageFormatter.string(
                pattern, parameters: parameters, label: "x", setting: setting, labels: { $0 })
            if text.isEmpty { report("it is empty for \(sample)", "write a message", isStyle: false) }
        }
    }
}

extension NumberStyle {
    fileprivate var written: String {
        switch self {
        case .plain: "number"
        case .integer: "integer"
        case .percent: "percent"
        case .skeleton(let text): "::\(text)"
        }
    }
}
