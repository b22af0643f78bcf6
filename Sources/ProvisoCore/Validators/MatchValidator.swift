public import ProvisoMessages

/// Requires a string that matches a regular expression (RE2 syntax), or with `not` one that does not match.
///
/// Matching takes linear time for any string. `^` and `$` are the beginning and the end of the whole string.
/// Without them the pattern may match anywhere, unless `whole` requires a match of the whole string. Numbers are
/// validated in their JSON spelling. Booleans and lists are rejected.
///
/// `name` says what messages call the form, such as `article number`; `labels` may translate it, under that name.
///
/// Patterns have no delimiters and flags: `/^a$/i` is refused when the plan is made; write `{ pattern: "^a$",
/// ignoreCase: true }`. If slashes at both ends belong to the pattern, write them as `[/]`.
///
/// ```yaml
/// - [sku, match, { pattern: "[A-Z]{3}-[0-9]+", whole: true }]
/// ```
public struct MatchValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "match"
    public static let about = RuleTypeFacts(
        .pattern,
        chapter: .text, place: 2,
        familiar: [
            "": "regex regexp pattern re matches matchregex regularexpression",
            " with 'not: true'": "notregex notmatch",
            " with 'pattern', or the rule type of that format, such as 'email'": "format",
        ])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("pattern", .pattern, "the regular expression", isRequired: true),
        OptionDescription("whole", .boolean, "whether the pattern must match the whole string"),
        OptionDescription("not", .boolean, "whether the pattern must not match", role: .reversal),
        OptionDescription("ignoreCase", .boolean, "whether uppercase and lowercase letters are equal"),
        OptionDescription("name", .text, "what messages call the form; labels can translate it", mayBeEmpty: false),
    ]
    public static let codes = [
        CodeDescription("match.invalid", "pattern", "not", "kind", "name")
            .saying("kind", ["required", "forbidden", "named", "forbiddenNamed"])
    ]

    public let pattern: String
    public let whole: Bool
    public let not: Bool
    public let ignoreCase: Bool
    /// What messages call the form, or a key of the rule set's labels with that; `nil` if it has no name.
    public let name: String?
    private let compiled: Pattern
    private let parameters: Parameters

    /// Throws the problem of an invalid pattern.
    public init(
        pattern: String, whole: Bool = false, not: Bool = false, ignoreCase: Bool = false, name: String? = nil
    ) throws(OptionError) {
        self.name = name
        self.pattern = pattern
        self.whole = whole
        self.not = not
        self.ignoreCase = ignoreCase
        let kind = name == nil ? (not ? "forbidden" : "required") : not ? "forbiddenNamed" : "named"
        var parameters: Parameters = ["pattern": .text(pattern), "not": .boolean(not), "kind": .text(kind)]
        if let name { parameters.list.append(Parameter(name: "name", value: .attribute(name))) }
        self.parameters = parameters
        if pattern.isEmpty { throw OptionError(option: "pattern", reason: "must not be empty") }
        // What `|` in YAML adds: nothing is matched by what follows the end.
        if pattern.hasSuffix("$\n"), !pattern.hasSuffix("\\$\n") {
            throw OptionError(
                option: "pattern",
                reason: "ends with a line break after '$', so no string matches: write the pattern on one line, or "
                    + "after '|-' instead of '|'")
        }
        if let literal = PatternLiteral(pattern) { throw literal.error(option: "pattern", in: pattern) }
        compiled = try Pattern(pattern, ignoreCase: ignoreCase, option: "pattern")
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let pattern = try options.text("pattern") else {
            throw OptionError(option: "pattern", reason: "is required")
        }
        try self.init(
            pattern: pattern, whole: try options.boolean("whole") ?? false,
            not: try options.boolean("not") ?? false, ignoreCase: try options.boolean("ignoreCase") ?? false,
            name: try options.text("name"))
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            guard context.pay(forBytes: text.count, price: compiled.price) else { return }
            if compiled.matches(text.buffer, whole: whole) != not { return }
        } else if let number = Number(value) {
            var spelled = number.plainText
            guard context.pay(forBytes: spelled.utf8.count, price: compiled.price) else { return }
            if spelled.withUTF8({ compiled.matches($0, whole: whole) }) != not { return }
        }
        context.report("match.invalid", parameters)
    }
}

extension MatchValidator {
    /// The names of forms in a constraint and in those inside it: the labels of a rule set may translate them.
    static func names(in constraint: Constraint) -> [String] {
        constraint.options.flatMap { name, option -> [String] in
            switch option {
            case .rule(let inner): names(in: inner)
            case .value(.text(let text)) where name == "name" && constraint.type == type: [text]
            default: []
            }
        }
    }
}

extension Constraint {
    /// Requires a string that a pattern matches.
    ///
    /// A faulty pattern is reported when the plan is made.
    public static func match(
        _ pattern: String, whole: Bool = false, not: Bool = false, ignoreCase: Bool = false
    ) -> Constraint {
        .type(
            "match",
            [
                "pattern": .text(pattern), "whole": .boolean(whole), "not": .boolean(not),
                "ignoreCase": .boolean(ignoreCase),
            ])
    }
}
