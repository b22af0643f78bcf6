internal import Proviso
internal import ProvisoRuleFiles

/// Makes rules of a field of a Table Schema.
struct TableFieldReader {
    /// The types of Table Schema.
    enum FieldType: String, CaseIterable {
        case string, number, integer, boolean, object, array, list, date, time, datetime, year, yearmonth, duration
        case geopoint, geojson, any
    }

    /// The constraints of Table Schema.
    private enum Key: String, CaseIterable {
        case required, unique, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern
        case `enum`, jsonSchema
    }

    /// The keys of a field that are read, or that describe it.
    private static let keys = [
        "name", "type", "format", "title", "description", "example", "examples", "constraints", "rdfType",
        "decimalChar", "groupChar", "bareNumber", "trueValues", "falseValues", "itemType", "delimiter",
    ]

    private let field: RuleNode
    private let path: ValuePath
    private let isKey: Bool
    private var made = ContractFindings()

    init(_ field: RuleNode, _ path: ValuePath, isKey: Bool) {
        (self.field, self.path, self.isKey) = (field, path, isKey)
    }

    /// Adds the rules of the field.
    mutating func read(into findings: inout ContractFindings) {
        swap(&made, &findings)
        defer { swap(&made, &findings) }
        made.describe(path, label: field["title"], hint: field["description"])
        made.checkKeys(of: field, Self.keys, in: "a field")
        let word = field["type"]?.text ?? "any"
        let names = FieldType.allCases.map(\.rawValue)
        guard let type = FieldType(rawValue: word) else {
            return made.report(
                field["type"] ?? field, "unknown type '\(word)' (\(names.joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: word, in: names))
        }
        let constraints = constraints()
        let isRequired = made.flag(constraints[.required]) || isKey
        if isRequired {
            made.add(path, "required", [.init("strict", true)], at: constraints[.required] ?? field)
        } else {
            made.file.nullable.append(path)
        }
        let start = made.file.rules.count
        rules(type, constraints)
        common(type, constraints)
        if made.file.rules.count == start, !isRequired { made.add(path, "safe", at: field) }
    }

    private mutating func constraints() -> [Key: RuleNode] {
        var found: [Key: RuleNode] = [:]
        for (key, value) in field["constraints"]?.mapping ?? [] {
            let name = key.scalar ?? ""
            if let known = Key(rawValue: name) {
                found[known] = value
            } else if let near = Suggestion.nearest(to: name, in: Key.allCases.map(\.rawValue)) {
                made.report(key, "unknown constraint '\(name)'", suggestion: near)
            } else {
                made.leave(key, "the constraint '\(name)'")
            }
        }
        return found
    }

    // MARK: Types

    private mutating func add(_ type: String, _ options: [AnyValue.Member] = []) {
        made.add(path, type, options, at: field["type"] ?? field)
    }

    private mutating func form(_ pattern: String) {
        add("match", [.init("pattern", .text(pattern)), .init("whole", true)])
    }

    private var format: String { field["format"]?.text ?? "default" }

    private mutating func rules(_ type: FieldType, _ constraints: [Key: RuleNode]) {
        switch type {
        case .string: string()
        case .number, .integer: number(type, bounds(constraints))
        case .boolean: boolean()
        case .date, .time, .datetime: moment(type, constraints)
        case .object: json(#"(?s)\s*\{.*\}\s*"#)
        case .array: json(#"(?s)\s*\[.*\]\s*"#)
        case .geojson:
            json(#"(?s)\s*\{.*\}\s*"#)
            made.leave(field["type"] ?? field, "what GeoJSON requires of an object")
        case .list: made.leave(field["type"] ?? field, "the items of the type 'list'")
        case .year:
            form("-?[0-9]{4}")
            let bounds = bounds(constraints)
            if !bounds.isEmpty { add("integer", bounds) }
        case .yearmonth: form("[0-9]{4}-(0[1-9]|1[0-2])")
        case .duration: add("proviso/duration")
        case .geopoint:
            if format == "default" {
                form(
                    #"\s*-?(180(\.0*)?|(1[0-7][0-9]|[0-9]{1,2})(\.[0-9]*)?)\s*,\s*-?(90(\.0*)?|[0-8]?[0-9](\.[0-9]*)?)\s*"#
                )
            } else {
                json(format == "array" ? #"(?s)\s*\[.*\]\s*"# : #"(?s)\s*\{.*\}\s*"#)
                made.leave(field["format"] ?? field, "the coordinates of a geopoint in JSON")
            }
        case .any: break
        }
    }

    private mutating func json(_ pattern: String) {
        add("json")
        form(pattern)
    }

    /// The rule types for formats of strings.
    private static let formats = ["email": "email", "uri": "proviso/uri", "uuid": "uuid", "binary": "base64"]

    private mutating func string() {
        if format == "default" { return }
        if let type = Self.formats[format] {
            add(type)
        } else {
            made.leave(field["format"] ?? field, "the format '\(format)' of strings")
        }
    }

    private mutating func bounds(_ constraints: [Key: RuleNode]) -> [AnyValue.Member] {
        let keys: [(Key, String)] = [
            (.minimum, "min"), (.maximum, "max"), (.exclusiveMinimum, "above"), (.exclusiveMaximum, "below"),
        ]
        return keys.compactMap { key, option in
            guard let node = constraints[key] else { return nil }
            guard let text = node.scalar, let number = Number(text) else {
                made.report(node, "expected a number as \(key.rawValue)")
                return nil
            }
            return .init(option, AnyValue(number))
        }
    }

    private mutating func number(_ type: FieldType, _ bounds: [AnyValue.Member]) {
        var options = bounds
        let signs = [field["decimalChar"]?.scalar ?? ".", field["groupChar"]?.scalar ?? ""]
        let place = field["groupChar"] ?? field["decimalChar"] ?? field
        switch signs {
        case [".", ""]: break
        case [".", ","]: options.append(.init("locale", "en"))
        case [",", "."], [",", ""]: options.append(.init("locale", "de"))
        case [",", " "]: options.append(.init("locale", "fr"))
        default: return made.leave(place, "numbers with '\(signs[0])' and groups with '\(signs[1])'")
        }
        if let bare = field["bareNumber"], bare.value == false {
            return made.leave(bare, "numbers with other characters around them (bareNumber)")
        }
        let special = type == .number ? Self.special(bounds.map(\.key)) : []
        if !special.isEmpty {
            let others = AnyValue.list([
                .text(path.description), "in",
                .object([.init("range", .list(special.map { .text($0) })), .init("caseFold", true)]),
            ])
            options.append(.init("unless", .list([others])))
        }
        add(type.rawValue, options)
        // People may write spaces around a number of their locale, and a table may not.
        let others = special.isEmpty ? "" : "|(?i:\(special.joined(separator: "|")))"
        if signs != [".", ""] { form(#"[-+]?[.,]?[0-9](.*[0-9])?"# + others) }
    }

    /// What is a number without digits, as far as bounds allow it.
    private static func special(_ bounds: [String]) -> [String] {
        let (isBelow, isAbove) = (
            bounds.contains { $0 == "max" || $0 == "below" }, bounds.contains { $0 == "min" || $0 == "above" }
        )
        return (bounds.isEmpty ? ["NaN"] : []) + (isBelow ? [] : ["INF"]) + (isAbove ? [] : ["-INF"])
    }

    private mutating func boolean() {
        let truths = field["trueValues"]?.strings ?? ["true", "True", "TRUE", "1"]
        let untruths = field["falseValues"]?.strings ?? ["false", "False", "FALSE", "0"]
        let range = [AnyValue.boolean(true), false] + (truths + untruths).map { AnyValue.text($0) }
        add("in", [.init("range", .list(range)), .init("strict", true)])
    }

    private mutating func moment(_ type: FieldType, _ constraints: [Key: RuleNode]) {
        var options: [AnyValue.Member] = []
        if format == "any" { return made.leave(field["format"] ?? field, "the format 'any' of dates and times") }
        if format != "default" {
            let pattern = format.hasPrefix("fmt:") ? String(format.dropFirst(4)) : format
            guard let pattern = DatePattern.icu(strftime: pattern) else {
                return made.leave(field["format"] ?? field, "the format '\(format)' of dates and times")
            }
            options.append(.init("format", .text(pattern)))
            // A year of strftime has four digits; names may be written in any case.
            if !DatePattern.hasNames(pattern) { options.append(.init("strictDateFormat", true)) }
        }
        for (key, option) in [(Key.minimum, "min"), (.maximum, "max")] {
            if let node = constraints[key] { options.append(.init(option, .text(node.scalar ?? ""))) }
        }
        for key in [Key.exclusiveMinimum, .exclusiveMaximum] {
            if let node = constraints[key] { made.leave(node, "'\(key.rawValue)' of dates and times") }
        }
        add(type.rawValue, options)
        // By XML Schema, a time has seconds.
        if type == .time, format == "default" { form(#"[0-9]{2}:[0-9]{2}:[0-9]{2}.*"#) }
    }

    // MARK: Constraints of any type

    private mutating func common(_ type: FieldType, _ constraints: [Key: RuleNode]) {
        let lengths = [(Key.minLength, "min"), (.maxLength, "max")].compactMap { key, option in
            constraints[key].map { (node: $0, member: AnyValue.Member(option, $0.value)) }
        }
        if let first = lengths.first {
            if type == .string || type == .any {
                made.add(path, "string", lengths.map(\.member), at: first.node)
            } else {
                made.leave(first.node, "lengths of the type '\(type.rawValue)'")
            }
        }
        if let node = constraints[.pattern] {
            made.add(path, "match", [.init("pattern", .text(node.scalar ?? "")), .init("whole", true)], at: node)
        }
        if let node = constraints[.enum] {
            // As an enumeration is written: numbers equal the strings that spell them.
            made.add(path, "in", [.init("range", .list(node.list?.map(\.value) ?? []))], at: node)
        }
        if let node = constraints[.unique], made.flag(node) { made.add(path, "unique", at: node) }
        if let node = constraints[.jsonSchema] { made.leave(node, "'jsonSchema' of a field") }
        let ordered: Set<FieldType> = [.number, .integer, .year, .date, .time, .datetime]
        for key in [Key.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum] where !ordered.contains(type) {
            if let node = constraints[key] { made.leave(node, "'\(key.rawValue)' of the type '\(type.rawValue)'") }
        }
    }
}

/// Patterns of dates of other systems, as ICU's.
enum DatePattern {
    private static let fields: [Character: String] = [
        "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "H": "HH", "I": "hh", "M": "mm", "S": "ss", "p": "a", "b": "MMM",
        "B": "MMMM", "a": "EEE", "A": "EEEE", "z": "xx", "j": "DDD",
    ]

    /// Whether a pattern has names of months, days, halves of a day or zones.
    static func hasNames(_ pattern: String) -> Bool {
        pattern.contains("MMM") || pattern.contains { "Eax".contains($0) }
    }

    /// The pattern for one of strftime, `nil` if a field of it is not known.
    static func icu(strftime text: String) -> String? {
        var (result, isField) = ("", false)
        for character in text {
            if isField {
                guard let field = character == "%" ? "%" : fields[character] else { return nil }
                result += field
                isField = false
            } else if character == "%" {
                isField = true
            } else {
                result +=
                    character.isASCII && character.isLetter
                    ? "'\(character)'" : character == "'" ? "''" : String(character)
            }
        }
        return isField || !text.contains("%") ? nil : result
    }
}
