public import ProvisoMessages

/// Requires a string that contains a given string, or one of a list.
///
/// Bytes are compared, so that two Unicode forms of "é" differ; with `ignoreCase`, a to z equal A to Z, and no other
/// letters do. Only strings pass.
///
/// ```yaml
/// - [comment, contains, { value: "@" }]
/// ```
public struct ContainsValidator: SoughtTextValidator {
    public static let type: RuleType = "contains"
    public static let codes = [CodeDescription("contains.invalid", "value")]

    let sought: SoughtTexts

    public var value: [String] { sought.texts }
    public var ignoreCase: Bool { sought.ignoreCase }

    /// Throws if there is no string, or an empty one.
    public init(value: [String], ignoreCase: Bool = false) throws(OptionError) {
        self.init(try SoughtTexts(value, ignoreCase: ignoreCase))
    }

    init(_ sought: SoughtTexts) { self.sought = sought }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool { sought.areIn(text) }
}

extension Constraint {
    /// Requires a string that contains one of these.
    ///
    /// An empty string is an error when the plan is made.
    public static func contains(_ value: String..., ignoreCase: Bool = false) -> Constraint {
        SoughtTexts.body(ContainsValidator.type, value, ignoreCase: ignoreCase)
    }
}
