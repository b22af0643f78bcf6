internal import ProvisoMessages

/// A duration in ISO 8601 that moves a date: `P30D`, `P18Y`, `P1Y6M`, `PT12H`.
struct DateShift: Sendable {
    private var months = 0
    private var days = 0
    private var seconds = 0

    /// `nil` if the text is no such duration; each part has at most six digits.
    init?(_ text: String, isNegative: Bool) {
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        let sign = isNegative ? -1 : 1
        var (isTime, units) = (false, Array("YMWD".utf8)[...])
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                guard !isTime, rest.count > 1 else { return nil }
                (isTime, units) = (true, Array("HMS".utf8)[...])
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isDigit }
            rest = rest.dropFirst(digits.count)
            guard (1...6).contains(digits.count), let count = Int(String(decoding: digits, as: UTF8.self)),
                let unit = rest.popFirst(), let place = units.firstIndex(of: unit)
            else { return nil }
            // Parts are in the order of their size, each once.
            units = units[(place + 1)...]
            add(sign * count, unit, isTime: isTime)
        }
    }

    private mutating func add(_ count: Int, _ unit: UInt8, isTime: Bool) {
        switch (unit, isTime) {
        case (UInt8(ascii: "Y"), _): months += count * 12
        case (UInt8(ascii: "M"), false): months += count
        case (UInt8(ascii: "W"), _): days += count * 7
        case (UInt8(ascii: "D"), _): days += count
        case (UInt8(ascii: "H"), _): seconds += count * 3600
        case (UInt8(ascii: "M"), true): seconds += count * 60
        default: seconds += count
        }
    }

    /// Whether it has hours, minutes or seconds.
    var hasTime: Bool { seconds != 0 }

    /// The moved moment; days and months follow a zone's calendar.
    func moved(_ moment: Moment, in zone: TimeZoneRules) -> Moment {
        var moved = moment
        if months != 0 || days != 0 {
            let local = CivilTime(zone.local(moment.seconds))
            let day = CivilDay(number: local.day).adding(months: months).number + Int64(days)
            moved.seconds = zone.moment(ofLocal: day * 86_400 + local.secondOfDay)
        }
        moved.seconds += Int64(seconds)
        return moved
    }
}

extension OtherValue {
    /// What is added to the other attribute's date, `nil` for nothing.
    func shift(_ option: String, _ kind: DateKind) throws(OptionError) -> DateShift? {
        guard let text = plus ?? minus else { return nil }
        guard let shift = DateShift(text, isNegative: plus == nil) else {
            throw OptionError(
                option: option, reason: "'\(text)' is not a duration in ISO 8601, such as P30D, P18Y or PT12H")
        }
        return shift
    }
}
