internal import ICUBridge
public import ProvisoMessages

/// Requires a string whose letters belong to the given scripts.
///
/// Scripts have the names of Unicode or the codes of ISO 15924: `Latin` or `Latn`, `Han`, `Hiragana`. A code for
/// several scripts means all of them: `Jpan` for Han, Hiragana and Katakana, `Kore` for Hangul and Han. A code for
/// a style means its script: `Hans` and `Hant` for Han, because Unicode has one Han for both. Characters without a
/// script of their own pass: ASCII digits, spaces, punctuation, emoji, accents. A character that several scripts
/// share passes with one of them (Unicode's Script_Extensions). Unassigned code points and values that are not
/// strings are rejected.
///
/// ```yaml
/// - [name, script, { scripts: [Latin, Cyrillic] }]
/// ```
public struct ScriptValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "script"
    public static let about = RuleTypeFacts(
        chapter: .text, place: 10,
        valid: words,
        invalid: words,
        familiar: ["": "alphabet unicodescript"],
        tables: [.characters])

    private static let words: [AnyValue] = [
        "abc", "привет", "αβγ", "汉字", "مرحبا", "שלום", "ひらがな", "カタカナ", "ภาษาไทย", "नमस्ते", "한국어", "ქართული", "հայերեն",
    ]
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("scripts", .texts, "the scripts, such as Latin or Cyrl", isRequired: true)
    ]
    public static let codes = [CodeDescription("script.invalid", "scripts")]

    public let scripts: [String]
    private let numbers: [Int32]
    private let takesASCII: Bool
    private let parameters: Parameters

    /// Throws for a script that Unicode does not have.
    public init(scripts: [String]) throws(OptionError) {
        if scripts.isEmpty { throw OptionError(option: "scripts", reason: "must name at least one script") }
        var numbers: [Int32] = []
        for script in scripts {
            for name in ScriptCodes.scripts(of: script) {
                let number = BridgeText.lend(name) { prv_icu_script($0) }
                guard number >= 0, prv_icu_script_has_letters(number) else {
                    throw OptionError(
                        option: "scripts",
                        reason: "'\(script)' is not a script" + (number < 0 ? "" : " that a character has"),
                        suggestion: ScriptCodes.suggestion(for: script))
                }
                numbers.append(number)
            }
        }
        self.scripts = scripts
        parameters = ["scripts": .list(scripts.map { .text($0) })]
        self.numbers = numbers
        takesASCII = numbers.contains(BridgeText.lend("Latn") { prv_icu_script($0) })
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(scripts: try options.texts("scripts") ?? [])
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            guard context.pay(forBytes: text.count) else { return }
            if takesASCII && text.isASCII { return }
            if prv_icu_scripts_hold(text.bridged, numbers, Int32(numbers.count)) { return }
        }
        context.report("script.invalid", parameters)
    }
}

extension Constraint {
    /// Requires a string whose letters belong to the given scripts.
    ///
    /// A script that Unicode does not have is reported when the plan is made.
    public static func script(_ scripts: String...) -> Constraint {
        .type("script", ["scripts": .list(scripts.map { .text($0) })])
    }
}
