import Glibc
import MessageOracle
import Proviso
import Testing

/// Writes one pattern in one locale, as a localizer of that locale would.
func format(
    _ pattern: String, _ parameters: [String: ParameterValue] = [:], locale: String = "en", label: String = "Name",
    isolates: Bool = false, timeZone: String = "UTC"
) throws -> String {
    let setting = MessageFormatter.Setting(
        formats: LocaleFormats.shared(locale), isolates: isolates, timeZone: timeZone)
    return MessageFormatter.string(
        try MessagePattern(pattern), parameters: parameters.map { Parameter(name: $0.key, value: $0.value) },
        label: label, setting: setting, labels: Labels.generate(from:))
}

/// What ICU's own message format made of a pattern.
enum OracleAnswer: Equatable {
    case text(String)
    /// ICU's error code.
    case refused(Int32)
}

/// Ask icu::MessageFormat.
func oracle(_ pattern: String, _ parameters: [String: ParameterValue], locale: String) -> OracleAnswer {
    withOracleArguments(parameters) { arguments in
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        let length = oracle_format(
            locale, pattern, arguments.baseAddress, Int32(arguments.count), &buffer, Int32(buffer.count))
        guard length >= 0 else { return .refused(-1 - length) }
        return .text(String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

func withOracleArguments<Result>(
    _ parameters: [String: ParameterValue], _ body: (UnsafeBufferPointer<oracle_argument>) -> Result
) -> Result {
    var owned: [UnsafeMutablePointer<CChar>?] = []
    defer { owned.forEach { free($0) } }
    func keep(_ text: String) -> UnsafePointer<CChar>? {
        owned.append(strdup(text))
        return owned.last.flatMap { $0 }.map { UnsafePointer($0) }
    }
    let arguments = parameters.sorted { $0.key < $1.key }.map { name, value in
        var argument = oracle_argument()
        argument.name = keep(name)
        switch value {
        case .integer(let number): (argument.kind, argument.integer) = (ORACLE_INT, number)
        case .number(let number): (argument.kind, argument.number) = (ORACLE_DOUBLE, number)
        case .decimal(let text): (argument.kind, argument.text) = (ORACLE_DECIMAL, keep(text))
        case .text(let text): (argument.kind, argument.text) = (ORACLE_TEXT, keep(text))
        default: (argument.kind, argument.text) = (ORACLE_TEXT, keep("\(value)"))
        }
        return argument
    }
    return arguments.withUnsafeBufferPointer(body)
}

/// SplitMix64: the same numbers everywhere for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(next() % UInt64(choices.count))]
    }

    mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }
}
