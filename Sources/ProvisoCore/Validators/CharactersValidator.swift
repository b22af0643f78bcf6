public import ProvisoMessages

/// Requires a string of certain characters only.
///
/// `of` names classes of Unicode's general categories: `letters` (L, and marks M), `digits` (Nd), `numbers` (N), `spaces`
/// (Zs: no tab, no line break), `punctuation` (P), `symbols` (S), `printable` for all of these, and `any`. `hex` are `0`
/// to `9`, `a` to `f` and `A` to `F`; `emoji` are those above ASCII, with what joins them. With `ascii` the classes mean
/// their ASCII characters: `letters` are `a` to `z` and `A` to `Z`. `also` lists further characters. The empty string
/// passes. The violation names up to five characters that are not allowed; what cannot be seen is written as in
/// `U+200B`.
///
/// ```yaml
/// - [username, characters, { of: [letters, digits], also: "_-", ascii: true }]
/// - [name, characters, { of: letters, also: " '’.-" }]
/// - [comment, characters, { ascii: true }]
/// ```
public struct CharactersValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "characters"
    public static let about = RuleTypeFacts(
        chapter: .text, place: 6,
        valid: ["abc", "ABC", "123", "abc123", "Abc", "a b", "a-b", "a_b", "a.b"],
        invalid: ["a!b", "é", " ", "日本", "ABC", "abc", "123", "a\u{7}"],
        familiar: [
            " with 'of: letters'": "alpha onlyletters alphaspace",
            " with 'of: [letters, digits]'": "alphanum alphanumeric alnum alphadash",
            " with 'of: digits'": "digits onlydigits numericonly", " with 'of: hex'": "hex hexadecimal ishex base16",
            " with 'ascii: true'": "ascii charset isascii",
        ])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription(
            "of", .texts,
            "classes: letters, digits, numbers, hex, spaces, punctuation, symbols, emoji, printable or any",
            choices: CharacterClass.allCases.map(\.rawValue)),
        OptionDescription("also", .text, "further characters"),
        OptionDescription("ascii", .boolean, "whether the classes mean ASCII characters only"),
    ]
    public static let codes = [CodeDescription("string.type"), CodeDescription("characters.invalid", "characters")]

    public let of: [CharacterClass]
    public let also: String
    public let ascii: Bool
    private let table: CharacterTable

    /// Throws if nothing says which characters pass.
    public init(of classes: [CharacterClass] = [], also: String = "", ascii: Bool = false) throws(OptionError) {
        if classes.isEmpty, also.isEmpty, !ascii {
            throw OptionError(option: "of", reason: "must name a class, such as letters; or use 'also' or 'ascii'")
        }
        of = classes
        self.also = also
        self.ascii = ascii
        let isAnyASCII = classes.isEmpty && also.isEmpty
        table = CharacterTable(isAnyASCII ? [.any] : classes, also: also, ascii: ascii)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        var classes: [CharacterClass] = []
        for name in try options.texts("of") ?? [] {
            guard let group = CharacterClass(rawValue: name) else {
                let names = CharacterClass.allCases.map(\.rawValue)
                throw OptionError(
                    option: "of", reason: "'\(name)' is not one of \(names.joined(separator: ", "))",
                    suggestion: Suggestion.word(for: name, in: names))
            }
            classes.append(group)
        }
        try self.init(
            of: classes, also: try options.text("also") ?? "", ascii: try options.boolean("ascii") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("string.type") }
        guard context.pay(forBytes: text.count) else { return }
        if table.holds(text.buffer) { return }
        Self.report(table.others(in: text.buffer, most: 5), &context)
    }

    /// Reports characters that are not allowed.
    static func report(_ others: [Unicode.Scalar], _ context: inout ValidationContext) {
        context.report("characters.invalid", ["characters": .list(others.map { .text($0.shown) })])
    }
}

extension Constraint {
    /// Requires a string of certain characters only.
    ///
    /// Without a class, `also` or `ascii` nothing can pass, which is an error when the plan is made.
    public static func characters(
        of classes: CharacterClass..., also: String = "", ascii: Bool = false
    ) -> Constraint {
        .type(
            "characters",
            ["of": .list(classes.map { .text($0.rawValue) }), "also": .text(also), "ascii": .boolean(ascii)])
    }
}
