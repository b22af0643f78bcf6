/// Parses ICU MessageFormat syntax by recursive descent; length, depth and number of names are limited.
struct MessageParser {
    typealias Part = MessagePattern.Part
    typealias Kind = MessagePattern.Placeholder.Kind

    /// The context of a message: `#` counts and `'#'` quotes only in the branches of a plural.
    private enum Surroundings {
        case nothing, plural, select
    }

    private(set) var names: [String] = []
    private(set) var placeholders: [MessagePattern.Placeholder] = []
    var scanner: PatternScanner

    init(_ source: String) {
        scanner = PatternScanner(source)
    }

    mutating func parse() throws(MessageSyntaxError) -> [Part] {
        guard scanner.bytes.count <= MessagePattern.maximumLength else {
            throw error(at: MessagePattern.maximumLength, .tooLong(scanner.bytes.count))
        }
        return try message(in: .nothing, depth: 0, opening: 0)
    }

    private mutating func message(
        in surroundings: Surroundings, depth: Int, opening: Int
    ) throws(MessageSyntaxError) -> [Part] {
        guard depth <= MessagePattern.maximumDepth else { throw error(at: opening, .tooDeep) }
        var parts: [Part] = []
        var literal: [UInt8] = []
        func flush() {
            guard !literal.isEmpty else { return }
            parts.append(.literal(String(decoding: literal, as: UTF8.self)))
            literal.removeAll(keepingCapacity: true)
        }
        while let byte = scanner.next() {
            switch byte {
            case UInt8(ascii: "'"):
                scanner.readApostrophe(into: &literal, quotingHash: surroundings == .plural)
            case UInt8(ascii: "#") where surroundings == .plural:
                flush()
                parts.append(.count)
            case UInt8(ascii: "{"):
                flush()
                parts.append(try argument(opening: scanner.position - 1, depth: depth))
            case UInt8(ascii: "}") where depth > 0:
                flush()
                return parts
            default:
                literal.append(byte)
            }
        }
        guard depth == 0 else { throw error(at: opening, .unmatchedBrace) }
        flush()
        return parts
    }

    private mutating func argument(opening: Int, depth: Int) throws(MessageSyntaxError) -> Part {
        scanner.skipWhiteSpace()
        try expectMore(opening)
        let start = scanner.position
        let name = scanner.identifier()
        guard Self.isName(name) else { throw error(at: start, .badName) }
        scanner.skipWhiteSpace()
        try expectMore(opening)
        if scanner.skip(UInt8(ascii: "}")) {
            let index = try use(name, as: .text, at: start)
            if case .some(let form) = Subject.form(ofArgument: name) { return .subject(form) }
            return name == MessagePattern.labelName ? .label : .argument(index)
        }
        guard scanner.skip(UInt8(ascii: ",")) else { throw error(at: scanner.position, .badArgument) }
        return try typed(name, start: start, opening: opening, depth: depth)
    }

    private mutating func typed(
        _ name: String, start: Int, opening: Int, depth: Int
    ) throws(MessageSyntaxError) -> Part {
        scanner.skipWhiteSpace()
        let typeStart = scanner.position
        let type = scanner.letters()
        scanner.skipWhiteSpace()
        try expectMore(opening)
        let styled = scanner.skip(UInt8(ascii: ","))
        guard !type.isEmpty, styled || scanner.peek == UInt8(ascii: "}") else {
            throw error(at: scanner.position, .badArgument)
        }
        guard let kind = Kind(rawValue: type.lowercased()), kind != .text else {
            throw error(at: typeStart, .unknownType(type))
        }
        let index = try use(name, as: kind, at: start)
        switch kind {
        case .plural, .selectordinal, .select:
            guard styled else { throw error(at: scanner.position, .missingBranches) }
            let branches = try branches(of: kind, opening: opening, depth: depth)
            if kind == .select { return .select(branches.select(index)) }
            return .plural(branches.plural(index, name: name, isOrdinal: kind == .selectordinal))
        default:
            let styleStart = scanner.position
            let style = try styled ? scanner.style(opening: opening) : ""
            guard scanner.skip(UInt8(ascii: "}")) else { throw error(at: opening, .unmatchedBrace) }
            switch kind {
            case .number: return .number(index, try numberStyle(style, at: styleStart))
            case .date, .time: return .date(index, try dateStyle(style, isTime: kind == .time, at: styleStart))
            default: return .value(index, try valueStyle(kind, style, at: styleStart))
            }
        }
    }

    /// Parses the branches, including the closing brace of the argument.
    private mutating func branches(
        of kind: Kind, opening: Int, depth: Int
    ) throws(MessageSyntaxError) -> MessageBranches {
        var result = MessageBranches()
        let surroundings: Surroundings = kind == .select ? .select : .plural
        var isFirst = true
        while true {
            scanner.skipWhiteSpace()
            guard let byte = scanner.peek else { throw error(at: opening, .unmatchedBrace) }
            if byte == UInt8(ascii: "}") {
                guard result.other != nil else { throw error(at: scanner.position, .missingOther) }
                scanner.position += 1
                return result
            }
            let start = scanner.position
            if kind != .select, scanner.skip(UInt8(ascii: "=")) {
                let value = try number()
                result.add(.exactly(value), try branch(in: surroundings, depth: depth))
            } else {
                let word = scanner.identifier()
                guard !word.isEmpty else { throw error(at: start, .badBranch) }
                if kind != .select, word == "offset", scanner.skip(UInt8(ascii: ":")) {
                    guard isFirst else { throw error(at: start, .misplacedOffset) }
                    scanner.skipWhiteSpace()
                    result.offset = try number()
                } else {
                    result.add(word, try branch(in: surroundings, depth: depth), isSelect: kind == .select)
                }
            }
            isFirst = false
        }
    }

    private mutating func branch(in surroundings: Surroundings, depth: Int) throws(MessageSyntaxError) -> [Part] {
        scanner.skipWhiteSpace()
        let opening = scanner.position
        guard scanner.skip(UInt8(ascii: "{")) else { throw error(at: opening, .badBranch) }
        return try message(in: surroundings, depth: depth + 1, opening: opening)
    }

    private mutating func number() throws(MessageSyntaxError) -> Double {
        let start = scanner.position
        let text = scanner.numberCharacters()
        guard text.utf8.count < 128, let value = Double(text), value.isFinite else {
            throw error(at: start, .badNumber)
        }
        return value
    }

    private mutating func use(_ name: String, as kind: Kind, at offset: Int) throws(MessageSyntaxError) -> Int {
        let placeholder = MessagePattern.Placeholder(name: name, kind: kind)
        if !placeholders.contains(placeholder) { placeholders.append(placeholder) }
        if let index = names.firstIndex(of: name) { return index }
        guard names.count < MessagePattern.maximumArguments else { throw error(at: offset, .tooManyArguments) }
        names.append(name)
        return names.count - 1
    }

    private func expectMore(_ opening: Int) throws(MessageSyntaxError) {
        guard scanner.peek != nil else { throw error(at: opening, .unmatchedBrace) }
    }

    /// Whether this is an identifier, or, as in ICU, a number without leading zeros that fits in 15 bits.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        guard name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return true }
        return (first != 0x30 || name.utf8.count == 1) && Int16(name) != nil
    }

    func error(at offset: Int, _ reason: MessageSyntaxError.Reason) -> MessageSyntaxError {
        MessageSyntaxError(offset: offset, in: scanner.bytes, reason: reason)
    }
}
