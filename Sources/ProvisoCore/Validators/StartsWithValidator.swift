public import ProvisoMessages

/// Requires a string that starts with a given string, or one of a list.
///
/// Bytes are compared, so that two Unicode forms of "é" differ; with `ignoreCase`, a to z equal A to Z, and no other
/// letters do. Only strings pass.
///
/// ```yaml
/// - [callback, startsWith, { value: ["https://", "/"] }]
/// ```
public struct StartsWithValidator: SoughtTextValidator {
    public static let type: RuleType = "startsWith"
    public static let about = RuleTypeFacts(
        .beginning,
        chapter: .text, place: 3,
        familiar: ["": "prefix beginswith"])
    public static let codes = [CodeDescription("startsWith.invalid", "part")]

    let sought: SoughtTexts

    public var value: [String] { sought.texts }
    public var ignoreCase: Bool { sought.ignoreCase }

    /// Throws if there is no string, or an empty one.
    public init(value: [String], ignoreCase: Bool = false) throws(OptionError) {
        self.init(try SoughtTexts(value, ignoreCase: ignoreCase))
    }

    init(_ sought: SoughtTexts) { self.sought = sought }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool { sought.start(text) }
}

extension Constraint {
    /// Requires a string that starts with one of these.
    ///
    /// An empty string is an error when the plan is made.
    public static func startsWith(_ value: String..., ignoreCase: Bool = false) -> Constraint {
        SoughtTexts.body(StartsWithValidator.type, value, ignoreCase: ignoreCase)
    }
}
