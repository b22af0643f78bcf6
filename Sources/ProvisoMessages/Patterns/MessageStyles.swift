/// Parses the styles of simple arguments.
extension MessageParser {
    /// The maximum length of a skeleton; no useful skeleton is longer.
    private static let longestSkeleton = 128

    func numberStyle(_ text: String, at offset: Int) throws(MessageSyntaxError) -> NumberStyle {
        let style = trimmed(text)
        switch style.lowercased() {
        case "": return .plain
        case "integer": return .integer
        case "percent": return .percent
        default:
            guard let skeleton = skeleton(in: style), isHarmless(skeleton), NumberWriter.understands(skeleton) else {
                throw error(at: offset, .badStyle(style))
            }
            return .skeleton(skeleton)
        }
    }

    func dateStyle(_ text: String, isTime: Bool, at offset: Int) throws(MessageSyntaxError) -> DateStyle {
        let style = trimmed(text)
        switch style.lowercased() {
        case "", "medium": return DateStyle(isTime: isTime, length: .medium)
        case "short": return DateStyle(isTime: isTime, length: .short)
        case "long": return DateStyle(isTime: isTime, length: .long)
        case "full": return DateStyle(isTime: isTime, length: .full)
        default:
            guard let skeleton = skeleton(in: style), skeleton.utf8.allSatisfy(\.isLetter) else {
                throw error(at: offset, .badStyle(style))
            }
            return DateStyle(isTime: isTime, length: .skeleton(skeleton))
        }
    }

    private func skeleton(in style: String) -> String? {
        guard style.hasPrefix("::"), style.utf8.count <= Self.longestSkeleton else { return nil }
        let skeleton = trimmed(String(style.dropFirst(2)))
        return skeleton.isEmpty ? nil : skeleton
    }

    /// Whether no factor has an exponent: `scale/1E999999999` would make ICU write a gigabyte of digits.
    private func isHarmless(_ skeleton: String) -> Bool {
        let tokens = skeleton.unicodeScalars.split { $0.properties.isPatternWhitespace }
        return tokens.allSatisfy { token in
            let pieces = token.split(separator: "/", maxSplits: 1).map { String($0) }
            guard pieces.count == 2, ["scale", "precision-increment"].contains(pieces[0]) else { return true }
            return pieces[1].utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        }
    }

    func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isPatternWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isPatternWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// The branches of a plural or select while they are parsed; of branches with the same selector, the first counts.
struct MessageBranches {
    typealias Part = MessagePattern.Part

    var offset = 0.0
    private(set) var other: [Part]?
    private var plural: [MessagePattern.PluralBranch] = []
    private var select: [(keyword: String, parts: [Part])] = []

    mutating func add(_ selector: MessagePattern.PluralSelector, _ parts: [Part]) {
        plural.append(MessagePattern.PluralBranch(selector: selector, parts: parts))
    }

    mutating func add(_ word: String, _ parts: [Part], isSelect: Bool) {
        if word == "other" {
            if other != nil, !isSelect { plural.append(.init(selector: .unknown(word), parts: parts)) }
            other = other ?? parts
        } else if isSelect {
            select.append((word, parts))
        } else {
            add(PluralCategory(keyword: word).map { .category($0) } ?? .unknown(word), parts)
        }
    }

    func select(_ argument: Int) -> MessagePattern.Select {
        MessagePattern.Select(argument: argument, branches: select, other: other ?? [])
    }

    func plural(_ argument: Int, name: String, isOrdinal: Bool) -> MessagePattern.Plural {
        MessagePattern.Plural(
            argument: argument, isOrdinal: isOrdinal, offset: offset, branches: plural, other: other ?? [],
            style: style(of: argument))
    }

    /// The style of the number's first appearance in `other`: a `#` or the argument, whichever comes first.
    private func style(of argument: Int) -> NumberStyle {
        for part in other ?? [] {
            switch part {
            case .count: return .plain
            case .argument(let index) where index == argument: return .plain
            case .number(let index, let style) where index == argument: return style
            default: continue
            }
        }
        return .plain
    }
}
