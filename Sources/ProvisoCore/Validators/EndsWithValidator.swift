public import ProvisoMessages

/// Requires a string that ends with a given string, or one of a list.
///
/// Bytes are compared, so that two Unicode forms of "é" differ; with `ignoreCase`, a to z equal A to Z, and no other
/// letters do. Only strings pass.
///
/// ```yaml
/// - [photo, endsWith, { value: [.jpg, .png], ignoreCase: true }]
/// ```
public struct EndsWithValidator: SoughtTextValidator {
    public static let type: RuleType = "endsWith"
    public static let about = RuleTypeFacts(
        .end,
        chapter: .text, place: 4,
        familiar: ["": "suffix"])
    public static let codes = [CodeDescription("endsWith.invalid", "part")]

    let sought: SoughtTexts

    public var value: [String] { sought.texts }
    public var ignoreCase: Bool { sought.ignoreCase }

    /// Throws if there is no string, or an empty one.
    public init(value: [String], ignoreCase: Bool = false) throws(OptionError) {
        self.init(try SoughtTexts(value, ignoreCase: ignoreCase))
    }

    init(_ sought: SoughtTexts) { self.sought = sought }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool { sought.end(text) }
}

extension Constraint {
    /// Requires a string that ends with one of these.
    ///
    /// An empty string is an error when the plan is made.
    public static func endsWith(_ value: String..., ignoreCase: Bool = false) -> Constraint {
        SoughtTexts.body(EndsWithValidator.type, value, ignoreCase: ignoreCase)
    }
}
