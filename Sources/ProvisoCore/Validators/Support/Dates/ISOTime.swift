internal import ProvisoMessages

/// A date or time read from ISO 8601 or RFC 3339.
package struct ISOTime {
    /// Days since 1970-01-01.
    var day: Int64 = 0
    var secondOfDay: Int64 = 0
    var nanoseconds: Int32 = 0
    /// Seconds east of UTC; `nil` without an offset.
    var offset: Int64?

    /// The time as it is written, as if it were UTC.
    var local: Int64 { day * 86_400 + secondOfDay }

    /// The moment; without an offset the time is in `zone`.
    func moment(in zone: TimeZoneRules) -> Moment {
        Moment(seconds: offset.map { local - $0 } ?? zone.moment(ofLocal: local), nanoseconds: nanoseconds)
    }
}

/// Reads dates, times or both.
package struct ISOReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var time = ISOTime()
    private var isLeapSecond = false
    /// Whether the year may have a sign and more than four digits.
    private var takesAnyYear = false

    /// `nil` if the string is not of the kind from its first byte to its last.
    ///
    /// `strict` is exactly RFC 3339: seconds and an offset are required, and a space may not replace the `T`. Section 5.6
    /// lets `t` and `z` be lowercase.
    package static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ kind: DateKind, strict: Bool = false, leapSeconds: Bool = false
    ) -> ISOTime? {
        var reader = ISOReader(bytes)
        if kind != .time, !reader.readDay() { return nil }
        if kind == .datetime, !reader.skipSeparator(strict: strict) { return nil }
        if kind != .date, !reader.readTime(strict: strict) { return nil }
        guard reader.index == bytes.count else { return nil }
        if reader.isLeapSecond, !(leapSeconds && reader.mayLeap(kind)) { return nil }
        return reader.time
    }

    /// The moment of a string that is compared with a moment: any year is allowed, UTC and midnight are the defaults.
    static func moment(_ bytes: UnsafeBufferPointer<UInt8>) -> Moment? {
        var reader = ISOReader(bytes)
        reader.takesAnyYear = true
        guard reader.readDay() else { return nil }
        if reader.index < bytes.count, !(reader.skipSeparator(strict: false) && reader.readTime(strict: false)) {
            return nil
        }
        return reader.index == bytes.count ? reader.time.moment(in: .utc) : nil
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func readDay() -> Bool {
        guard let year = year(), skip(UInt8(ascii: "-")), let month = number(2), skip(UInt8(ascii: "-")),
            let day = number(2), let civil = CivilDay(year: year, month: month, day: day)
        else { return false }
        time.day = civil.number
        return true
    }

    private mutating func year() -> Int? {
        guard takesAnyYear, let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return number(4)
        }
        let digits = bytes.dropFirst().prefix { $0.isDigit }.count
        guard (4...9).contains(digits) else { return nil }
        index = 1
        return number(digits).map { sign == UInt8(ascii: "-") ? -$0 : $0 }
    }

    private mutating func skipSeparator(strict: Bool) -> Bool {
        if skip(UInt8(ascii: "T")) { return true }
        return skip(UInt8(ascii: "t")) || !strict && skip(UInt8(ascii: " "))
    }

    private mutating func readTime(strict: Bool) -> Bool {
        guard let hour = number(2), hour < 24, skip(UInt8(ascii: ":")), let minute = number(2), minute < 60 else {
            return false
        }
        var second = 0
        if skip(UInt8(ascii: ":")) {
            guard let number = number(2), number <= 60 else { return false }
            isLeapSecond = number == 60
            second = number
            if skip(UInt8(ascii: ".")), !readFraction() { return false }
        } else if strict {
            return false
        }
        time.secondOfDay = Int64(hour * 3600 + minute * 60 + second)
        return readOffset(strict: strict)
    }

    private mutating func readFraction() -> Bool {
        let first = index
        var unit: Int32 = 100_000_000
        while index < bytes.count, bytes[index].isDigit {
            time.nanoseconds += Int32(bytes[index] & 15) * unit
            unit /= 10
            index += 1
        }
        return index > first
    }

    private mutating func readOffset(strict: Bool) -> Bool {
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) {
            time.offset = 0
            return true
        }
        guard index < bytes.count else { return !strict }
        let isWest = bytes[index] == UInt8(ascii: "-")
        guard skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-")), let hours = number(2), hours < 24,
            skip(UInt8(ascii: ":")), let minutes = number(2), minutes < 60
        else { return false }
        time.offset = Int64(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        return true
    }

    /// Leap seconds are inserted at the end of a month in UTC.
    private func mayLeap(_ kind: DateKind) -> Bool {
        guard let offset = time.offset else { return false }
        let next = time.day * 86_400 + time.secondOfDay - offset
        guard next % 86_400 == 0 else { return false }
        return kind == .time || CivilDay(number: next / 86_400).day == 1
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var number = 0
        for offset in index..<(index + digits) {
            guard bytes[offset].isDigit else { return nil }
            number = number * 10 + Int(bytes[offset] & 15)
        }
        index += digits
        return number
    }
}

extension ISOTime {
    /// Writes a moment in a zone; times of day and moments have an offset if it is not UTC.
    static func write(_ moment: Moment, _ kind: DateKind, zone: TimeZoneRules) -> String {
        let seconds = zone.local(moment.seconds)
        let local = CivilTime(seconds)
        let second = Int(local.secondOfDay)
        let day = CivilDay(number: local.day)
        let date = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
        let time = "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
        switch kind {
        case .date: return date
        case .time: return time
        case .datetime: return "\(date)T\(time)\(offset(Int(seconds - moment.seconds)))"
        }
    }

    private static func offset(_ seconds: Int) -> String {
        if seconds == 0 { return "Z" }
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(abs(number))
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
