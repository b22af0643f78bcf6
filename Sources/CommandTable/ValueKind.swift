/// What a value on the command line is, for errors, help and the completion of shells.
package enum ValueKind {
    /// Any text.
    case text
    /// A path, or a text that ends with one, such as `html=report.html`.
    case file
    case folder
    /// One of these words; they are asked for only when they are shown.
    case choice(() -> [String])
    /// One of the lines that this shell command writes.
    case lines(of: String)

    /// Whether an empty text cannot be meant.
    var isPath: Bool {
        switch self {
        case .file, .folder: true
        case .text, .choice, .lines: false
        }
    }
}

/// What errors, help and completion say about an option.
package struct OptionInfo {
    /// The long name with its hyphens: `--rules`.
    package let name: String
    /// The name of one letter with its hyphen: `-r`.
    package let short: String?
    /// What stands for the value in help, such as `file`; nil for a flag, which takes none.
    package let value: String?
    package let kind: ValueKind
    /// One sentence.
    package let help: String
    /// The default as help shows it; nil shows none.
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

/// What errors, help and completion say about the arguments that are not options.
package struct OperandInfo {
    package let name: String
    package let kind: ValueKind
    package let count: Count
    package let help: String

    /// How many there may be.
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

    /// The name as usage lines have it, such as `[<file> ...]`.
    var usage: String {
        let text = count.mayRepeat ? "<\(name)> ..." : "<\(name)>"
        return count.isRequired ? text : "[\(text)]"
    }
}
