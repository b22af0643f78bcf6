public import ProvisoMessages

/// Requires the number of a port: an integer from 1 to 65535.
///
/// Port 0 is reserved (RFC 6335) and passes only with `min: 0`. As with `integer`, a string of digits passes unless
/// `strict`.
///
/// ```yaml
/// - [port, port, { min: 1024 }]
/// ```
public struct PortValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "port"
    public static let about = RuleTypeFacts(
        .number(isWhole: true, within: 1...65_535),
        chapter: .numbers, place: 5,
        valid: [80, 1],
        invalid: [0, 65_536, -1, "x"],
        familiar: ["": "portnumber tcpport isport"],
        guesses: [.init(numbers: "*port")])
    package var means: ValueMeaning { .read(.integer) }
    public static let options = [
        OptionDescription("min", .integer, "the minimum, 1 by default", role: .minimum),
        OptionDescription("max", .integer, "the maximum, 65535 by default", role: .maximum),
        OptionDescription("strict", .boolean, "whether numeric strings are rejected"),
    ]
    public static let codes = [
        CodeDescription("integer.type"), CodeDescription("number.tooSmall", "min"),
        CodeDescription("number.tooBig", "max"),
    ]

    public let min: Int
    public let max: Int
    public let strict: Bool
    private let bounds: IntegerValidator

    public init(min: Int = 1, max: Int = 65535, strict: Bool = false) {
        self.min = min
        self.max = max
        self.strict = strict
        bounds = IntegerValidator(min: .integer(Int64(min)), max: .integer(Int64(max)), strict: strict)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            min: try options.integer("min") ?? 1, max: try options.integer("max") ?? 65535,
            strict: try options.boolean("strict") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        for (name, bound) in [("min", min), ("max", max)] where !(0...65535 ~= bound) {
            throw OptionError(option: name, reason: "must be from 0 to 65535, found \(bound)")
        }
        try bounds.checkOptions()
    }

    package var quickTest: QuickTest { bounds.quickTest }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        bounds.validate(value, &context)
    }
}

extension Constraint {
    /// Requires the number of a port.
    public static var port: Constraint { .validator(PortValidator()) }

    /// Requires the number of a port between two bounds.
    public static func port(min: Int = 1, max: Int = 65535, strict: Bool = false) -> Constraint {
        .validator(PortValidator(min: min, max: max, strict: strict))
    }
}
