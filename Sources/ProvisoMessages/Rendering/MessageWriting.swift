/// The number of the plural that encloses a `#`.
struct MessageCount {
    let argument: Int32
    let offset: Double
}

/// Writes messages; a method of the program, so that no reference to it or to the setting is counted.
extension MessageProgram {
    typealias Setting = MessageFormatter.Setting

    @inline(never)
    func write(
        _ block: Block, count: MessageCount? = nil, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        for place in block.range {
            if state.out.isCut { return }
            let step = steps[place]
            state.out.append(padded: literals[step.literal.range], isASCII: isASCII)
            switch step.insert {
            case .nothing: continue
            case .stop: if !state.out.endsInStop { state.out.append(".") }
            case .label: state.insertLabel(state.label, setting)
            case .firstLabel: state.insertLabel(state.firstLabel, setting)
            case .subject(let form, let isStart):
                write(subject: form, isStart: isStart, with: &state, in: setting, labels: labels)
            case .argument(let argument):
                if setting.isolates || !writeText(argument, with: &state) {
                    write(argument, with: &state, in: setting, labels: labels)
                }
            case .number(let argument, let style):
                write(argument, numberStyle: style, with: &state, in: setting, labels: labels)
            case .date(let argument, let style):
                write(argument, dateStyle: style, with: &state, in: setting, labels: labels)
            case .value(let argument, let style):
                write(argument, valueStyles[Int(style)], with: &state, in: setting, labels: labels)
            case .plural(let index):
                write(plurals[Int(index)], with: &state, in: setting, labels: labels)
            case .select(let index):
                write(selects[Int(index)], with: &state, in: setting, labels: labels)
            case .count:
                guard let count, !writeTyped(count.argument, offset: count.offset, with: &state, in: setting) else {
                    continue
                }
                write(count.argument, offset: count.offset, with: &state, in: setting, labels: labels)
            }
        }
    }

    /// Writes an argument that is a string as its message expects; false if it is not a string.
    @inline(__always)
    private func writeText(_ argument: Int32, with state: inout MessageFormatter) -> Bool {
        let parameters = state.parameters
        let guess = Int(argument) - 1
        guard parameters.indices.contains(guess), parameters[guess].isNamed(names[Int(argument)]) else { return false }
        return parameters[guess].appendText(to: &state.out)
    }

    @inline(never)
    func write(
        _ argument: Int32, offset: Double = 0, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        guard let place = state.place(of: names[Int(argument)], guess: Int(argument) - 1) else {
            // Inside a plural the number is always there.
            return writeSubstitute(argument, with: &state, in: setting)
        }
        state.write(state.parameters[place].value, offset: offset, in: setting, labels: labels)
    }

    @inline(never)
    private func write(
        _ argument: Int32, numberStyle: Int32, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        if numberStyle < 0, writeTyped(argument, with: &state, in: setting) { return }
        guard numberStyle >= 0, let number = value(argument, state, in: setting).flatMap({ Numeral(formatted: $0) })
        else {
            return write(argument, with: &state, in: setting, labels: labels)
        }
        let isDone = setting.formats.numbers(numberStyles[Int(numberStyle)])?.write(number, to: &state.out) ?? false
        if !isDone { state.out.append("\(number.doubleValue)") }
    }

    /// Writes a number that was read as text, if its message formats a number; false if it is not a number.
    private func writeTyped(
        _ argument: Int32, offset: Double = 0, with state: inout MessageFormatter, in setting: Setting
    ) -> Bool {
        guard let value = value(argument, state, in: setting), case .text = value,
            let number = Numeral(formatted: value)
        else {
            return false
        }
        return setting.formats.writePlain(number.less(offset), to: &state.out)
    }

    @inline(never)
    private func write(
        _ argument: Int32, dateStyle: Int32, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        let formatter = setting.formats.dates(dateStyles[Int(dateStyle)], timeZone: setting.timeZone)
        if let number = value(argument, state, in: setting).flatMap({ Numeral($0) }),
            let text = formatter?.string(milliseconds: number.doubleValue)
        {
            return state.out.append(text)
        }
        if case .text(let written)? = value(argument, state, in: setting), let instant = WrittenInstant(written),
            let text = setting.string(instant, dateStyles[Int(dateStyle)])
        {
            return state.out.append(text)
        }
        write(argument, with: &state, in: setting, labels: labels)
    }

    @inline(never)
    private func write(
        _ plural: Plural, with state: inout MessageFormatter, in setting: Setting, labels: (String) -> String
    ) {
        guard let value = value(plural.argument, state, in: setting) else {
            return writeMissing(plural.argument, to: &state.out)
        }
        let steps = Numeral(formatted: value).map { branch(of: plural, for: $0, in: setting) } ?? plural.other
        let count = MessageCount(argument: plural.argument, offset: plural.offset)
        write(steps, count: count, with: &state, in: setting, labels: labels)
    }

    /// Chooses the branch for a number: by its exact value first, then by the category of the number minus the offset.
    private func branch(of plural: Plural, for number: Numeral, in setting: Setting) -> Block {
        if !plural.exact.isEmpty {
            let value = number.doubleValue
            for place in plural.exact.range where exact[place].value == value {
                return exact[place].steps
            }
        }
        if plural.categories.isEmpty { return plural.other }
        let category = category(of: number.less(plural.offset), in: plural, setting)
        for place in plural.categories.range where categories[place].category == category {
            return categories[place].steps
        }
        return plural.other
    }

    private func category(of number: Numeral, in plural: Plural, _ setting: Setting) -> PluralCategory {
        if plural.style < 0, let known = setting.formats.plainCategory(of: number, isOrdinal: plural.isOrdinal) {
            return known
        }
        var category = PluralCategory.other
        let style = plural.style < 0 ? NumberStyle.plain : numberStyles[Int(plural.style)]
        let rules = setting.formats.plurals(isOrdinal: plural.isOrdinal)
        _ = setting.formats.numbers(style)?.string(number, rules: rules, category: &category)
        return category
    }

    @inline(never)
    private func write(
        _ select: Select, with state: inout MessageFormatter, in setting: Setting, labels: (String) -> String
    ) {
        // A report that was stored by an older version lacks arguments of today.
        guard let value = value(select.argument, state, in: setting) else {
            if names[Int(select.argument)] == MessagePattern.valueName { return state.out.append("…") }
            return write(select.other, with: &state, in: setting, labels: labels)
        }
        let keyword = MessageFormatter.keyword(of: value, labels: labels)
        var steps = select.other
        for place in select.branches.range where literals[keywords[place].keyword.range].elementsEqual(keyword.utf8) {
            steps = keywords[place].steps
            break
        }
        write(steps, with: &state, in: setting, labels: labels)
    }

    func value(
        _ argument: Int32, _ state: borrowing MessageFormatter, in setting: Setting
    ) -> ParameterValue? {
        let name = names[Int(argument)]
        if let place = state.place(of: name, guess: Int(argument) - 1) { return state.parameters[place].value }
        return substitute(for: name, state, setting)
    }

    /// The substitute for an argument without a value: the label, or a form of it.
    private func substitute(
        for name: String, _ state: borrowing MessageFormatter, _ setting: Setting
    ) -> ParameterValue? {
        if name == MessageRegister.argument { return .text(setting.register.rawValue) }
        let label = String(decoding: state.label, as: UTF8.self)
        return name == MessagePattern.labelName ? .text(label) : LabelForm.substitute(for: name, label: label)
    }

    private func writeSubstitute(_ argument: Int32, with state: inout MessageFormatter, in setting: Setting) {
        guard case .text(let text)? = substitute(for: names[Int(argument)], state, setting) else {
            return writeMissing(argument, to: &state.out)
        }
        state.insert(text, setting)
    }

    private func writeMissing(_ argument: Int32, to out: inout TextWriter) {
        // The value is kept only if the plan has a message that shows it; this message was added later.
        if names[Int(argument)] == MessagePattern.valueName { return out.append("…") }
        out.append("{")
        out.append(names[Int(argument)])
        out.append("}")
    }
}

/// Writes the arguments of a message's own types.
extension MessageProgram {
    @inline(never)
    func write(
        _ argument: Int32, _ style: ValueStyle, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        guard let value = value(argument, state, in: setting) else {
            return write(argument, with: &state, in: setting, labels: labels)
        }
        switch style {
        case .list(let kind, let item):
            // A single value is a list of one item.
            var items = [value]
            if case .list(let listed) = value { items = listed }
            state.out.append(state.list(items, depth: 1, kind, item, setting, labels: labels))
        case .item(let item):
            if case .list(let items) = value {
                state.out.append(state.list(items, depth: 1, nil, item, setting, labels: labels))
            } else if Numeral(value) != nil || item == .quoted && state.showsNumber {
                write(argument, with: &state, in: setting, labels: labels)
            } else {
                state.out.append(MessageFormatter.text(of: value, item, setting, labels: labels))
            }
        case .size:
            guard let number = Numeral(formatted: value), let text = setting.size(number, labels: labels) else {
                return write(argument, with: &state, in: setting, labels: labels)
            }
            state.out.append(text)
        }
    }
}

extension MessageFormatter {
    /// A value that is not a number, as an item of a list or alone.
    static func text(
        of value: ParameterValue, _ style: ValueStyle.ItemStyle, _ setting: Setting, labels: (String) -> String
    ) -> String {
        let text = keyword(of: value, labels: labels)
        switch value {
        // Neither a Boolean nor null is text that someone could type.
        case .attribute, .boolean, .decimal: return text
        default: break
        }
        switch style {
        case .plain: return text
        case .quoted: return setting.quoted(text)
        case .name(let kind): return setting.name(text, kind)
        }
    }
}

extension LocaleFormats {
    /// A number without separators between its groups of digits.
    func ungrouped(_ number: Numeral) -> String? { numbers(.skeleton("group-off"))?.string(number) }

    /// A number of bytes as people write it: `1 MB`, also for 1,048,576; `nil` for 1,500 bytes, where no unit is exact.
    ///
    /// Units are those of CLDR. Powers of 1,024 have the names of the powers of 1,000 as in file managers and rule files,
    /// because few readers know MiB.
    func size(_ number: Numeral) -> String? {
        let bytes = number.doubleValue
        for (power, unit) in [(3.0, "gigabyte"), (2, "megabyte"), (1, "kilobyte")] {
            for base in [1000.0, 1024] {
                let size = powers(base, power)
                let hundredths = bytes / size * 100
                // Exact with two decimals, so that a limit is not another one.
                guard abs(bytes) >= size, hundredths == hundredths.rounded(), hundredths / 100 * size == bytes else {
                    continue
                }
                return numbers(.skeleton("unit/\(unit) .##"))?.string(.double(hundredths / 100))
            }
        }
        return nil
    }

    /// A number of bytes in CLDR's words: `1,500 bytes`.
    func bytes(_ number: Numeral) -> String? { numbers(.skeleton("unit/byte unit-width-full-name"))?.string(number) }

    private func powers(_ base: Double, _ power: Double) -> Double {
        (0..<Int(power)).reduce(1) { result, _ in result * base }
    }
}

extension MessageFormatter.Setting {
    /// A date or time as written in a rule, in a style of the language; one with both has both.
    func string(_ instant: WrittenInstant, _ style: DateStyle) -> String? {
        // A moment with an offset is shown on the clock that it was written by, unless the reader has a time zone.
        let isReaders = instant.hasOffset && timeZone != "UTC"
        let zone = isReaders ? timeZone : "UTC"
        var style = style
        if instant.hasTime, let skeleton = instant.skeleton(style) {
            style = DateStyle(isTime: !instant.hasDate, length: .skeleton(skeleton))
        } else if style.isTime {
            // A date in place of a time of day.
            return nil
        }
        // Rules name days of the Gregorian calendar, and the values that they are compared with are of it too.
        return formats.dates(style, timeZone: zone, isGregorian: true)?.string(
            milliseconds: instant.milliseconds + (isReaders ? 0 : instant.offset))
    }
}

/// Writes the subject of a message: the value as its catalog names it.
extension MessageProgram {
    @inline(never)
    func write(
        subject form: Int32, isStart: Bool, with state: inout MessageFormatter, in setting: Setting,
        labels: (String) -> String
    ) {
        let form = form < 0 ? nil : LabelForm.allCases[Int(form)]
        guard let subject = setting.subject(form) else {
            return writeLabel(isStart: isStart, form, with: &state, in: setting)
        }
        if !state.isNamed {
            return subject.unnamed.write(subject.unnamed.main, with: &state, in: setting, labels: labels)
        }
        guard let frame = subject.frame else {
            return subject.named.write(subject.named.main, with: &state, in: setting, labels: labels)
        }
        state.out.append(frame.prefix)
        // Text before the label begins the sentence in its place.
        state.insertLabel(isStart && frame.prefix.isEmpty ? state.firstLabel : state.label, setting)
        state.out.append(frame.suffix)
    }

    /// A catalog without a subject shows the label, in the form if the label has it.
    private func writeLabel(
        isStart: Bool, _ form: LabelForm?, with state: inout MessageFormatter, in setting: Setting
    ) {
        if let form, let place = state.place(of: form.argument, guess: -1),
            case .text(let text) = state.parameters[place].value
        {
            return state.insert(text, setting)
        }
        state.insertLabel(isStart ? state.firstLabel : state.label, setting)
    }
}

extension MessageFormatter.Setting {
    /// The subject of the catalog, or of its parent in the same language; `nil` if they have none.
    func subject(_ form: LabelForm?) -> Subject? {
        var setting = self
        while true {
            if let subject = setting.slot?.subject(form, register) { return subject }
            guard let parent = setting.parent else { break }
            setting = parent
        }
        // A language without this case has one form for all.
        return form == nil ? nil : subject(nil)
    }
}
