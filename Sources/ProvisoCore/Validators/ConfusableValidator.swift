internal import ICUBridge
public import ProvisoMessages

/// Rejects strings with confusable or invisible characters (UTS #39), for example in user names.
///
/// Rejected are letters of scripts that do not belong together, such as a Cyrillic а among Latin letters, digits of
/// two systems, accents that hide each other, and invisible characters. `restriction` says which scripts may be
/// mixed (UTS #39): `ascii`, `singleScript`, `highly` (the default: Latin with Chinese, Japanese or Korean),
/// `moderately`, `minimally`, or `none`.
///
/// Joiners pass if they change what is visible, as in Persian and Devanagari (RFC 5892), and so do the joiners,
/// selectors and tags of emoji (UTS #51). More than 30 combining marks in a row are rejected.
///
/// A string of one script that looks like another word, such as `rnicrosoft`, is found only if that word is known:
/// `notLike` lists strings that the value must not look like, in any letters and any case. `paypa1` looks like
/// `paypal`, and so does `paypal` itself. Values that are not strings are rejected.
///
/// ```yaml
/// - [username, confusable, { notLike: [admin, root, support] }]
/// ```
public struct ConfusableValidator: NamedValidator, DirectValidator {
    /// Which scripts may be mixed, the strictest first.
    public enum Restriction: String, Sendable, CaseIterable {
        case ascii, singleScript, highly, moderately, minimally, none
    }

    public static let type: RuleType = "confusable"
    public static let about = RuleTypeFacts(
        chapter: .secrets, place: 1,
        valid: ["paypal", "example", "ivanov"],
        invalid: ["pаypal", "аpple", "раураl", "admin‌"],
        tables: [.characters])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription(
            "restriction", .text,
            "ascii, singleScript, highly, moderately, minimally or none: which scripts may be mixed; highly by default",
            choices: Restriction.allCases.map(\.rawValue)),
        OptionDescription("notLike", .texts, "strings that the value must not look like", mayBeEmpty: false),
    ]
    public static let codes = [CodeDescription("confusable.invalid")]

    public let restriction: Restriction
    public let notLike: [String]
    private let checker: SpoofChecker
    private let looks: Set<String>

    public init(restriction: Restriction = .highly, notLike: [String] = []) {
        self.restriction = restriction
        self.notLike = notLike
        let checker = SpoofChecker(restriction)
        self.checker = checker
        looks = Set(notLike.compactMap { checker.looks(of: $0) })
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            restriction: try options.choice("restriction", of: Restriction.self) ?? .highly,
            notLike: try options.texts("notLike") ?? [])
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            guard context.payAlways(forBytes: text.count, price: Self.price) else { return }
            if !checker.suspects(text), looks.isEmpty || !isLike(text.string) { return }
        }
        context.report("confusable.invalid")
    }

    /// ICU takes some 0.2 microseconds for a byte.
    private static let price = 32

    private func isLike(_ text: String) -> Bool {
        checker.looks(of: text).map { looks.contains($0) } ?? true
    }
}

extension Constraint {
    /// Rejects strings with confusable or invisible characters.
    public static func confusable(
        restriction: ConfusableValidator.Restriction = .highly, notLike: [String] = []
    ) -> Constraint {
        .validator(ConfusableValidator(restriction: restriction, notLike: notLike))
    }
}
