import Proviso
import ProvisoBulk
import ProvisoLocales

/// The messages of codes as readers see them, with the sample values of the catalogs.
struct TypeMessages {
    /// A sentence, and the value of a parameter that chooses it.
    struct Shown {
        let text: String
        let choice: String
    }

    private let localizer: Localizer
    private let catalogs: Catalogs

    init(_ localizer: Localizer, _ catalogs: Catalogs) { (self.localizer, self.catalogs) = (localizer, catalogs) }

    /// The sentences of a code: one, or one for each branch of the English message; none without a message.
    func shown(_ code: CodeDescription) -> [Shown] {
        let name = code.code.rawValue
        let samples = samples(code)
        var shown: [Shown] = []
        for (choice, keyword) in choices(name) {
            let own = samples.filter { $0.name != choice } + [Parameter(name: choice, value: .text(keyword))]
            add("\(choice) = \(keyword)", own)
        }
        if shown.isEmpty { add("", samples) }
        return shown.count == 1 ? shown.map { Shown(text: $0.text, choice: "") } : shown

        func add(_ choice: String, _ parameters: [Parameter]) {
            let text = localizer.text(for: name, parameters: parameters, label: Self.label)
            if text != name, !shown.contains(where: { $0.text == text }) {
                shown.append(Shown(text: text, choice: choice))
            }
        }
    }

    private static let label = "Name"

    /// The values of the parameters: the examples of the English catalog, or the name of the parameter.
    private func samples(_ code: CodeDescription) -> [Parameter] {
        let name = code.code.rawValue
        let own = catalogs.catalog(for: "en")?.details(for: name)?.placeholders ?? []
        let placeholders = own.isEmpty ? EmbeddedCatalogs.english?.details(for: name)?.placeholders ?? [] : own
        let known = placeholders.map { Parameter(name: $0.name, value: Self.value(of: $0)) }
        let others = code.parameters.filter { name in !known.contains { $0.name == name } }
        return known.filter { $0.name != "attribute" } + others.map { Parameter(name: $0, value: .text("{\($0)}")) }
    }

    /// The words that a `select` of the English message has, with its parameter.
    private func choices(_ code: String) -> [(name: String, keyword: String)] {
        let source = catalogs.catalog(for: "en")?.source(for: code) ?? EmbeddedCatalogs.english?.source(for: code) ?? ""
        guard let head = source.place(of: ", select,") else { return [] }
        let name = String(source[..<head.lowerBound].split(separator: "{").last ?? "")
        guard name != MessageRegister.argument else { return [] }
        var (depth, word, words) = (0, "", [String]())
        for character in source[head.upperBound...] where depth >= 0 {
            if character == "{" {
                if depth == 0 { words.append(word) }
                depth += 1
            } else if character == "}" {
                depth -= 1
            }
            word = depth == 0 && (character.isLetter || character.isNumber) ? word + String(character) : ""
        }
        return words.map { (name, $0) }
    }

    private static func value(of placeholder: Catalog.Details.Placeholder) -> ParameterValue {
        let example = placeholder.example ?? "{\(placeholder.name)}"
        switch placeholder.type {
        case "int": return Int64(example).map { .integer($0) } ?? .text(example)
        case "num", "double", "Object": return Double(example).map { .number($0) } ?? .text(example)
        case "List":
            return .list(example.split(separator: ",").map { .text(String($0.drop { $0 == " " })) })
        default: return .text(example)
        }
    }
}
