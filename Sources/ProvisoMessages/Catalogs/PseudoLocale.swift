/// Test locales that transform English, to check a layout before translations exist.
enum PseudoLocale: String, Sendable {
    /// Accents, brackets and a third more length: a string without them does not come from a catalog.
    case accented = "en-XA"
    /// Every word written from right to left.
    case mirrored = "ar-XB"

    private static let plain = Array("AaBCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz".unicodeScalars)
    private static let accents = Array("ÅåßÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž".unicodeScalars)
    private static let table = Dictionary(uniqueKeysWithValues: zip(plain, accents))

    /// Returns the message with its words transformed and its arguments unchanged.
    func pattern(_ pattern: MessagePattern) -> MessagePattern {
        switch self {
        case .mirrored: return pattern.replacing(parts: MessagePattern.map(pattern.parts, Self.mirror))
        case .accented:
            let padding = String(repeating: "·", count: max(1, pattern.source.unicodeScalars.count / 3))
            let changed = MessagePattern.map(pattern.parts, Self.accent)
            return pattern.replacing(parts: [.literal("[")] + changed + [.literal(" \(padding)]")])
        }
    }

    private static func accent(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append(table[$1] ?? $1) }
    }

    /// Writes each word backwards, between marks that make its surroundings right-to-left.
    ///
    /// An override of the direction would look the same, but terminals and pages get none: in data it would forge text.
    private static func mirror(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.isEmpty ? "" : "\u{200F}\(String(word.reversed()))\u{200F}"
        }.joined(separator: " ")
    }
}

extension MessagePattern {
    /// Returns the message with other parts.
    fileprivate func replacing(parts: [Part]) -> MessagePattern {
        MessagePattern(
            program: MessageProgram(source: source, parts: parts, names: names, placeholders: placeholders))
    }

    /// Returns the parts with their literal text transformed.
    fileprivate static func map(_ parts: [Part], _ transform: (String) -> String) -> [Part] {
        parts.map { part in
            switch part {
            case .literal(let text): .literal(transform(text))
            case .plural(let plural):
                .plural(
                    Plural(
                        argument: plural.argument, isOrdinal: plural.isOrdinal, offset: plural.offset,
                        branches: plural.branches.map {
                            PluralBranch(selector: $0.selector, parts: map($0.parts, transform))
                        },
                        other: map(plural.other, transform), style: plural.style))
            case .select(let select):
                .select(
                    Select(
                        argument: select.argument,
                        branches: select.branches.map { ($0.keyword, map($0.parts, transform)) },
                        other: map(select.other, transform)))
            case .label, .subject, .argument, .number, .date, .value, .count: part
            }
        }
    }
}
