/// Writes one message: a pattern, its arguments and a locale become text.
///
/// It cannot fail: a missing argument shows as `{name}`, a text where a number belongs shows as the text.
package struct MessageFormatter {
    package typealias Part = MessagePattern.Part

    /// What one message is written with.
    package final class Setting: Sendable {
        package let formats: LocaleFormats
        /// Whether inserted texts stand between FSI and PDI.
        package let isolates: Bool
        package let timeZone: String

        package init(formats: LocaleFormats, isolates: Bool, timeZone: String = "UTC") {
            self.formats = formats
            self.isolates = isolates
            self.timeZone = timeZone
        }
    }

    /// A number already written in the plain style; a plural and a `#` of the same number use it again.
    private struct Written {
        let argument: Int
        let offset: Double
        let text: String
        let category: PluralCategory?
    }

    /// The number of the plural around a `#`.
    private struct Count {
        let argument: Int
        let offset: Double
    }

    private let tree: MessagePattern.Tree
    private let parameters: [Parameter]
    private let label: String
    private let setting: Setting
    private var written: Written?
    private var writtenBefore: [Written] = []
    private var out = ""

    /// The message's text; `labels` gives the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        if pattern.tree.isLabelOnly { return string(pattern.tree, label: label, isolates: setting.isolates) }
        var formatter = MessageFormatter(tree: pattern.tree, parameters: parameters, label: label, setting: setting)
        formatter.write(pattern.tree.parts, count: nil, labels: labels)
        return formatter.out
    }

    /// Most messages show nothing but the label.
    private static func string(_ tree: MessagePattern.Tree, label: String, isolates: Bool) -> String {
        var out = ""
        out.reserveCapacity(tree.capacity + label.utf8.count)
        for index in tree.parts.indices {
            guard case .literal(let text) = tree.parts[index] else {
                if isolates { out += "\u{2068}" }
                out += label
                if isolates { out += "\u{2069}" }
                continue
            }
            out += text
        }
        return out
    }

    private init(tree: MessagePattern.Tree, parameters: [Parameter], label: String, setting: Setting) {
        self.tree = tree
        self.parameters = parameters
        self.label = label
        self.setting = setting
        out.reserveCapacity(tree.capacity + label.utf8.count)
    }

    private mutating func write(_ parts: [Part], count: Count?, labels: (String) -> String) {
        for index in parts.indices {
            switch parts[index] {
            case .literal(let text): out += text
            case .label: insert(label)
            case .argument(let index):
                guard let value = value(index) else { writeMissing(index); continue }
                write(value, argument: index, labels: labels)
            case .number(let index, let style):
                guard let value = value(index) else { writeMissing(index); continue }
                write(value, argument: index, style: style, labels: labels)
            case .date(let index, let style):
                guard let value = value(index) else { writeMissing(index); continue }
                write(value, date: style, argument: index, labels: labels)
            case .plural(let plural): write(plural, labels: labels)
            case .select(let select): write(select, labels: labels)
            case .count:
                guard let count, let value = value(count.argument) else { continue }
                write(value, argument: count.argument, offset: count.offset, labels: labels)
            }
        }
    }

    private mutating func write(_ plural: MessagePattern.Plural, labels: (String) -> String) {
        guard let value = value(plural.argument) else { return writeMissing(plural.argument) }
        let parts = Numeral(value).map { branch(of: plural, for: $0) } ?? plural.other
        write(parts, count: Count(argument: plural.argument, offset: plural.offset), labels: labels)
    }

    /// The branch of a number: its exact value goes before its category, which is that of the number less the offset.
    private mutating func branch(of plural: MessagePattern.Plural, for number: Numeral) -> [Part] {
        let value = number.doubleValue
        var hasCategories = false
        for branch in plural.branches {
            switch branch.selector {
            case .exactly(let exact): if exact == value { return branch.parts }
            case .category: hasCategories = true
            case .unknown: continue
            }
        }
        guard hasCategories else { return plural.other }
        let category = category(of: number.less(plural.offset), in: plural)
        return plural.branches.first { $0.selector == .category(category) }?.parts ?? plural.other
    }

    private mutating func category(of number: Numeral, in plural: MessagePattern.Plural) -> PluralCategory {
        if !plural.isOrdinal && plural.style == .plain {
            return plain(number, argument: plural.argument, offset: plural.offset)?.category ?? .other
        }
        var category = PluralCategory.other
        let rules = setting.formats.plurals(isOrdinal: plural.isOrdinal)
        _ = setting.formats.numbers(plural.style)?.string(number, rules: rules, category: &category)
        return category
    }

    private mutating func write(_ select: MessagePattern.Select, labels: (String) -> String) {
        guard let value = value(select.argument) else { return writeMissing(select.argument) }
        let keyword = keyword(of: value, labels: labels)
        let parts = select.branches.first { $0.keyword == keyword }?.parts ?? select.other
        write(parts, count: nil, labels: labels)
    }

    private func keyword(of value: ParameterValue, labels: (String) -> String) -> String {
        switch value {
        case .text(let text), .decimal(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .attribute(let name): labels(name)
        case .list: "other"
        }
    }

    private mutating func write(
        _ value: ParameterValue, argument: Int, offset: Double = 0, labels: (String) -> String
    ) {
        if let number = Numeral(value) {
            out += plain(number.less(offset), argument: argument, offset: offset)?.text ?? "\(number.doubleValue)"
        } else {
            write(notNumber: value, labels: labels)
        }
    }

    private mutating func write(
        _ value: ParameterValue, argument: Int, style: NumberStyle, labels: (String) -> String
    ) {
        guard style != .plain, let number = Numeral(value) else {
            return write(value, argument: argument, labels: labels)
        }
        out += setting.formats.numbers(style)?.string(number) ?? "\(number.doubleValue)"
    }

    private mutating func write(
        _ value: ParameterValue, date style: DateStyle, argument: Int, labels: (String) -> String
    ) {
        let formatter = setting.formats.dates(style, timeZone: setting.timeZone)
        guard let number = Numeral(value), let text = formatter?.string(milliseconds: number.doubleValue) else {
            return write(value, argument: argument, labels: labels)
        }
        out += text
    }

    private mutating func write(notNumber value: ParameterValue, labels: (String) -> String) {
        guard case .list(let items) = value else { return insert(keyword(of: value, labels: labels)) }
        out += list(items, depth: 1, labels: labels)
    }

    /// An "or" list of values, an "and" list of attributes.
    ///
    /// Its texts are isolated one by one, for the words between them belong to the message.
    private func list(_ items: [ParameterValue], depth: Int, labels: (String) -> String) -> String {
        var isText = false
        var areAttributes = !items.isEmpty
        let texts = items.map { item -> String in
            if case .attribute = item {} else { areAttributes = false }
            if let number = Numeral(item) { return setting.formats.numbers(.plain)?.string(number) ?? "" }
            isText = true
            guard case .list(let inner) = item else { return keyword(of: item, labels: labels) }
            return depth < MessagePattern.maximumDepth ? list(inner, depth: depth + 1, labels: labels) : "…"
        }
        let isolates = isText && setting.isolates
        let writer = areAttributes ? setting.formats.andLists : setting.formats.orLists
        return writer?.string(texts, isolating: isolates) ?? texts.joined(separator: ", ")
    }

    /// A number in the plain style, written once; with it goes its category where the pattern counts by it.
    private mutating func plain(_ number: Numeral, argument: Int, offset: Double) -> Written? {
        if let written, written.argument == argument, written.offset == offset { return written }
        let earlier = writtenBefore.first { $0.argument == argument && $0.offset == offset }
        if let earlier { return earlier }
        var category = PluralCategory.other
        let counts = tree.counts(argument)
        let rules = counts ? setting.formats.plurals(isOrdinal: false) : nil
        guard let text = setting.formats.numbers(.plain)?.string(number, rules: rules, category: &category) else {
            return nil
        }
        let result = Written(argument: argument, offset: offset, text: text, category: counts ? category : nil)
        guard counts else { return result }
        if let written { writtenBefore.append(written) }
        written = result
        return result
    }

    private func value(_ index: Int) -> ParameterValue? {
        let name = tree.names[index]
        for parameter in parameters where parameter.name == name { return parameter.value }
        return name == MessagePattern.labelName ? .text(label) : LabelForm.substitute(for: name, label: label)
    }

    private mutating func insert(_ text: String) {
        guard setting.isolates else {
            out += text
            return
        }
        out += "\u{2068}"
        out += text
        out += "\u{2069}"
    }

    private mutating func writeMissing(_ index: Int) {
        out += "{"
        out += tree.names[index]
        out += "}"
    }
}
