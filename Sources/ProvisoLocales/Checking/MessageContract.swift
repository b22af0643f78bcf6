import Proviso

/// What every language's message for a code has to keep to: the code's parameters, and what English says.
struct MessageContract {
    /// What a parameter may be written as.
    enum ArgumentType: String, CaseIterable {
        case text = "String"
        case integer = "int"
        case number = "num"
        case double = "double"
        case list = "List"
        case date = "DateTime"

        var isNumber: Bool { [.integer, .number, .double].contains(self) }
    }

    let code: String
    /// The arguments a message may use, with their types where the English catalog gives them.
    var arguments: [String: ArgumentType?]
    /// The English message; absent for an override that has no English.
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
        self.arguments = arguments
        self.english = english?.pattern(for: code)
    }
}
