internal import JSONBridge

/// Says which members an object may, must and must not have, whatever their values are.
///
/// `only` lists all that may occur, `required` those that must be there, null or not, and `prohibited` those that must
/// not. Names are compared byte by byte. Each kind of finding comes once and names up to ten members. With `required` an
/// empty object is judged too; what is absent or null is left to `required` the rule type.
///
/// ```yaml
/// - [address, keys, { only: [street, city, zip], required: [city] }]
/// ```
public struct KeysValidator: NamedValidator {
    public static let type: RuleType = "keys"
    public static let options = [
        OptionDescription("only", .texts, "the members that may occur; the required ones may too"),
        OptionDescription("required", .texts, "the members that must occur"),
        OptionDescription("prohibited", .texts, "the members that must not occur"),
    ]
    public static let codes = [
        CodeDescription("keys.type"), CodeDescription("keys.unknown", "keys"), CodeDescription("keys.missing", "keys"),
        CodeDescription("keys.forbidden", "keys"),
    ]

    /// The members that may occur, nil for any.
    public let only: [String]?
    public let required: [String]
    public let prohibited: [String]
    private let known: TextTable
    private let forbidden: TextTable

    /// Throws when a name is required and prohibited.
    public init(only: [String]? = nil, required: [String] = [], prohibited: [String] = []) throws(OptionError) {
        if let name = prohibited.first(where: { required.contains($0) || only?.contains($0) == true }) {
            throw OptionError(option: "prohibited", reason: "'\(name)' is among those that may or must occur")
        }
        self.only = only
        self.required = required
        self.prohibited = prohibited
        known = TextTable((only ?? []) + required)
        forbidden = TextTable(prohibited)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(
            only: try options.texts("only"), required: try options.texts("required") ?? [],
            prohibited: try options.texts("prohibited") ?? [])
    }

    /// `{}` lacks every required member.
    public var judgesEmptyCollections: Bool { !required.isEmpty }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .object else { return context.report("keys.type") }
        let members = value.nodes
        var (missing, unknown, present): ([String], [String], [String]) = ([], [], [])
        for name in required where missing.count < Self.mostNamed && !members.contains(where: { $0.hasKey(name) }) {
            missing.append(name)
        }
        for member in members {
            if forbidden.contains(member.keyBytes) {
                if present.count < Self.mostNamed { present.append(member.keyString) }
            } else if only != nil, unknown.count < Self.mostNamed, !known.contains(member.keyBytes) {
                unknown.append(member.keyString)
            }
        }
        Self.report("keys.missing", missing, &context)
        Self.report("keys.unknown", unknown, &context)
        Self.report("keys.forbidden", present, &context)
    }

    private static let mostNamed = 10

    private static func report(_ code: Code, _ keys: [String], _ context: inout ValidationContext) {
        if !keys.isEmpty { context.report(code, ["keys": .list(keys.map { .text($0) })]) }
    }
}

extension RuleBody {
    /// Says which members an object may, must and must not have.
    ///
    /// A name that is required and prohibited is reported when the plan is made.
    public static func keys(only: [String]? = nil, required: [String] = [], prohibited: [String] = []) -> RuleBody {
        var options: [String: AnyValue] = [
            "required": .list(required.map { .text($0) }), "prohibited": .list(prohibited.map { .text($0) }),
        ]
        options["only"] = only.map { .list($0.map { .text($0) }) }
        return .type("keys", options)
    }
}
