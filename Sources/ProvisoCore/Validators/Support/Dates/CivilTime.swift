/// A point in time, to the nanosecond.
package struct Moment: Sendable, Comparable {
    /// Since 1970-01-01 UTC.
    var seconds: Int64
    var nanoseconds: Int32 = 0

    package static func < (left: Moment, right: Moment) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    init(milliseconds: Double) {
        let seconds = (milliseconds / 1000).rounded(.down)
        self.init(seconds: Int64(seconds), nanoseconds: Int32((milliseconds - seconds * 1000) * 1_000_000))
    }

    var milliseconds: Double { Double(seconds) * 1000 + Double(nanoseconds / 1_000_000) }
}

/// A day of the proleptic Gregorian calendar.
package struct CivilDay: Sendable {
    var year: Int
    var month: Int
    var day: Int

    /// `nil` if the calendar has no such day.
    init?(year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, day >= 1, day <= Self.length(ofMonth: month, in: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that is `number` days after 1970-01-01.
    init(number: Int64) {
        // In years that begin in March the leap day is last; 146,097 days make 400 years.
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// The days since 1970-01-01.
    var number: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day some months later or earlier; in a month that is too short, its last day.
    func adding(months: Int) -> CivilDay {
        let total = year * 12 + month - 1 + months
        let newYear = total >= 0 ? total / 12 : (total - 11) / 12
        var result = self
        result.year = newYear
        result.month = total - newYear * 12 + 1
        result.day = min(day, Self.length(ofMonth: result.month, in: newYear))
        return result
    }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
