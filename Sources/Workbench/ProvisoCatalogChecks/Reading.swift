import Proviso

/// One path through the branches of a message, from its beginning to its end.
struct Reading {
    /// The placeholder of an argument in the text.
    static let argument: Character = "\u{FFFC}"

    /// The text, with `argument` for every argument.
    var text = ""
    /// The arguments shown, in order.
    var shown: [String] = []
    /// The branches of the path: the argument and the selector as written.
    var choices: [Choice] = []

    struct Choice: Hashable, Sendable {
        let argument: String
        let selector: String
        let kind: MessagePattern.Placeholder.Kind
        /// The category of a plural's branch.
        var category: PluralCategory?
    }

    /// The maximum number of paths; no message has more.
    private static let most = 512

    /// Every path through a pattern.
    static func all(of pattern: MessagePattern) -> [Reading] {
        follow(pattern.parts, names: pattern.names, counting: nil, from: [Reading()])
    }

    private static func follow(
        _ parts: [MessagePattern.Part], names: [String], counting: String?, from start: [Reading]
    ) -> [Reading] {
        var readings = start
        func show(_ name: String) {
            for index in readings.indices {
                readings[index].text.append(argument)
                readings[index].shown.append(name)
            }
        }
        for part in parts {
            switch part {
            case .literal(let text): for index in readings.indices { readings[index].text += text }
            case .label: show(MessagePattern.labelName)
            // However the value is named, it is shown.
            case .subject: show(MessagePattern.labelName)
            case .argument(let index), .number(let index, _), .date(let index, _), .value(let index, _):
                show(names[index])
            case .count: if let counting { show(counting) }
            case .plural(let plural):
                let name = names[plural.argument]
                let kind = plural.isOrdinal ? MessagePattern.Placeholder.Kind.selectordinal : .plural
                var branches = plural.branches.map { ($0.selector.written, $0.selector.category, $0.parts) }
                branches.append(("other", .other, plural.other))
                readings = branches.flatMap { selector, category, parts in
                    let choice = Choice(argument: name, selector: selector, kind: kind, category: category)
                    return follow(parts, names: names, counting: name, from: readings.choosing(choice))
                }
            case .select(let select):
                let name = names[select.argument]
                readings = (select.branches + [("other", select.other)]).flatMap { keyword, parts in
                    let choice = Choice(argument: name, selector: keyword, kind: .select)
                    return follow(parts, names: names, counting: counting, from: readings.choosing(choice))
                }
            }
            if readings.count > most { readings.removeLast(readings.count - most) }
        }
        return readings
    }
}

extension [Reading] {
    /// These readings with a branch, without those that have another branch for the same argument.
    fileprivate func choosing(_ choice: Reading.Choice) -> [Reading] {
        compactMap { reading in
            let before = reading.choices.first { $0.argument == choice.argument && $0.kind == choice.kind }
            if let before, before.selector != choice.selector, before.kind == .select { return nil }
            var reading = reading
            reading.choices.append(choice)
            return reading
        }
    }
}

extension MessagePattern.PluralSelector {
    var category: PluralCategory? {
        if case .category(let category) = self { category } else { nil }
    }

    /// The selector as written in the message.
    var written: String {
        switch self {
        case .exactly(let number): "=\(Int64(exactly: number).map { "\($0)" } ?? "\(number)")"
        case .category(let category): category.keyword
        case .unknown(let word): word
        }
    }
}
