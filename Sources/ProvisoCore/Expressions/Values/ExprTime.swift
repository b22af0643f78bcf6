/// A point in time, or a span of time, in seconds and nanoseconds.
package struct ExprTime: Comparable, Hashable, Sendable {
    /// Since 1970 in UTC, or the whole seconds of a span, rounded down.
    let seconds: Int64
    /// 0 to 999,999,999.
    let nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

    init?(total: Int128) {
        var (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 {
            rest += 1_000_000_000
            seconds -= 1
        }
        guard let seconds = Int64(exactly: seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: Int32(rest))
    }

    var total: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }

    package static func < (one: ExprTime, two: ExprTime) -> Bool {
        (one.seconds, one.nanoseconds) < (two.seconds, two.nanoseconds)
    }

    /// From the year 1 to 9999.
    var isTimestamp: Bool { (-62_135_596_800..<253_402_300_800).contains(seconds) }

    /// Spans that fit 64 bits of nanoseconds, as cel-go has them.
    var isDuration: Bool { Int64(exactly: total) != nil }

    // MARK: calendar

    /// Days since 1970 of a date in the Gregorian calendar.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day since 1970.
    static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    // MARK: text

    /// Reads RFC 3339.
    package init?(timestamp text: String) {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            return bytes[start..<start + count].reduce(0) { value, byte in
                value.flatMap { (48...57).contains(byte) ? $0 * 10 + Int(byte - 48) : nil }
            }
        }
        guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] | 0x20 == 0x74, bytes[13] == 58,
            bytes[16] == 58, let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
        else { return nil }
        let lengths = [
            31, year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
        ]
        guard day <= lengths[month - 1] else { return nil }
        var place = 19
        var fraction: Int32 = 0
        if bytes[place] == 46 {
            place += 1
            let digits = bytes[place...].prefix { (48...57).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            fraction =
                Int32(String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: 9 - digits.count)) ?? 0
            place += digits.count
        }
        guard place < bytes.count, let offset = Self.offset(bytes[place...]) else { return nil }
        let days = Self.days(year, month, day)
        self.init(seconds: Int64(days * 86_400 + hour * 3600 + minute * 60 + second - offset), nanoseconds: fraction)
        guard isTimestamp else { return nil }
    }

    /// The seconds of `Z`, `+01:00` or `01:00`.
    static func offset(_ text: some Sequence<UInt8>) -> Int? {
        var bytes = Array(text)
        if bytes.count == 1, bytes[0] | 0x20 == 0x7A { return 0 }
        var sign = 1
        if let first = bytes.first, first == 43 || first == 45 {
            sign = first == 45 ? -1 : 1
            bytes.removeFirst()
        }
        guard bytes.count == 5, bytes[2] == 58,
            [0, 1, 3, 4].allSatisfy({ (48...57).contains(bytes[$0]) })
        else { return nil }
        let hour = Int(bytes[0] - 48) * 10 + Int(bytes[1] - 48)
        let minute = Int(bytes[3] - 48) * 10 + Int(bytes[4] - 48)
        return hour < 24 && minute < 60 ? sign * (hour * 3600 + minute * 60) : nil
    }

    /// Reads a span as Go writes it: `1h30m`, `1.5s`, `-250ms`.
    package init?(duration text: String) {
        var rest = text.utf8[...]
        let isNegative = rest.first == 45
        if rest.first == 45 || rest.first == 43 { rest = rest.dropFirst() }
        if Array(rest) == [48] {
            self.init(seconds: 0)
            return
        }
        guard !rest.isEmpty else { return nil }
        var total: Int128 = 0
        while !rest.isEmpty {
            let whole = rest.prefix { (48...57).contains($0) }
            rest = rest.dropFirst(whole.count)
            var fraction = rest.prefix(0)
            if rest.first == 46 {
                rest = rest.dropFirst()
                fraction = rest.prefix { (48...57).contains($0) }
                rest = rest.dropFirst(fraction.count)
            }
            guard whole.count + fraction.count > 0, whole.count < 20 else { return nil }
            let unit = rest.prefix { !(48...57).contains($0) && $0 != 46 }
            rest = rest.dropFirst(unit.count)
            guard let size = Self.units[String(decoding: unit, as: UTF8.self)] else { return nil }
            total += (Int128(String(decoding: whole, as: UTF8.self)) ?? 0) * size
            var scale = size
            for digit in fraction {
                scale /= 10
                total += Int128(digit - 48) * scale
            }
        }
        guard let time = ExprTime(total: isNegative ? -total : total), time.isDuration else { return nil }
        self = time
    }

    private static let units: [String: Int128] = [
        "ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
        "h": 3_600_000_000_000,
    ]

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private var fractionText: String {
        guard nanoseconds > 0 else { return "" }
        let digits = Self.padded(Int(nanoseconds), 9)
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return "." + digits[...end]
    }

    /// RFC 3339 in UTC.
    package var timestampText: String {
        let (day, second) = Self.divided(seconds)
        let date = Self.date(day)
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))T"
            + "\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
            + "\(fractionText)Z"
    }

    /// Seconds with a fraction: `1.5s`.
    package var durationText: String {
        let total = total
        let magnitude = total < 0 ? -total : total
        let whole = ExprTime(total: magnitude) ?? self
        return "\(total < 0 ? "-" : "")\(whole.seconds)\(whole.fractionText)s"
    }

    /// The day since 1970 and the second in it.
    static func divided(_ seconds: Int64) -> (day: Int, second: Int) {
        let day = Int(seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1)
        return (day, Int(seconds) - day * 86_400)
    }
}
