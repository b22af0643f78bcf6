internal import Glibc

/// Splits the words of one command into options with their values, and operands.
struct WordScanner {
    /// A value on the command line.
    struct Found {
        /// The index of its option; `nil` for an operand.
        let option: Int?
        /// The name of the option as typed.
        let name: String
        let text: String

        func usageError(_ error: OptionError, _ nearest: CommandCall.NearestName) -> UsageError {
            switch error {
            case .value(let expected): UsageError("\(name): expected \(expected), found '\(text)'")
            case .word(let words):
                UsageError(
                    "\(name): expected one of \(words.joined(separator: ", ")), found '\(text)'"
                        + (nearest(text, words).map { "; did you mean '\($0)'?" } ?? ""))
            }
        }
    }

    enum Outcome { case help, shortHelp, version, values }

    let options: [OptionInfo]
    let operands: OperandInfo?
    let nearest: CommandCall.NearestName
    /// The command that has an option of this name.
    let owner: (_ option: String) -> String?
    private(set) var found: [Found] = []
    private var words: ArraySlice<String> = []

    init(
        options: [OptionInfo], operands: OperandInfo?, nearest: @escaping CommandCall.NearestName,
        owner: @escaping (String) -> String?
    ) {
        self.options = options
        self.operands = operands
        self.nearest = nearest
        self.owner = owner
    }

    /// If the words contain a request for help, errors in other words are ignored.
    mutating func scan(_ words: ArraySlice<String>) throws(UsageError) -> Outcome {
        self.words = words
        do {
            return try read()
        } catch {
            guard let word = words.prefix(while: { $0 != "--" }).first(where: CommandCall.isHelp) else { throw error }
            return word == "-h" ? .shortHelp : .help
        }
    }

    private mutating func read() throws(UsageError) -> Outcome {
        var takesOptions = true
        while let word = words.popFirst() {
            if !takesOptions || word == "-" || word.utf8.first != UInt8(ascii: "-") {
                try addOperand(word)
            } else if word == "--" {
                takesOptions = false
            } else if CommandCall.isHelp(word) {
                return word == "-h" ? .shortHelp : .help
            } else if CommandCall.isVersion(word), index(of: word) == nil {
                return .version
            } else {
                try addOption(word)
            }
        }
        try requireAll()
        return .values
    }

    private mutating func addOperand(_ word: String) throws(UsageError) {
        guard let operands else { throw UsageError("unexpected argument '\(word)': this command takes none") }
        guard operands.count.mayRepeat || !found.contains(where: { $0.option == nil }) else {
            throw UsageError("unexpected argument '\(word)': this command takes one \(operands.shown)")
        }
        if word.isEmpty, operands.kind.isPath {
            throw UsageError("the argument \(operands.shown) needs a value, but the one given is empty")
        }
        found.append(Found(option: nil, name: operands.name, text: word))
    }

    private mutating func addOption(_ word: String) throws(UsageError) {
        // A program that passes on the names of files, as hooks do, must not let a file decide how this one runs.
        if access(word, F_OK) == 0 {
            throw UsageError(
                "'\(word)' is an option and also the name of a file here: write './\(word)' or put '--' before the files "
                    + "if the file is meant")
        }
        let end = word.utf8.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex
        let name = String(word[..<end])
        let attached = end < word.endIndex ? String(word[word.utf8.index(after: end)...]) : nil
        if let index = index(of: name) { return try add(index, name, attached) }
        // Joined flags; the last one can be an option with a value.
        let letters = name.dropFirst().compactMap { letter in
            index(of: "-\(letter)").map { (index: $0, name: "-\(letter)") }
        }
        let areFlags = letters.dropLast().allSatisfy { options[$0.index].value == nil }
        guard letters.count > 1, letters.count == name.count - 1, areFlags, let last = letters.last else {
            throw unknown(name)
        }
        for letter in letters.dropLast() { try add(letter.index, letter.name, nil) }
        try add(last.index, last.name, attached)
    }

    private func index(of name: String) -> Int? { options.firstIndex { $0.isNamed(name) } }

    private func unknown(_ name: String) -> UsageError {
        if CommandCall.isHelp(name) || CommandCall.isVersion(name) { return UsageError("'\(name)' takes no value") }
        if name == "-v" { return UsageError("unknown option '-v'; did you mean '--version'?") }
        let known = options.map { $0.name } + ["--help", "--version"]
        // All names of one letter are similar, so only a difference in case gives a suggestion.
        let short = options.lazy.compactMap { $0.short }.first { $0.lowercased() == name.lowercased() }
        // The beginning of a name is a nearer miss than the option of another command.
        let longer = known.filter { $0.hasPrefix(name) }
        if name.utf8.count > 4, longer.count == 1 {
            return UsageError("unknown option '\(name)'; did you mean '\(longer[0])'?")
        }
        if short == nil, let owner = owner(name) {
            return UsageError("unknown option '\(name)': it belongs to '\(owner)'\(operandHint(name))")
        }
        let near = short ?? nearest(name, known)
        return UsageError("unknown option '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }

    /// What to write where this command takes as operands what the option of another one names.
    private func operandHint(_ name: String) -> String {
        guard let operands, name == "--\(operands.name)" else { return "" }
        return "; this command takes \(operands.shown) without an option"
    }

    private mutating func add(_ index: Int, _ name: String, _ attached: String?) throws(UsageError) {
        let option = options[index]
        guard option.value != nil else {
            guard attached == nil else { throw UsageError("'\(name)' takes no value") }
            found.append(Found(option: index, name: name, text: ""))
            return
        }
        if !option.mayRepeat, found.contains(where: { $0.option == index }) {
            throw UsageError("'\(option.name)' is given twice, but takes one value")
        }
        let text = if let attached { attached } else { try next(for: option) }
        if text.isEmpty, option.kind.isPath {
            throw UsageError("'\(name)' needs a value, but the one given is empty: \(option.usage)")
        }
        found.append(Found(option: index, name: name, text: text))
    }

    /// The next word as the value of an option.
    ///
    /// A word with a hyphen is an option, unless it is a negative number.
    private mutating func next(for option: OptionInfo) throws(UsageError) -> String {
        guard let word = words.first else { throw UsageError("'\(option.usage)' needs a value") }
        if word != "-", word.utf8.first == UInt8(ascii: "-"), Double(word) == nil {
            throw UsageError(
                "'\(option.usage)' needs a value, found '\(word)'; write \(option.name)=\(word) if it is meant")
        }
        words.removeFirst()
        return word
    }

    private func requireAll() throws(UsageError) {
        for (index, option) in options.enumerated() where option.isRequired {
            guard found.contains(where: { $0.option == index }) else {
                throw UsageError("the option '\(option.usage)' is missing")
            }
        }
        if let operands, operands.count.isRequired, !found.contains(where: { $0.option == nil }) {
            throw UsageError("the argument '\(operands.shown)' is missing")
        }
    }
}
