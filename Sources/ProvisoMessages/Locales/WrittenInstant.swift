internal import ICUBridge

/// A date, a time of day or both, as RFC 3339 and ISO 8601's extended format write them: `2026-11-22T23:50:00+01:00`.
///
/// Messages show it in the reader's language. A string of another form is shown unchanged.
package struct WrittenInstant: Sendable, Hashable {
    /// Milliseconds since 1970-01-01; a time without an offset counts as UTC, a time without a date as of that day.
    package private(set) var milliseconds = 0.0
    package private(set) var hasDate = false
    package private(set) var hasTime = false
    package private(set) var hasSeconds = false
    package private(set) var hasOffset = false
    /// The milliseconds by which the clock that it was written by is ahead of UTC.
    package private(set) var offset = 0.0

    package init?(_ text: String) {
        var rest = Substring(text).utf8
        guard rest.count <= 40 else { return nil }
        if rest.dropFirst(4).first == UInt8(ascii: "-") {
            guard readDate(&rest) else { return nil }
            if rest.isEmpty { return }
            guard let mark = rest.popFirst(), [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(mark)
            else { return nil }
        }
        guard readTime(&rest), readOffset(&rest), rest.isEmpty else { return nil }
    }

    /// The skeleton that shows all that is there, in the length of a style; `nil` for a style with its own skeleton.
    func skeleton(_ style: DateStyle) -> String? {
        let date: String
        switch style.length {
        case .short: date = "yMd"
        case .medium: date = "yMMMd"
        case .long: date = "yMMMMd"
        case .full: date = "yMMMMEEEEd"
        case .skeleton: return nil
        }
        return (hasDate ? date : "") + (hasTime ? hasSeconds ? "jms" : "jm" : "")
    }

    private mutating func readDate(_ rest: inout Substring.UTF8View) -> Bool {
        guard let year = Self.number(&rest, digits: 4), Self.skip("-", &rest),
            let month = Self.number(&rest, digits: 2), (1...12).contains(month), Self.skip("-", &rest),
            let day = Self.number(&rest, digits: 2), (1...31).contains(day)
        else { return false }
        hasDate = true
        milliseconds = Double(Self.days(year, month, day)) * 86_400_000
        return true
    }

    private mutating func readTime(_ rest: inout Substring.UTF8View) -> Bool {
        guard let hour = Self.number(&rest, digits: 2), (0...24).contains(hour), Self.skip(":", &rest),
            let minute = Self.number(&rest, digits: 2), (0...59).contains(minute)
        else { return false }
        hasTime = true
        milliseconds += Double(hour * 60 + minute) * 60_000
        guard Self.skip(":", &rest) else { return true }
        guard let second = Self.number(&rest, digits: 2), (0...60).contains(second) else { return false }
        hasSeconds = second > 0
        milliseconds += Double(second) * 1_000
        guard Self.skip(".", &rest) else { return true }
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }

    private mutating func readOffset(_ rest: inout Substring.UTF8View) -> Bool {
        if rest.isEmpty { return true }
        hasOffset = true
        if Self.skip("Z", &rest) || Self.skip("z", &rest) { return true }
        let isEast = Self.skip("+", &rest)
        guard isEast || Self.skip("-", &rest), let hours = Self.number(&rest, digits: 2), Self.skip(":", &rest),
            let minutes = Self.number(&rest, digits: 2)
        else { return false }
        offset = Double(hours * 60 + minutes) * (isEast ? 60_000 : -60_000)
        milliseconds -= offset
        return true
    }

    private static func number(_ rest: inout Substring.UTF8View, digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ $0.isDigit }) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The days from 1970-01-01 in the proleptic Gregorian calendar, counted in years that begin in March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Formats instants for one locale and time zone in one style.
package final class DateWriter: Sendable {
    private let handle: BridgeHandle

    /// Creates a formatter; `nil` if ICU does not know the time zone.
    package init?(locale: String, style: DateStyle, timeZone: String) {
        var skeleton = ""
        let length: prv_icu_date_style
        switch style.length {
        case .short: length = PRV_ICU_DATE_SHORT
        case .medium: length = PRV_ICU_DATE_MEDIUM
        case .long: length = PRV_ICU_DATE_LONG
        case .full: length = PRV_ICU_DATE_FULL
        case .skeleton(let text): (length, skeleton) = (PRV_ICU_DATE_SKELETON, text)
        }
        let pointer = BridgeText.lend(skeleton) {
            prv_icu_date_create(locale, style.isTime, length, $0, timeZone)
        }
        guard let pointer else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_date_destroy(handle.pointer) }

    /// The instant as a string; takes a lock inside the bridge.
    package func string(milliseconds: Double) -> String? {
        guard milliseconds.isFinite else { return nil }
        return BridgeText.read { prv_icu_date_format(handle.pointer, milliseconds, $0, $1) }
    }
}
