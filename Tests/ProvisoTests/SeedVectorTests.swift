import Proviso
import Testing

/// The rows of two smaller ancestors that concern rule types of the same meaning.
///
/// Their patterns for e-mail addresses, payment cards and closures are left out: they have no counterpart here, or
/// another one on purpose.
struct SeedVectorTests {
    @Test func adamwaiteValidator() throws {
        guard let rows = try VectorRow.read("adamwaite_validator") else { return }
        var count = 0
        for row in rows {
            guard let rules = Self.rules(named: row["rule_name"]?.asText, row.rule) else { continue }
            try judge(row, rules, expected: row.isValid)
            count += 1
        }
        print("adamwaite_validator: \(count) of \(rows.count) rows")
        #expect(count > 0)
    }

    @Test func ajwValidator() throws {
        guard let rows = try VectorRow.read("ajw_validator") else { return }
        var count = 0
        for row in rows {
            guard let state = row["state"]?.asText, let listed = row["rules"]?.asList else { continue }
            let isText = row["validator_type"] == "string"
            let rules = listed.compactMap { Self.rules(named: $0["rule_name"]?.asText, $0, isText: isText, .utf16) }
            guard rules.count == listed.count else { continue }
            try judge(row, rules.flatMap { $0 }, expected: state == "valid")
            count += 1
        }
        print("ajw_validator: \(count) of \(rows.count) rows")
        #expect(count > 0)
    }

    private func judge(_ row: VectorRow, _ rules: [RuleBody], expected: Bool) throws {
        let plan = try Plan(RuleSet(rules: rules.map { Rule(["a"], $0, skipOnEmpty: false) }))
        let isValid = try plan.validate(["a": row.value]).isValid
        #expect(isValid == expected, "\(row)")
    }

    /// Nil for what is not built here.
    private static func rules(
        named name: String?, _ options: AnyValue, isText: Bool = true, _ unit: StringValidator.Unit = .characters
    ) -> [RuleBody]? {
        switch name {
        case "length", "range", "minLength", "maxLength":
            let (min, max) = (count(options["min"]), count(options["max"]))
            if !isText {
                return [.number(min: options["min"].flatMap { Number($0) }, max: options["max"].flatMap { Number($0) })]
            }
            return [.string(min: min, max: max, unit: self.unit(options["lengthType"]?.asText) ?? unit)]
        case "comparison":
            return [.number(min: options["min"].flatMap { Number($0) }, max: options["max"].flatMap { Number($0) })]
        case "contains": return options["sequence"]?.asList.map { [.in($0, strict: true)] }
        case "containsNumber": return [.hasDigit]
        case "equal":
            guard let other = options["other"] else { return nil }
            return [.compare(to: other["$mutable_string"] ?? other, operator: .identical)]
        case "pattern":
            switch options["pattern"]?.asText {
            case ".*\\d.*": return [.hasDigit]
            case ".*[A-Z].*", ".*?[A-Z].*": return [.hasUpper]
            case ".*[a-z].*", ".*?[a-z].*": return [.hasLower]
            default: return nil
            }
        default: return nil
        }
    }

    private static func count(_ value: AnyValue?) -> Int? {
        if case .integer(let number)? = value { Int(number) } else { nil }
    }

    private static func unit(_ name: String?) -> StringValidator.Unit? {
        switch name {
        case "characters": .characters
        case "utf8": .utf8
        case "utf16": .utf16
        case "unicodeScalars": .codePoints
        default: nil
        }
    }
}
