import Proviso

/// The changes of an option's value that mistakes would make.
enum OptionMutants {
    private static let flips: Set<String> = ["strict", "ignoreCase", "whole", "ipv4", "ipv6", "allowName", "ascii"]

    /// What was changed, and the new value; `nil` removes the option.
    static func changes(_ option: OptionDescription, _ value: AnyValue) -> [(String, AnyValue?)] {
        let name = option.name
        func change(_ new: AnyValue) -> (String, AnyValue?) { ("\(name) \(value.json) → \(new.json)", new) }
        if option.kind == .pattern {
            return PatternMutants.changes(value.text ?? "").map { ("\(name) \($0)", .text($1)) }
        }
        switch option.role {
        case .minimum, .maximum, .above, .below, .size: return offByOne(value).map(change)
        case .expression: return ExprMutants.changes(value.text ?? "").map { ("\(name) \($0)", .text($1)) }
        case .comparison: return operators(beside: value).map(change)
        case .comparand: return constants(beside: value).map(change)
        case .step: return [NumberValues.sum(value, value, times: 1)].compactMap { $0 }.map(change)
        case .direction: return option.choices.filter { .text($0) != value }.prefix(1).map { change(.text($0)) }
        case .country: return [change(value == "DE" ? "GB" : "DE")]
        default: break
        }
        if option.role == .reversal || flips.contains(name), case .boolean(let truth) = value {
            return [change(.boolean(!truth))]
        }
        guard case .list(let items) = value, items.count > 1 else { return [] }
        // At most a dozen: a list of all countries would hide all else.
        let step = max(1, items.count / 12)
        return stride(from: 0, to: items.count, by: step).map { index in
            ("\(name): item \(items[index].json) dropped", .list(Array(items[..<index] + items[(index + 1)...])))
        }
    }

    static func offByOne(_ value: AnyValue) -> [AnyValue] {
        switch value {
        case .text(let text):
            if let moment = CivilParts.moment(value), text.utf8.count == 10 {
                return [1, -1].map { .text(CivilParts(moment + $0 * 86_400).date) }
            }
            if text.utf8.count == 5, let moment = CivilParts.moment(value) {
                return [60, -60].map { .text(String(CivilParts(max(0, moment + $0)).time.prefix(5))) }
            }
            let words = text.split(separator: " ")
            guard words.count == 2, let count = Int(words[0]) else { return [] }
            return [1, -1].map { .text("\(count + $0 < 0 ? "" : "+")\(count + $0) \(words[1])") }
        case .integer: return [1, -1].compactMap { NumberValues.sum(value, 1, times: $0) }
        case .double, .decimal: return [1, -1].compactMap { NumberValues.sum(value, 0.01, times: $0) }
        case .object(let members):
            guard let plus = members.firstIndex(where: { $0.key == "plus" || $0.key == "minus" }),
                case .text(let duration) = members[plus].value,
                let digits = duration.firstIndex(where: \.isNumber)
            else { return [] }
            let number = duration[digits...].prefix(while: \.isNumber)
            var copy = members
            let rest = duration[number.endIndex...]
            copy[plus].value = .text(String(duration[..<digits]) + String((Int(number) ?? 0) + 1) + String(rest))
            return [.object(copy)]
        default: return []
        }
    }

    private static func constants(beside value: AnyValue) -> [AnyValue] {
        if case .boolean(let truth) = value { return [.boolean(!truth)] }
        return [1, -1].compactMap { NumberValues.sum(value, 1, times: $0) }
    }

    private static func operators(beside value: AnyValue) -> [AnyValue] {
        let others = [
            "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===",
        ]
        return value.text.flatMap { others[$0] }.map { [.text($0)] } ?? []
    }
}

/// Changes of a regular expression: classes and counts are wider, and ends are open.
enum PatternMutants {
    static func changes(_ pattern: String) -> [(String, String)] {
        var found: [(String, String)] = []
        let characters = Array(pattern)
        func add(_ what: String, _ range: Range<Int>, _ text: String) {
            let changed = String(characters[..<range.lowerBound]) + text + String(characters[range.upperBound...])
            found.append(("\(what): \(changed)", changed))
        }
        if characters.first == "^" { add("without its beginning", 0..<1, "") }
        if characters.last == "$", characters.dropLast().last != "\\" {
            add("without its end", characters.count - 1..<characters.count, "")
        }
        var index = 0
        while index < characters.count, found.count < 24 {
            switch characters[index] {
            case "\\":
                if index + 1 < characters.count, characters[index + 1] == "d" {
                    add("with a wider class", index..<index + 2, "\\w")
                }
                index += 1
            case "[":
                guard let end = end(of: characters, from: index) else { return found }
                if characters[index + 1] != "^",
                    let other = ["~", "!", "#"].first(where: { !characters[index...end].contains($0) })
                {
                    add("with a wider class", index + 1..<index + 1, String(other))
                }
                index = end
            case "{":
                if let close = characters[index...].firstIndex(of: "}"),
                    let count = Self.more(String(characters[index + 1..<close]))
                {
                    add("with a longer repetition", index + 1..<close, count)
                }
            default: break
            }
            index += 1
        }
        return found
    }

    private static func end(of characters: [Character], from start: Int) -> Int? {
        var index = start + 1
        if index < characters.count, characters[index] == "^" { index += 1 }
        if index < characters.count, characters[index] == "]" { index += 1 }
        while index < characters.count {
            if characters[index] == "\\" { index += 1 } else if characters[index] == "]" { return index }
            if characters[index] == "[", index + 1 < characters.count, characters[index + 1] == ":" {
                guard let close = characters[(index + 2)...].firstIndex(of: "]") else { return nil }
                index = close
            }
            index += 1
        }
        return nil
    }

    private static func more(_ count: String) -> String? {
        let parts = count.split(separator: ",", omittingEmptySubsequences: false)
        guard let last = parts.last.flatMap({ Int($0) }), last < 999 else { return nil }
        return parts.count == 1 ? "\(last),\(last + 1)" : "\(parts[0]),\(last + 1)"
    }
}

/// Changes of an expression: operators and numbers next to the right ones.
enum ExprMutants {
    private static let others: [(String, String)] = [
        ("==", "!="), ("!=", "=="), ("<=", "<"), (">=", ">"), ("&&", "||"), ("||", "&&"), ("<", "<="), (">", ">="),
        ("+", "-"),
        ("*", "+"),
    ]

    static func changes(_ text: String) -> [(String, String)] {
        var found: [(String, String)] = []
        let bytes = Array(text.utf8)
        var (index, quote): (Int, UInt8?) = (0, nil)
        func add(_ length: Int, _ new: String) {
            let changed =
                String(decoding: bytes[..<index], as: UTF8.self) + new
                + String(decoding: bytes[(index + length)...], as: UTF8.self)
            found.append(("→ \(changed)", changed))
        }
        while index < bytes.count, found.count < 24 {
            let byte = bytes[index]
            if let mark = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == mark { quote = nil }
                index += 1
                continue
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                index += 1
                continue
            }
            if let (sign, other) = others.first(where: { bytes[index...].starts(with: $0.0.utf8) }) {
                add(sign.utf8.count, other)
                index += sign.utf8.count
                continue
            }
            let isStart = index == 0 || !(isWord(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "."))
            if isStart, isDigit(byte) {
                let digits = bytes[index...].prefix(while: isDigit)
                if let number = Int(String(decoding: digits, as: UTF8.self)) { add(digits.count, String(number + 1)) }
                index += digits.count
                continue
            }
            index += 1
        }
        return found + ExprOperands.dropped(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
    }
}
