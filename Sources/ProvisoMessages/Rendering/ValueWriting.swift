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
