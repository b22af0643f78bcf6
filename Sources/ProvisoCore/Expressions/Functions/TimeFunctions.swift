/// The parts of times and durations.
enum TimeFunctions {
    /// The offset of a zone from UTC in seconds at a time; `nil` if the zone is unknown.
    typealias Zones = @Sendable (_ zone: String, _ seconds: Int64) -> Int?

    static func part(_ name: String, _ values: [ExprValue], _ zones: Zones) -> ExprValue {
        if case .duration(let time) = values[0], values.count == 1 {
            let total = time.total
            switch name {
            case "getHours": return .int(Int64(total / 3_600_000_000_000))
            case "getMinutes": return .int(Int64(total / 60_000_000_000))
            case "getSeconds": return .int(Int64(total / 1_000_000_000))
            case "getMilliseconds": return .int(Int64(total % 1_000_000_000 / 1_000_000))
            default: return .noOverload
            }
        }
        guard let time = values[0].moment else { return .noOverload }
        var seconds = time.seconds
        if values.count > 1 {
            guard let zone = values[1].string else { return .noOverload }
            guard let offset = ExprTime.offset(zone.utf8) ?? zones(zone, seconds) else {
                return .failure(.argument, "'\(zone.prefix(60))' is not a time zone")
            }
            seconds += Int64(offset)
        }
        let (day, second) = ExprTime.divided(seconds)
        let date = ExprTime.date(day)
        switch name {
        case "getFullYear": return .int(Int64(date.year))
        case "getMonth": return .int(Int64(date.month - 1))
        case "getDate": return .int(Int64(date.day))
        case "getDayOfMonth": return .int(Int64(date.day - 1))
        case "getDayOfYear": return .int(Int64(day - ExprTime.days(date.year, 1, 1)))
        // 1970 began on a Thursday.
        case "getDayOfWeek": return .int(Int64(((day + 4) % 7 + 7) % 7))
        case "getHours": return .int(Int64(second / 3600))
        case "getMinutes": return .int(Int64(second / 60 % 60))
        case "getSeconds": return .int(Int64(second % 60))
        case "getMilliseconds": return .int(Int64(time.nanoseconds / 1_000_000))
        default: return .noOverload
        }
    }

    static let names = [
        "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfYear", "getDayOfWeek", "getHours", "getMinutes",
        "getSeconds", "getMilliseconds",
    ]
}

extension ExprValue {
    /// A time, or text of the data that is one.
    var moment: ExprTime? {
        if case .timestamp(let time) = self { time } else { time }
    }
}
