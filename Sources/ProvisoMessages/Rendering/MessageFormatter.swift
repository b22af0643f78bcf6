/// Writes one message from a pattern, its arguments and a locale.
///
/// Writing cannot fail: a missing argument is shown as `{name}`, a value that was not kept as an ellipsis, and a string
/// in place of a number unchanged.
package struct MessageFormatter: ~Copyable {
    /// The catalog's locale and formatters, with which messages are written.
    package final class Setting: Sendable {
        package let formats: LocaleFormats
        /// Whether inserted text is enclosed in FSI and PDI.
        package let isolates: Bool
        package let timeZone: String
        package let register: MessageRegister
        /// The catalog with the words for subjects and lists; `nil` for messages outside a catalog.
        let slot: CatalogSlot?
        /// The setting of the catalog's parent in the same language, which has the words that the catalog lacks.
        let parent: Setting?

        package convenience init(formats: LocaleFormats, isolates: Bool, timeZone: String = "UTC") {
            self.init(
                formats: formats, isolates: isolates, timeZone: timeZone, register: .form, slot: nil, parent: nil)
        }

        init(
            formats: LocaleFormats, isolates: Bool, timeZone: String, register: MessageRegister, slot: CatalogSlot?,
            parent: Setting?
        ) {
            self.formats = formats
            self.isolates = isolates
            self.timeZone = timeZone
            self.register = register
            self.slot = slot
            self.parent = parent
        }
    }

    /// The arguments, owned by the caller while the message is written.
    let parameters: UnsafeBufferPointer<LentParameter>
    let label: UnsafeBufferPointer<UInt8>
    /// The label at the start of the message.
    let firstLabel: UnsafeBufferPointer<UInt8>
    /// Whether the value has a label of its own.
    let isNamed: Bool
    var out: TextWriter

    /// Renders the message; `labels` returns the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        string(pattern.program, parameters: parameters, label: label, setting: setting, labels: labels)
    }

    /// Renders the message; `firstLabel` is the label at the start of the message, if it differs.
    static func string(
        _ program: MessageProgram, parameters: [Parameter], label: String, firstLabel: String? = nil,
        isNamed: Bool = true, setting: Setting, labels: (String) -> String
    ) -> String {
        if let firstLabel, program.beginsWithLabel {
            return string(program, parameters, label, beginningWith: firstLabel, isNamed, setting, labels)
        }
        return label.lendUTF8 { string(program, parameters, $0, $0, isNamed, setting, labels) }
    }

    @inline(never)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: String, beginningWith firstLabel: String,
        _ isNamed: Bool, _ setting: Setting, _ labels: (String) -> String
    ) -> String {
        label.lendUTF8 { label in
            firstLabel.lendUTF8 { string(program, parameters, label, $0, isNamed, setting, labels) }
        }
    }

    @inline(__always)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: UnsafeBufferPointer<UInt8>,
        _ firstLabel: UnsafeBufferPointer<UInt8>, _ isNamed: Bool, _ setting: Setting,
        _ labels: (String) -> String
    ) -> String {
        TextWriter.withMemory { memory in
            LentParameter.lend(parameters) { parameters in
                var state = MessageFormatter(
                    parameters: parameters, label: label, firstLabel: firstLabel, isNamed: isNamed,
                    out: TextWriter(memory))
                program.write(program.main, with: &state, in: setting, labels: labels)
                return state.out.text
            }
        }
    }
}

/// A parameter that is read in place: a noncopyable value needs no reference counting.
struct LentParameter: ~Copyable {
    private let parameter: Parameter

    var value: ParameterValue { parameter.value }

    @inline(__always)
    static func lend<Result>(
        _ parameters: [Parameter], _ body: (UnsafeBufferPointer<LentParameter>) -> Result
    ) -> Result {
        parameters.withUnsafeBufferPointer { parameters in
            let start = parameters.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: LentParameter.self) }
            return body(UnsafeBufferPointer(start: start, count: parameters.count))
        }
    }

    @inline(__always)
    borrowing func isNamed(_ name: String) -> Bool { parameter.name == name }

    var isFalse: Bool { parameter.value == .boolean(false) }

    /// Appends the value if it is a string.
    @inline(__always)
    borrowing func appendText(to out: inout TextWriter) -> Bool {
        guard case .text(let text) = parameter.value else { return false }
        out.append(text)
        return true
    }
}

/// Writes values.
extension MessageFormatter {
    /// The index of a parameter; most come in the order in which messages show them after the label.
    @inline(__always)
    func place(of name: String, guess: Int) -> Int? {
        if parameters.indices.contains(guess), parameters[guess].isNamed(name) { return guess }
        return parameters.indices.first { parameters[$0].isNamed(name) }
    }

    @inline(__always)
    mutating func insertLabel(_ label: UnsafeBufferPointer<UInt8>, _ setting: Setting) {
        if setting.isolates { out.append("\u{2068}") }
        out.append(label)
        if setting.isolates { out.append("\u{2069}") }
    }

    @inline(__always)
    mutating func insert(_ text: String, _ setting: Setting) {
        if setting.isolates { out.append("\u{2068}") }
        out.append(text)
        if setting.isolates { out.append("\u{2069}") }
    }

    mutating func write(_ value: ParameterValue, offset: Double, in setting: Setting, labels: (String) -> String) {
        switch value {
        case .text(let text): insert(text, setting)
        case .list(let items): out.append(list(items, depth: 1, nil, .plain, setting, labels: labels))
        case .boolean, .attribute: insert(Self.keyword(of: value, labels: labels), setting)
        case .integer, .unsigned, .number, .decimal:
            guard let number = Numeral(value) else { return insert(Self.keyword(of: value, labels: labels), setting) }
            let shown = number.less(offset)
            if isUngrouped, let text = setting.formats.ungrouped(shown) { return out.append(text) }
            if !setting.formats.writePlain(shown, to: &out) { out.append("\(shown.doubleValue)") }
        }
    }

    /// The value as `select` compares it.
    static func keyword(of value: ParameterValue, labels: (String) -> String) -> String {
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

    /// Whether the numbers are years, codes or ids, whose digits are not grouped: the parameter `grouping` is false.
    var isUngrouped: Bool {
        parameters.indices.contains {
            parameters[$0].isNamed(MessagePattern.groupingName) && parameters[$0].isFalse
        }
    }

    /// Whether a string is a number as it must be typed, which needs no quotation marks: `kind` is `number`.
    var showsNumber: Bool {
        parameters.indices.contains {
            guard parameters[$0].isNamed("kind"), case .text(let kind) = parameters[$0].value else { return false }
            return kind == "number"
        }
    }

    /// Formats values as a list; without a kind as an "or" list, or attributes as an "and" list.
    ///
    /// Its items are isolated one by one, because the words between them belong to the message.
    func list(
        _ items: [ParameterValue], depth: Int, _ kind: ListWriter.Kind?, _ style: ValueStyle.ItemStyle,
        _ setting: Setting, labels: (String) -> String
    ) -> String {
        let isolates = setting.isolates && style == .plain
        var isText = false
        var areAttributes = !items.isEmpty
        func text(of item: ParameterValue) -> String {
            if case .attribute = item {} else { areAttributes = false }
            if let number = Numeral(item) {
                return isUngrouped
                    ? setting.formats.ungrouped(number) ?? "" : setting.formats.numbers(.plain)?.string(number) ?? ""
            }
            isText = true
            guard case .list(let inner) = item else { return Self.text(of: item, style, setting, labels: labels) }
            guard depth < MessagePattern.maximumDepth else { return "…" }
            return list(inner, depth: depth + 1, kind, style, setting, labels: labels)
        }
        var texts: [String] = []
        // The message is cut before the items that do not fit.
        var room = MessageLimit.bytes
        for item in items.prefix(MessageLimit.items) where room >= 0 {
            texts.append(MessageLimit.beginning(of: text(of: item)))
            room -= texts.last?.utf8.count ?? 0
        }
        if items.count > MessageLimit.items, room >= 0 { texts.append("…") }
        let kind = kind ?? (areAttributes ? .and : .or)
        return setting.list(texts, kind, isolating: isText && isolates)
    }
}

/// Finds the words that the catalog, or its parent in the same language, has in place of CLDR's.
extension MessageFormatter.Setting {
    private func own<Word>(_ find: (CatalogSlot) -> Word?) -> Word? {
        var setting: MessageFormatter.Setting? = self
        while let current = setting {
            if let word = current.slot.flatMap(find) { return word }
            setting = current.parent
        }
        return nil
    }

    /// The items as a list: in the words of the catalog, or in those of CLDR.
    ///
    /// Things none of which is so are written as those of `or`, if the language has no words of their own for them.
    func list(_ items: [String], _ kind: ListWriter.Kind, isolating: Bool) -> String {
        let isolated = { isolating ? items.map(ListWriter.isolated) : items }
        let words = own { $0.words.list(kind) } ?? (kind == .neither ? own { $0.words.list(.or) } : nil)
        guard items.count > 1, let words else {
            return formats.lists(kind)?.string(items, isolating: isolating) ?? isolated().joined(separator: ", ")
        }
        let separator = own { $0.words.list(.units)?.last } ?? formats.lists(kind)?.separator
        return words.joined(isolated(), separator: separator ?? ", ")
    }

    /// The text between the quotation marks of the catalog or of the language.
    func quoted(_ text: String) -> String {
        guard let (open, close) = own({ $0.words.quotes }) else {
            return formats.names?.quoted(text, isolating: isolates) ?? "\"\(text)\""
        }
        return open + (isolates ? ListWriter.isolated(text) : text) + close
    }

    /// The name of a code in the language of the message; a code without a name is shown itself.
    func name(_ code: String, _ kind: NameWriter.Kind) -> String {
        let key = WordKey.name(kind == .script ? NameWriter.scriptCode(code) ?? code : code, kind)
        return own { $0.catalog.pattern(for: key)?.parts.first?.literal } ?? formats.names?.name(code, kind) ?? code
    }

    /// A number of bytes as people write it; single bytes in the words of the catalog, if it has them.
    func size(_ number: Numeral, labels: (String) -> String) -> String? {
        if let text = formats.size(number) { return text }
        guard let pattern = own({ $0.words.byte }) else { return formats.bytes(number) }
        let count = Parameter(name: "count", value: .number(number.doubleValue))
        return MessageFormatter.string(pattern, parameters: [count], label: "", setting: self, labels: labels)
    }
}

extension MessagePattern.Part {
    fileprivate var literal: String? {
        if case .literal(let text) = self { text } else { nil }
    }
}
