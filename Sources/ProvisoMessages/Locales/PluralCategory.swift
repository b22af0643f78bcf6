/// CLDR's plural categories, in CLDR's order.
public enum PluralCategory: Int, BitwiseCopyable, Sendable, Hashable, CaseIterable {
    /// A category of CLDR; every locale has `other`.
    case zero, one, two, few, many, other

    /// The CLDR keyword of the category.
    public var keyword: String { "\(self)" }

    /// Creates the category of a keyword such as `few`.
    public init?(keyword: String) {
        switch keyword {
        case "zero": self = .zero
        case "one": self = .one
        case "two": self = .two
        case "few": self = .few
        case "many": self = .many
        case "other": self = .other
        default: return nil
        }
    }
}
