/// An option of a command: its description, and a closure that sets its value in the command.
package struct Option<Target> {
    package private(set) var info: OptionInfo
    /// Reads one value; for a flag it is empty.
    let read: (inout Target, String) throws(OptionError) -> Void

    private init(
        _ name: String, _ short: String?, value: String?, kind: ValueKind = .text, help: String, usual: String? = nil,
        need: OptionInfo.Need = .optional, read: @escaping (inout Target, String) throws(OptionError) -> Void
    ) {
        self.init(
            info: OptionInfo(
                name: name, short: short, value: value, kind: kind, help: help, usual: usual, need: need), read: read)
    }

    private init(info: OptionInfo, read: @escaping (inout Target, String) throws(OptionError) -> Void) {
        self.info = info
        self.read = read
    }

    fileprivate func grouped(_ group: OptionGroup) -> Self {
        var option = self
        option.info.group = group
        return option
    }

    /// An option without a value.
    package static func flag(
        _ name: String, _ short: String? = nil, need: OptionInfo.Need = .optional, help: String,
        _ set: @escaping (inout Target) -> Void
    ) -> Self {
        Option(name, short, value: nil, help: help, need: need) { target, _ in set(&target) }
    }

    /// Any text.
    package static func text(
        _ name: String, _ short: String? = nil, value: String, kind: ValueKind = .text, usual: String? = nil,
        need: OptionInfo.Need = .optional, help: String, _ set: @escaping (inout Target, String) -> Void
    ) -> Self {
        Option(name, short, value: value, kind: kind, help: help, usual: usual, need: need) { set(&$0, $1) }
    }

    /// A value that `convert` reads; it returns `nil` if the text is not what was expected.
    package static func parsed<Value>(
        _ name: String, value: String, usual: String? = nil, need: OptionInfo.Need = .optional, help: String,
        expected: String,
        _ convert: @escaping (String) -> Value?, _ set: @escaping (inout Target, Value) -> Void
    ) -> Self {
        Option(name, nil, value: value, help: help, usual: usual, need: need) { target, text throws(OptionError) in
            guard let value = convert(text) else { throw .value(expected: expected) }
            set(&target, value)
        }
    }

    /// An integer in a range.
    package static func number(
        _ name: String, value: String = "number", in range: ClosedRange<Int>, usual: String? = nil, help: String,
        _ set: @escaping (inout Target, Int) -> Void
    ) -> Self {
        Option(name, nil, value: value, help: help, usual: usual) { target, text throws(OptionError) in
            guard let number = NumberText.whole(text, as: Int.self), range.contains(number) else {
                let (low, high) = (range.lowerBound, range.upperBound)
                let bounds = high == .max ? "of at least \(low)" : "from \(low) to \(high)"
                throw .value(expected: "an integer \(bounds)")
            }
            set(&target, number)
        }
    }

    /// One of the raw values of an enum.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ short: String? = nil, value: String, of type: Choice.Type, usual: String? = nil,
        need: OptionInfo.Need = .optional, help: String, _ set: @escaping (inout Target, Choice) -> Void
    ) -> Self {
        let words = { type.allCases.map { $0.rawValue } }
        return Option(
            name, short, value: value, kind: .choice(words), help: help, usual: usual, need: need
        ) { target, text throws(OptionError) in
            guard let choice = Choice(rawValue: text) else { throw .word(among: words()) }
            set(&target, choice)
        }
    }
}

extension Array {
    /// The options as a part of the help of every command that has them.
    package func grouped<Target>(_ group: OptionGroup) -> Self where Element == Option<Target> {
        map { $0.grouped(group) }
    }
}

/// Why a value is invalid; `CommandCall` adds the option and the value.
package enum OptionError: Error {
    case value(expected: String)
    case word(among: [String])
}

/// The arguments of a command that are not options.
package struct Operands<Target> {
    package let info: OperandInfo
    let read: (inout Target, String) -> Void

    package init(
        _ name: String, _ count: OperandInfo.Count, kind: ValueKind = .file, help: String,
        _ read: @escaping (inout Target, String) -> Void
    ) {
        info = OperandInfo(name: name, kind: kind, count: count, help: help)
        self.read = read
    }
}

/// Reads numbers on the command line: digits, without signs, spaces, exponents and other bases.
package enum NumberText {
    package static func whole<Number: FixedWidthInteger>(_ text: String, as type: Number.Type) -> Number? {
        text.utf8.allSatisfy(isDigit) ? Number(text) : nil
    }

    /// A number with or without decimals, such as `0.5`.
    package static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// What an option is about.
///
/// Help shows the groups in this order, which is that of use.
package enum OptionGroup: String, CaseIterable {
    /// What only this command has.
    case own = "Options"
    case rules = "Rules"
    case input = "Input"
    case report = "Report"
    case verdict = "Verdict"
    case language = "Language"
    case plugins = "Plugins"
    case run = "Run"

    /// Options by their groups; groups without any are left out.
    static func parts(of options: [OptionInfo]) -> [(group: OptionGroup, options: [OptionInfo])] {
        allCases.map { group in (group, options.filter { $0.group == group }) }.filter { !$0.options.isEmpty }
    }
}
