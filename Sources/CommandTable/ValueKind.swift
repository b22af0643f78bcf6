/// The kind of a value on the command line, for errors, help and shell completion.
package enum ValueKind {
    /// Any string.
    case text
    /// A path, or a string that ends with one, such as `html=report.html`.
    case file
    case folder
    /// One of these words; they are computed only when they are shown.
    case choice(() -> [String])
    /// One of the lines that this shell command prints.
    case lines(of: String)

    /// Whether an empty string is always a mistake.
    var isPath: Bool {
        switch self {
        case .file, .folder: true
        case .text, .choice, .lines: false
        }
    }
}

/// The description of an option, for errors, help and completion.
package struct OptionInfo {
    /// The long name with its hyphens: `--rules`.
    package let name: String
    /// The name of one letter with its hyphen: `-r`.
    package let short: String?
    /// The placeholder of the value in help, such as `file`; `nil` if the option is a flag.
    package let value: String?
    package let kind: ValueKind
    /// A description of one sentence.
    package let help: String
    /// The default as help shows it; `nil` shows none.
    package let usual: String?
    package let need: Need

    /// How often an option may or must be given.
    package enum Need {
        case optional, required, repeated
        /// For the tool itself: help and completion leave it out.
        case hidden
    }

    var isRequired: Bool { need == .required }
    var mayRepeat: Bool { need == .repeated }
    var isHidden: Bool { need == .hidden }

    func isNamed(_ name: String) -> Bool { self.name == name || short == name }

    /// The long name and the value: `--rules <file>`.
    var usage: String { value.map { "\(name) <\($0)>" } ?? name }
}

/// The description of the arguments that are not options, for errors, help and completion.
package struct OperandInfo {
    package let name: String
    package let kind: ValueKind
    package let count: Count
    package let help: String

    /// The number of arguments.
    package enum Count {
        case one, any, atLeastOne, oneOrNone

        var isRequired: Bool {
            switch self {
            case .one, .atLeastOne: true
            case .any, .oneOrNone: false
            }
        }

        var mayRepeat: Bool {
            switch self {
            case .any, .atLeastOne: true
            case .one, .oneOrNone: false
            }
        }
    }

    /// The name as in usage lines, such as `[<file> ...]`.
    var usage: String {
        let text = count.mayRepeat ? "<\(name)> ..." : "<\(name)>"
        return count.isRequired ? text : "[\(text)]"
    }
}
