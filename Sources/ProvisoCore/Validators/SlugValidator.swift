public import ProvisoMessages

/// Requires a URL slug: lowercase ASCII letters and digits, in words separated by single hyphens.
///
/// `my-first-post` passes. Uppercase letters, underscores, spaces, two hyphens in a row, a hyphen at either end,
/// the empty string, and values that are not strings are rejected.
///
/// ```yaml
/// - [slug, slug]
/// ```
public struct SlugValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "slug"
    public static let about = RuleTypeFacts(
        chapter: .text, place: 9,
        valid: ["a-slug", "a", "post-2024"],
        invalid: ["A Slug", "-a", "a--b", "A"],
        familiar: ["": "slugify permalink"],
        guesses: [.init(39, names: ["slug"])])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("slug.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, Self.isSlug(text.buffer) { return }
        context.report("slug.invalid")
    }

    private static func isSlug(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var wasHyphen = true
        for byte in text {
            let isHyphen = byte == UInt8(ascii: "-")
            if isHyphen ? wasHyphen : !byte.isLowercase && !byte.isDigit { return false }
            wasHyphen = isHyphen
        }
        return !wasHyphen
    }
}

extension Constraint {
    /// Requires a URL slug.
    public static var slug: Constraint { .validator(SlugValidator()) }
}
