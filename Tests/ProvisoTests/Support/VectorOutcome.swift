import Proviso

/// What Proviso makes of a row of an ancestor's behaviour.
struct VectorOutcome {
    var faults: [String] = []

    init(_ row: VectorRow) {
        do {
            switch row.kind {
            case "config": try judgeConfiguration(row)
            case "" where row["throws"] != nil: try judgeConfiguration(row)
            case "": try judgeValue(row)
            case "in_range", "normalize_ranges", "ip_version", "ip_to_bits": try judgeAddress(row)
            default: try judgeModel(row)
            }
        } catch {
            faults.append("\(error)")
        }
    }

    private mutating func judgeConfiguration(_ row: VectorRow) throws {
        if row["throws"] != nil {
            let body = VectorRule.body(row.validator, row.rule)
            if (try? Plan(RuleSet(rules: [Rule(["a"], body)]))) != nil { faults.append("accepted") }
        } else if row.validator == "boolean", let expected = row["expected_options"] {
            let validator = try BooleanValidator(options: OptionReader([:]))
            if expected["trueValue"] != validator.trueValue { faults.append("true is \(validator.trueValue)") }
        } else if row.validator == "file", let expected = row["expected_options"] {
            let body = VectorRule.body(row.validator, row.rule)
            let limits = try FileValidator(options: OptionReader(body.options)).limits
            for member in expected.members {
                let found = member.key == "extensions" ? limits.extensions : limits.mimeTypes
                if .list(found.map { .text($0) }) != member.value { faults.append("\(member.key) is \(found)") }
            }
        } else if row["expected_options"]?["skipOnEmpty"] == false {
            let validator = RequiredValidator()
            if validator.skipsEmpty { faults.append("skips empty values") }
        } else {
            faults.append("reads a template")
        }
    }

    private mutating func judgeModel(_ row: VectorRow) throws {
        let rules = (row["rules"]?.asList ?? []).map { rule in
            Rule(
                (rule["attributes"]?.asList ?? []).compactMap(\.asText),
                VectorRule.body(rule["type"]?.asText ?? "", .object([])))
        }
        let plan = try Plan(RuleSet(rules: rules, empty: .any))
        let record = Record(for: plan)
        record.fill(row["attributes"] ?? .object([]))
        if try plan.validate(record).isValid != (row["expected_valid"] == true) { faults.append("another verdict") }
        for member in row["expected_attributes"]?.members ?? [] where record[member.key] != member.value {
            faults.append("\(member.key) became something else")
        }
    }

    private mutating func judgeAddress(_ row: VectorRow) throws {
        switch row.kind {
        case "in_range":
            guard let range = IPRange(row["range"]?.asText ?? ""), let subnet = IPRange(row["subnet"]?.asText ?? "")
            else { return faults.append("no range") }
            let isInside = range.contains(subnet.address, prefix: subnet.prefix)
            if isInside != (row["expected"] == true) { faults.append("another verdict") }
        case "normalize_ranges":
            let ranges = try IPRanges((row.rule["ranges"]?.asList ?? []).compactMap(\.asText))
            let expected = (row["expected_ranges"]?.asList ?? []).compactMap(\.asText)
            if ranges.texts != expected { faults.append("became \(ranges.texts)") }
        case "ip_version":
            var text = row.value.asText ?? ""
            let version = text.withUTF8 { IPAddress.version(of: $0) }
            if row["expected"] != .integer(Int64(version)) { faults.append("is of version \(version)") }
        default:
            guard let address = IPAddress(row.value.asText ?? "") else { return faults.append("no address") }
            let digits = String(address.bits, radix: 2)
            let bits = String(repeating: "0", count: address.width - digits.count) + digits
            if row["expected"] != .text(bits) { faults.append("has the bits \(bits)") }
        }
    }

    private mutating func judgeValue(_ row: VectorRow) throws {
        let name = row["attribute"]?.asText ?? "a"
        let others = row["other_attributes"]?.members ?? []
        let body = VectorRule.body(row)
        // Only validation of a whole model passes over empty values.
        var rules = [Rule([name], body, skipOnEmpty: row.mode == "model" ? nil : false)]
        if !others.isEmpty { rules.append(Rule(others.map(\.key), .safe)) }
        var registry = Registry.standard
        registry.services.resolver = EmailValidatorTests.Resolver()
        let plan = try Plan(RuleSet(rules: rules, empty: .any), registry: registry)
        let record = Record(for: plan)
        record.fill(.object([AnyValue.Member(name, row.value)] + others))
        let violations = try plan.validate(record).violations
        if violations.isEmpty != row.isValid { return faults.append("another verdict: \(violations.map(\.code))") }
        // A value judged alone has no place to be written to.
        let expected = row.mode == "value" ? record[name] : row["expected_value"] ?? row.value
        if record[name] != expected { faults.append("became \(String(describing: record[name]))") }
        for member in row["expected_other_attributes"]?.members ?? [] where record[member.key] != member.value {
            faults.append("\(member.key) became \(String(describing: record[member.key]))")
        }
        if let message = row.message, row.isEnglish, row["dialect"] == "yii2", !VectorRule.hasOwnMessage(row.rule),
            let first = violations.first
        {
            compare(first, message)
        }
        if let messages = row["messages"]?.asList, messages.count != violations.count { faults.append("another count") }
    }

    private mutating func compare(_ violation: Violation, _ message: String) {
        guard let known = EnglishMessage.read(message) else { return faults.append("unknown message \(message)") }
        if known.codes.contains(violation.code) == false { return faults.append("reports \(violation.code)") }
        for (name, text) in known.parameters where violation.parameters[name]?.plainText != text {
            faults.append("\(name) is \(String(describing: violation.parameters[name]))")
        }
    }
}

/// The ancestors' rules in Proviso's words.
enum VectorRule {
    private static let messages = ["message", "tooShort", "tooLong", "notEqual", "tooSmall", "tooBig"]
    private static let common = ["skipOnEmpty", "skipOnError", "on"]

    static func hasOwnMessage(_ rule: AnyValue) -> Bool {
        rule.members.contains { messages.contains($0.key) } || rule["rule"].map { hasOwnMessage($0) } ?? false
    }

    /// Whether the registry has the rule type, and that of a rule inside it.
    static func isKnown(_ validator: String, _ rule: AnyValue) -> Bool {
        let inner = rule["rule"].flatMap { $0.asList?.first?.asText ?? $0["0"]?.asText }
        return [validator, inner ?? validator].allSatisfy { Registry.standard[RuleType(rawValue: $0)] != nil }
    }

    static func body(_ row: VectorRow) -> Constraint {
        if row["dialect"] == "fx", let pattern = row.rule["pattern"]?.asText, row.validator == "match" {
            // FX's patterns have no delimiters and ignore case.
            return .match(pattern, not: row.rule["not"] == true, ignoreCase: true)
        }
        guard row.validator == "date" else { return body(row.validator, row.rule) }
        // PHP's type is an option, its locale that of the application, and its letters have ICU's beside them.
        var members = row.rule.members.filter { $0.key != "type" && $0.key != "locale" }
        for index in members.indices where members[index].key.lowercased().hasSuffix("format") {
            if let format = members[index].value.asText { members[index].value = .text(pattern(format)) }
        }
        // ICU's own names of locales have underscores.
        if let locale = (row["locale"] ?? row.rule["locale"])?.asText {
            members.append(AnyValue.Member("locale", .text(String(locale.map { $0 == "_" ? "-" : $0 }))))
        }
        return body(row.rule["type"]?.asText ?? "date", .object(members))
    }

    /// The ICU pattern of a plain PHP one.
    private static func pattern(_ format: String) -> String {
        guard format.hasPrefix("php:"), !format.contains("!"), !format.contains("U") else { return format }
        let letters: [Character: String] = ["Y": "yyyy", "m": "MM", "d": "dd", "H": "HH", "i": "mm", "s": "ss"]
        return format.dropFirst(4).map { letters[$0] ?? String($0) }.joined()
    }

    static func body(_ validator: String, _ rule: AnyValue) -> Constraint {
        var options: [String: OptionValue] = [:]
        for member in rule.members where !messages.contains(member.key) && !common.contains(member.key) {
            options[member.key] = .value(member.value)
        }
        // Here strict alone means true and false.
        if validator == "boolean", options["trueValue"] == nil { options["trueValue"] = .value("1") }
        if validator == "boolean", options["falseValue"] == nil { options["falseValue"] = .value("0") }
        if options.removeValue(forKey: "integerOnly") != nil { return Constraint(type: "integer", options: options) }
        if case .value(.text(let pattern))? = options["pattern"] { options["pattern"] = .value(.text(plain(pattern))) }
        if case .value(let inner)? = options["rule"] { options["rule"] = .rule(body(of: inner)) }
        return Constraint(type: RuleType(rawValue: validator), options: options)
    }

    /// A rule without attributes: the type first, its options by name.
    private static func body(of inner: AnyValue) -> Constraint {
        if let items = inner.asList { return body(items.first?.asText ?? "", .object([])) }
        let options = inner.members.filter { $0.key != "0" }
        return body(inner["0"]?.asText ?? "", .object(options))
    }

    /// A PHP pattern without its delimiters; the flag m goes into the pattern, but for the true end.
    private static func plain(_ pattern: String) -> String {
        guard let delimiter = pattern.first, let end = pattern.lastIndex(of: delimiter), end > pattern.startIndex
        else { return pattern }
        let flags = pattern[pattern.index(after: end)...].filter { $0 != "m" && $0 != "D" && $0 != "u" }
        let body = pattern[pattern.index(after: pattern.startIndex)..<end]
        return (flags.isEmpty ? "" : "(?\(flags))") + body.replacing("\\\(delimiter)", with: String(delimiter))
    }
}
