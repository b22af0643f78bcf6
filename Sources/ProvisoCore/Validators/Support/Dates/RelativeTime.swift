/// A point in time relative to now: `today`, `-18 years`, `tomorrow +2 hours`.
struct RelativeTime: Sendable {
    private enum Unit: String {
        case second, minute, hour, day, week, month, year
    }

    private struct Move {
        let count: Int
        let unit: Unit
    }

    /// The days from today whose midnight is the base; `nil` for the current second.
    private var day: Int64?
    private var moves: [Move] = []
    /// Whether it is just `now`.
    var isNow: Bool { day == nil && moves.isEmpty }

    /// The words for a point in time, with the days from today of their midnight.
    static let bases: [String: Int64?] = ["now": nil, "today": 0, "tomorrow": 1, "yesterday": -1]

    /// `nil` if the string is not `now`, `today`, `tomorrow` or `yesterday`, signed numbers with units, or both.
    init?(_ text: String) {
        var words = text.split(separator: " ")[...]
        guard let first = words.first else { return nil }
        if let base = Self.bases[String(first)] {
            day = base
            words = words.dropFirst()
        }
        while let number = words.popFirst() {
            guard let name = words.popFirst(), number.first == "+" || number.first == "-", number.utf8.count <= 7,
                let count = Int(number), let unit = Unit(rawValue: String(name.last == "s" ? name.dropLast() : name))
            else { return nil }
            moves.append(Move(count: count, unit: unit))
        }
    }

    /// The point in time; days follow a zone's calendar.
    func seconds(from now: Int64, in zone: TimeZoneRules) -> Int64 {
        var seconds = now
        if let day {
            let today = CivilTime(zone.local(now)).day
            seconds = zone.moment(ofLocal: (today + day) * 86_400)
        }
        for move in moves {
            switch move.unit {
            case .second: seconds += Int64(move.count)
            case .minute: seconds += Int64(move.count) * 60
            case .hour: seconds += Int64(move.count) * 3600
            case .day: seconds = moved(seconds, days: move.count, in: zone)
            case .week: seconds = moved(seconds, days: move.count * 7, in: zone)
            case .month: seconds = moved(seconds, months: move.count, in: zone)
            case .year: seconds = moved(seconds, months: move.count * 12, in: zone)
            }
        }
        return seconds
    }

    private func moved(_ seconds: Int64, days: Int = 0, months: Int = 0, in zone: TimeZoneRules) -> Int64 {
        let local = CivilTime(zone.local(seconds))
        let day = CivilDay(number: local.day).adding(months: months).number + Int64(days)
        return zone.moment(ofLocal: day * 86_400 + local.secondOfDay)
    }
}

/// Seconds since 1970-01-01 as a day and a time of day.
package struct CivilTime {
    let day: Int64
    let secondOfDay: Int64

    init(_ seconds: Int64) {
        day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        secondOfDay = seconds - day * 86_400
    }
}
