internal import ProvisoMessages

/// Reads a rule in another library's syntax and gives the equivalent here.
///
/// It knows `max:255` and `required|email` (Laravel), `MaxLengthValidator(255)` (Django), `@Size(min = 2)` (Bean
/// Validation), `IsNotEmpty` (class-validator) and `z.string().min(3)` (zod, Joi, yup). It is used only for errors.
package struct ForeignRule {
    /// The equivalent, with its own quotes: `'string' with 'max: 255'`.
    package static func suggestion(for text: String, isType: (String) -> String?) -> String? {
        guard text.utf8.count <= 500 else { return nil }
        let parts = parts(of: text)
        let isNumber = parts.contains { ["number", "integer", "int", "numeric", "decimal"].contains($0.name) }
        let isText = parts.contains { ["string", "email", "url", "text"].contains($0.name) }
        var meanings: [String] = []
        for part in parts {
            let sized = isNumber || part.isAnnotation ? "'number'" : isText ? "'string'" : "'string' or 'number'"
            guard let meaning = part.meaning(sized: sized, isType: isType) else { continue }
            if !meanings.contains(meaning) { meanings.append(meaning) }
        }
        // The type alone adds nothing to the same type with a bound.
        let all = meanings
        meanings.removeAll { meaning in
            ["'string'", "'number'"].contains(meaning) && all.contains { $0.hasPrefix(meaning + " with") }
        }
        guard meanings.count > 1 else { return meanings.first }
        return "a rule for each: " + meanings.dropLast().joined(separator: ", ") + " and " + (meanings.last ?? "")
    }

    /// In lowercase, without `_`, `-`, `is` and `Validator`.
    private let name: String
    private let arguments: [String]
    private let named: [String: String]
    private let isAnnotation: Bool

    private static func parts(of text: String) -> [ForeignRule] {
        let isPattern = ["regex:", "not_regex:"].contains { text.hasPrefix($0) }
        if !isPattern, text.utf8.contains(UInt8(ascii: "|")) {
            return text.split(separator: "|").map { ForeignRule(Blanks.trim(String($0))) }
        }
        guard text.holds(").") || ["z.", "v."].contains(where: text.hasPrefix) else { return [ForeignRule(text)] }
        let roots = ["z", "v", "joi", "yup", "validator", "forms", "models", "serializers", "rule"]
        let links = links(of: text).filter { !roots.contains($0.lowercased()) }
        return links.map { ForeignRule($0) }
    }

    /// The calls of a chain, split at the periods outside brackets.
    private static func links(of text: String) -> [String] {
        var links = [""]
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ".", depth == 0 { links.append("") } else { links[links.count - 1].append(character) }
        }
        return links
    }

    private init(_ text: String) {
        isAnnotation = text.hasPrefix("@")
        let isCall = text.hasSuffix(")")
        let place = text.firstIndex { isCall ? $0 == "(" : $0 == ":" } ?? text.endIndex
        let head = text[..<place].drop { $0 == "@" }
        let last = head.split { $0 == "\\" || $0 == "." }.last ?? head
        name = FamiliarNames.plain(String(last))
        let rest = place < text.endIndex ? String(text[text.index(after: place)...].dropLast(isCall ? 1 : 0)) : ""
        let isPattern = ["regex", "notregex", "matches"].contains(name)
        let items = isPattern ? [rest] : rest.split { $0 == "," || $0 == "[" || $0 == "]" }.map { String($0) }
        var (plain, named) = ([String](), [String: String]())
        for item in items {
            let pair = isPattern ? [] : item.split(separator: "=", maxSplits: 1).map { Self.bare(String($0)) }
            if pair.count == 2 { named[pair[0].lowercased()] = pair[1] } else { plain.append(Self.bare(item)) }
        }
        (arguments, self.named) = (plain.filter { !$0.isEmpty }, named)
    }

    private static func bare(_ text: String) -> String {
        var text = Blanks.trim(text)
        // A raw string of Python: r"^a$".
        if ["r\"", "r'"].contains(where: text.hasPrefix) { text.removeFirst() }
        guard let first = text.first, text.count > 1, first == text.last, "\"'`".contains(first) else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// The name, and what is left of it without the prefixes and suffixes that libraries add.
    private var spellings: [String] {
        var spellings = [name]
        for suffix in ["validator", "field", "rule"] where name.hasSuffix(suffix) && name != suffix {
            spellings.append(String(name.dropLast(suffix.count)))
        }
        for prefix in ["is", "validate"] where name.hasPrefix(prefix) && name != prefix {
            spellings.append(String(name.dropFirst(prefix.count)))
        }
        return spellings
    }

    private func meaning(sized: String, isType: (String) -> String?) -> String? {
        // Rules skip empty values anyway, and a chain may begin with a word for its kind.
        if ["nullable", "sometimes", "optional", "bail", "nullish", "object", "default"].contains(name) { return nil }
        for spelling in spellings {
            if let meaning = written(spelling, sized: sized) { return meaning }
            if let type = isType(spelling) { return "'\(type)'" }
            if let meant = FamiliarNames.type(for: spelling) { return meant.hasPrefix("'") ? meant : quoted(meant) }
        }
        return nil
    }

    /// Some equivalents are sentences, such as that of a plugin's type.
    private func quoted(_ meant: String) -> String { meant.holds(" ") ? meant : "'\(meant)'" }

    /// The rule with its arguments, or `nil` if it has none or an unknown one.
    private func written(_ name: String, sized: String) -> String? {
        let first = arguments.first
        let all = arguments.map(Self.value).joined(separator: ", ")
        switch name {
        case "size", "length", "between", "range", "digitsbetween":
            return bounds(name, sized: sized)
        case "min", "max":
            return (first ?? named["value"]).map { "\(sized) with '\(name): \(Self.value($0))'" }
        case "minlength", "maxlength":
            return (first ?? named["limitvalue"]).map { "'string' with '\(name.prefix(3)): \(Self.value($0))'" }
        case "minvalue", "maxvalue", "decimalmin", "decimalmax", "gte", "lte":
            let option = name == "gte" || name.holds("min") ? "min" : "max"
            return first.map { "'number' with '\(option): \(Self.value($0))'" }
        case "digits": return first.map { "'match' with 'pattern: \"[0-9]{\($0)}\"' and 'whole: true'" }
        case "in", "oneof", "enum", "notin":
            guard first != nil else { return nil }
            return "'in' with 'range: [\(all)]'" + (name == "notin" ? " and 'not: true'" : "")
        case "exists", "unique":
            guard let first else { return nil }
            let column = arguments.count > 1 ? " and 'targetAttribute: \(arguments[1])'" : ""
            return "'\(name == "unique" ? name : "exist")' with 'target: \(first)'\(column)"
        case "regex", "notregex", "matches", "pattern": return pattern(isNegated: name == "notregex")
        case "same", "different", "confirmed", "gt", "lt": return comparison(name)
        case "dateformat": return first.map { "'date' with 'format: \"\(DatePatternDialect.icu($0) ?? $0)\"'" }
        case "requiredif", "requiredunless":
            guard arguments.count == 2 else { return nil }
            let (key, other) = (name == "requiredif" ? "when" : "unless", arguments[0])
            return "'required' with '\(key): [\(other), compare, {compareValue: \(Self.value(arguments[1]))}]'"
        case "requiredwith": return first.map { "'required' with 'when: [\($0), required]'" }
        case "requiredwithout": return first.map { "'required' with 'unless: [\($0), required]'" }
        case "startswith", "endswith", "contains":
            guard let first else { return nil }
            let type = name == "contains" ? name : name == "startswith" ? "startsWith" : "endsWith"
            return "'\(type)' with 'value: \(arguments.count == 1 ? Self.value(first) : "[\(all)]")'"
        case "mimes", "fileextension": return first == nil ? nil : "'file' with 'extensions: [\(all)]'"
        case "mimetypes": return first == nil ? nil : "'file' with 'mimeTypes: [\(all)]'"
        case "multipleof": return first.map { "'multipleOf' with 'of: \(Self.value($0))'" }
        default: return nil
        }
    }

    private func bounds(_ name: String, sized: String) -> String? {
        let isExact = arguments.count == 1
        let least = named["min"] ?? named["minimum"] ?? (isExact ? nil : arguments.first)
        let most = named["max"] ?? named["maximum"] ?? (isExact ? nil : arguments.dropFirst().first)
        if name == "digitsbetween", let least, let most {
            return "'match' with 'pattern: \"[0-9]{\(least),\(most)}\"' and 'whole: true'"
        }
        let options = [("min", least), ("max", most)].compactMap { option, bound in
            bound.map { "'\(option): \(Self.value($0))'" }
        }
        if options.isEmpty {
            return isExact ? arguments.first.map { "'string' with 'length: \(Self.value($0))'" } : nil
        }
        let type = name == "range" ? "'number'" : name == "between" ? sized : "'string'"
        return "\(type) with " + options.joined(separator: " and ")
    }

    private func pattern(isNegated: Bool) -> String? {
        guard let text = arguments.first ?? named["regexp"] else { return nil }
        let literal = PatternLiteral(text)
        let options = ["'pattern: \(Self.value(literal?.body ?? text))'"] + (literal?.options ?? [])
        return "'match' with " + (options + (isNegated ? ["'not: true'"] : [])).joined(separator: " and ")
    }

    private func comparison(_ name: String) -> String? {
        let operators = ["different": "!=", "gt": ">", "lt": "<"]
        let also = operators[name].map { " and 'operator: \"\($0)\"'" } ?? ""
        guard let first = arguments.first else { return nil }
        let isNumber = Number(first) != nil
        return "'compare' with '\(isNumber ? "compareValue" : "compareAttribute"): \(Self.value(first))'" + also
            + (isNumber ? " and 'options: {type: number}'" : "")
    }

    /// An argument as YAML writes it.
    private static func value(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isDigit || ($0 | 0x20).isLowercase || "_-.".utf8.contains($0) }
        if isPlain, let first = text.utf8.first, first.isDigit || first != UInt8(ascii: "-") || Number(text) != nil {
            return text
        }
        return "\"" + text.replaced("\\", by: "\\\\").replaced("\"", by: "\\\"") + "\""
    }
}
