public import ProvisoMessages

/// Requires a MAC address: an EUI-48 or an EUI-64 (IEEE 802) in hexadecimal digits of either case.
///
/// Pairs of digits have colons or hyphens between them, the same everywhere in an address: `00:1b:63:84:45:e6`.
/// `separators` lists the allowed separators; the dot separates groups of four digits (`001b.6384.45e6`), and the
/// empty string means no separator. `bits` is 48, 64 or a list of both, the default.
///
/// ```yaml
/// - [device, mac]
/// ```
public struct MacValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "mac"
    public static let about = RuleTypeFacts(
        chapter: .networks, place: 5,
        longest: 23,
        valid: ["00:1a:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e", "001a2b3c4d5e", "00:1a:2b:3c:4d:5e:6f:70"],
        invalid: ["00:1a:2b", "00:1a:2b:3c:4d:5g", "x"],
        familiar: ["": "macaddress macaddr"],
        guesses: [.init(5, signs: ":-")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("separators", .texts, "the separators between the digits: ':', '-', '.' or ''"),
        OptionDescription("bits", .any, "48, 64 or a list of both"),
    ]
    public static let codes = [CodeDescription("mac.invalid")]

    public let separators: [String]
    public let bits: [Int]

    /// Throws for separators and sizes that do not exist.
    public init(separators: [String] = [":", "-"], bits: [Int] = [48, 64]) throws(OptionError) {
        if separators.isEmpty { throw OptionError(option: "separators", reason: "must name at least one") }
        for separator in separators where ![":", "-", ".", ""].contains(separator) {
            throw OptionError(option: "separators", reason: "'\(separator)' is not one of ':', '-', '.' and ''")
        }
        if bits.isEmpty || !bits.allSatisfy({ $0 == 48 || $0 == 64 }) {
            throw OptionError(option: "bits", reason: "must be 48, 64 or a list of both")
        }
        self.separators = separators
        self.bits = bits
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(
            separators: try options.texts("separators") ?? [":", "-"], bits: try options.integers("bits") ?? [48, 64])
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, matches(text.buffer) { return }
        context.report("mac.invalid")
    }

    private func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for separator in separators {
            let sign = separator.utf8.first
            let group = sign == nil ? .max : sign == UInt8(ascii: ".") ? 4 : 2
            for bits in bits where Self.matches(bytes, digits: bits / 4, sign, each: group) { return true }
        }
        return false
    }

    private static func matches(
        _ bytes: UnsafeBufferPointer<UInt8>, digits: Int, _ separator: UInt8?, each group: Int
    ) -> Bool {
        guard bytes.count == digits + (separator == nil ? 0 : digits / group - 1) else { return false }
        for index in 0..<bytes.count {
            let isDigit = separator == nil || index % (group + 1) < group
            if isDigit ? !bytes[index].isHexDigit : bytes[index] != separator { return false }
        }
        return true
    }
}

extension Constraint {
    /// Requires a MAC address.
    public static var mac: Constraint { .type("mac") }

    /// Requires a MAC address, with options.
    ///
    /// Faulty options are reported when the plan is made.
    public static func mac(separators: [String] = [":", "-"], bits: [Int] = [48, 64]) -> Constraint {
        .type(
            "mac",
            [
                "separators": .list(separators.map { .text($0) }),
                "bits": .list(bits.map { .integer(Int64($0)) }),
            ])
    }
}
