internal import ICUBridge
public import ProvisoMessages

/// Requires text whose letters are of the given scripts only.
///
/// Scripts go by Unicode's names or by ISO 15924's codes: `Latin` or `Latn`, `Han`, `Hiragana`. Codes for several scripts
/// stand for all of them: `Jpan` for Han, Hiragana and Katakana, `Kore` for Hangul and Han. Codes for a style of a script
/// stand for the script: `Hans` and `Hant` for Han, as Unicode has one Han for both. What belongs to no script
/// in particular passes: ASCII digits, spaces, punctuation, emoji, accents. A sign that a few scripts share passes with one
/// of them (Unicode's Script_Extensions), an unassigned code point never. Only text passes.
///
/// ```yaml
/// - [name, script, { scripts: [Latin, Cyrillic] }]
/// ```
public struct ScriptValidator: NamedValidator {
    public static let type: RuleType = "script"
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

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            if takesASCII && text.isASCII { return }
            if prv_icu_scripts_hold(text.bridged, numbers, Int32(numbers.count)) { return }
        }
        context.report("script.invalid", parameters)
    }
}

extension RuleBody {
    /// Requires text whose letters are of the given scripts only.
    ///
    /// A script that Unicode does not have is reported when the plan is made.
    public static func script(_ scripts: String...) -> RuleBody {
        .type("script", ["scripts": .list(scripts.map { .text($0) })])
    }
}
