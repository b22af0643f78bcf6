public import ProvisoMessages

/// Requires a password that is not easily guessed, and reports all its weaknesses at once.
///
/// It must have at least `minLength` code points, `minClasses` of four classes of characters (lowercase letters,
/// uppercase letters, digits, all others), no character more than `maxRepeats` times in a row, and must not be
/// among 200 common passwords, in any case. NIST SP 800-63B prefers length to classes: `{ minLength: 15,
/// minClasses: 1 }`.
///
/// ```yaml
/// - [password, passwordStrength, { minLength: 10 }]
/// ```
public struct PasswordStrengthValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "passwordStrength"
    public static let about = RuleTypeFacts(
        chapter: .secrets, place: 2,
        valid: ["Tr0ub4dor&3-Xy", "correct-Horse7-Battery!staple", "aB3$efGh"],
        invalid: ["a", "password", "aaaaaaaaaaaaaaaa", "abcdefghijkl"],
        familiar: ["": "password strongpassword isstrongpassword"])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("minLength", .integer, "the minimum number of characters, 8 by default", role: .minimum),
        OptionDescription(
            "minClasses", .integer, "the minimum number of classes, 1 to 4; 3 by default", role: .minimum),
        OptionDescription(
            "maxRepeats", .integer, "how often a character may be repeated in a row, 3 by default", role: .maximum),
        OptionDescription("allowCommon", .boolean, "whether common passwords pass"),
    ]
    public static let codes = [
        CodeDescription("passwordStrength.type"), CodeDescription("passwordStrength.tooShort", "min"),
        CodeDescription("passwordStrength.tooFewClasses", "min"),
        CodeDescription("passwordStrength.tooManyRepeats", "max"), CodeDescription("passwordStrength.common"),
    ]

    public var minLength: Int
    public var minClasses: Int
    public var maxRepeats: Int
    public var allowCommon: Bool

    public init(minLength: Int = 8, minClasses: Int = 3, maxRepeats: Int = 3, allowCommon: Bool = false) {
        self.minLength = minLength
        self.minClasses = minClasses
        self.maxRepeats = maxRepeats
        self.allowCommon = allowCommon
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            minLength: try options.count("minLength") ?? 8, minClasses: try options.count("minClasses") ?? 3,
            maxRepeats: try options.count("maxRepeats") ?? 3, allowCommon: try options.boolean("allowCommon") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        let least = [("minLength", minLength), ("minClasses", minClasses), ("maxRepeats", maxRepeats)]
        for (name, bound) in least where bound < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        if minClasses > 4 {
            throw OptionError(option: "minClasses", reason: "expected 1 to 4 character classes, found \(minClasses)")
        }
        if maxRepeats == 0 { throw OptionError(option: "maxRepeats", reason: "must be at least 1") }
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("passwordStrength.type") }
        guard context.pay(forBytes: text.count, price: 2) else { return }
        let profile = PasswordProfile(text.buffer)
        if profile.length < minLength {
            context.report("passwordStrength.tooShort", ["min": .integer(Int64(minLength))])
        }
        if profile.classes < minClasses {
            context.report("passwordStrength.tooFewClasses", ["min": .integer(Int64(minClasses))])
        }
        if profile.longestRun > maxRepeats {
            context.report("passwordStrength.tooManyRepeats", ["max": .integer(Int64(maxRepeats))])
        }
        if !allowCommon, CommonPasswords.table.containsFolded(text.buffer) {
            context.report("passwordStrength.common")
        }
    }
}

extension Constraint {
    /// Requires a password that is not easily guessed.
    public static var passwordStrength: Constraint { .validator(PasswordStrengthValidator()) }

    /// Requires a minimum length and a minimum number of character classes.
    public static func passwordStrength(
        minLength: Int = 8, minClasses: Int = 3, maxRepeats: Int = 3, allowCommon: Bool = false
    ) -> Constraint {
        .validator(
            PasswordStrengthValidator(
                minLength: minLength, minClasses: minClasses, maxRepeats: maxRepeats, allowCommon: allowCommon))
    }
}
