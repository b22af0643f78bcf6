/// What the other rules of a rule set say of attributes, for expressions.
struct RuleFacts: ExprFacts {
    let binder: any Binder

    func type(of path: String) -> ExprType? {
        let name = binder.qualify(path)
        let types = Set(binder.constraints(of: name).map(\.type.rawValue))
        if !types.isDisjoint(with: Self.numbers) { return .number }
        if !types.isDisjoint(with: Self.times) { return .text }
        if !types.isDisjoint(with: Self.texts) { return .string }
        return binder.attribute(name) != nil || binder.hasMembers(name) ? .record(path) : nil
    }

    func members(of path: String) -> [String] { binder.members(of: binder.qualify(path)) }

    private static let numbers: Set<String> = ["integer", "number", "double", "multipleOf", "latitude", "longitude"]
    private static let times: Set<String> = ["date", "datetime", "time"]
    private static let texts: Set<String> = [
        "string", "email", "url", "match", "uuid", "ulid", "slug", "hostname", "ip", "mac", "base64", "base32",
        "semver",
        "hexColor", "currency", "countryCode", "timeZone", "languageTag", "startsWith", "endsWith", "postalCode",
        "lowercase", "uppercase", "characters", "hasDigit", "hasUpper", "hasLower", "passwordStrength", "script",
    ]
}
