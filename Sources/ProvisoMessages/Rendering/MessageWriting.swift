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
