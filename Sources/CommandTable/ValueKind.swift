/// The kind of a value on the command line, for errors, help and completion.
package enum ValueKind {
    /// Any text.
    case text
    /// A path, or text that ends with one, such as `html=report.html`.
    case file
    case directory
    /// One of these words; the closure is called only when they are shown.
    case choice(() -> [String])
    /// One of the lines that a shell command writes.
    case lines(of: String)
    /// The same, or a path.
    case filesOrLines(of: String)

    /// Whether an empty value is an error.
    var isPath: Bool {
        switch self {
        case .file, .directory, .filesOrLines: true
        case .text, .choice, .lines: false
        }
    }
}

/// The description of an option, for errors, help and completion.
package struct OptionInfo {
    /// The long name with its hyphens: `--rules`.
    package let name: String
    /// The short name with its hyphen: `-r`.
    package let short: String?
    /// The placeholder of the value in help, such as `file`; `nil` for a flag.
    package let value: String?
    package let kind: ValueKind
    /// One sentence.
    package let help: String
    /// The default in help; `nil` shows none.
    package let usual: String?
    package let need: Need
    /// The part of the help that shows it.
    package var group = OptionGroup.own

    /// How often an option can or must be given.
    package enum Need {
        case optional, required, repeated
        /// Required, and may be repeated.
        case several
        /// Only used by the tool itself: help and completion omit it.
        case hidden
    }

    var isRequired: Bool { need == .required || need == .several }
    var mayRepeat: Bool { need == .repeated || need == .several }
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

    /// The name as help shows it: `<file>`, or `<old> <new>` for a name of several words.
    var shown: String { name.split(separator: " ").map { "<\($0)>" }.joined(separator: " ") }

    /// The name in usage lines, such as `[<file> ...]`.
    var usage: String {
        let text = count.mayRepeat ? "\(shown) ..." : shown
        return count.isRequired ? text : "[\(text)]"
    }
}
