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
