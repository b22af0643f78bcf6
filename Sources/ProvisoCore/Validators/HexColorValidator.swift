public import ProvisoMessages

/// Requires a color in CSS hexadecimal notation (CSS Color Module Level 4): `#rgb`, `#rgba`, `#rrggbb`,
/// `#rrggbbaa`.
///
/// Digits may be in either case. The `#` is required. `alpha: false` rejects the two forms with an opacity.
///
/// ```yaml
/// - [color, hexColor]
/// ```
public struct HexColorValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "hexColor"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 8,
        longest: 9,
        valid: ["#a1b2c3", "#fff", "#a1b2c3ff", "#fffa"],
        invalid: ["a1b2c3", "#ggg", "#12", "x"],
        familiar: ["": "color colour hexcolour rgb"],
        guesses: [.init(7, signs: "#")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("alpha", .boolean, "whether a color may have an opacity, true by default")
    ]
    public static let codes = [CodeDescription("hexColor.invalid")]

    public var alpha: Bool

    public init(alpha: Bool = true) {
        self.alpha = alpha
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(alpha: try options.boolean("alpha") ?? true)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, isColor(text.buffer) { return }
        context.report("hexColor.invalid")
    }

    private func isColor(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch bytes.count {
        case 4, 7: break
        case 5, 9: if !alpha { return false }
        default: return false
        }
        return bytes[0] == UInt8(ascii: "#") && bytes.part(1..<bytes.count).allSatisfy { $0.isHexDigit }
    }
}

extension Constraint {
    /// Requires a color in hexadecimal.
    public static var hexColor: Constraint { .validator(HexColorValidator()) }

    /// Requires a color in hexadecimal, with or without an opacity.
    public static func hexColor(alpha: Bool) -> Constraint { .validator(HexColorValidator(alpha: alpha)) }
}
