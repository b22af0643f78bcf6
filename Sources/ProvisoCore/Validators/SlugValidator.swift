public import ProvisoMessages

/// Requires text that can stand in an address as it is: small letters and digits, with single hyphens between words.
///
/// `my-first-post` passes; capitals, underscores, spaces, two hyphens together and a hyphen at either end do not. Only
/// ASCII's letters and digits count. Only text passes, and no empty one.
///
/// ```yaml
/// - [slug, slug]
/// ```
public struct SlugValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "slug"
    public static let codes = [CodeDescription("slug.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

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
    /// Requires text that can stand in an address as it is.
    public static var slug: Constraint { .validator(SlugValidator()) }
}
