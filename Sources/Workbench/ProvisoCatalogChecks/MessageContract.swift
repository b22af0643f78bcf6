import Proviso

/// The requirements for the messages of a code in all languages: the code's parameters and the English message.
struct MessageContract {
    /// The type of a parameter.
    enum ArgumentType: String, CaseIterable {
        case text = "String"
        case integer = "int"
        case number = "num"
        case double = "double"
        case list = "List"
        case date = "DateTime"
        /// A number or a date: the branches of the message say which.
        case object = "Object"

        var isNumber: Bool { [.integer, .number, .double].contains(self) }
    }

    let code: String
    /// The arguments that a message can use, with their types if the English catalog has them.
    var arguments: [String: ArgumentType?]
    /// The English message; `nil` for an override without one.
    var english: MessagePattern?

    init(code: String, parameters: [String], english: Catalog?) {
        self.code = code
        let declared = english?.details(for: code)?.placeholders ?? []
        var arguments: [String: ArgumentType?] = [:]
        if declared.isEmpty {
            for name in parameters + [MessagePattern.labelName] { arguments[name] = .some(nil) }
            arguments[MessagePattern.labelName] = .text
        } else {
            for placeholder in declared {
                arguments[placeholder.name] = .some(placeholder.type.flatMap { ArgumentType(rawValue: $0) })
            }
        }
        for name in MessagePattern.ownArguments where arguments[name] == nil { arguments[name] = .some(.text) }
        if let words = WordKey.arguments(of: code) {
            arguments = Dictionary(uniqueKeysWithValues: words.map { ($0, .some($0 == "count" ? .number : .text)) })
        }
        self.arguments = arguments
        self.english = english?.pattern(for: code)
    }
}
