import Proviso

/// Dates, times and moments at and around the bounds of rules, as their rules write them.
struct DateValues {
    enum Kind { case date, datetime, time }

    let kind: Kind
    let format: String?
    /// Seconds since 1970 that rules name, in UTC; for times of day since midnight.
    var anchors: [Int64] = []
    let now: Int64

    /// The candidates as text.
    var candidates: [String] {
        var found: [String] = []
        let day: Int64 = 86_400
        let far: [Int64] = [0, 1, -1, 2, 7, -7, 30, -30, 31, -31, 365, -365, 6_570, 7_300, -6_575, -7_300, -10_000]
        let near: [Int64] = [0, 1, -1, 60, -60, 3_600, -3_600, 7_200, 21_600, -21_600]
        var moments: [Int64] = []
        for anchor in anchors {
            moments += kind == .date ? [] : near.map { anchor + $0 }
            moments += kind == .time ? [] : far.map { anchor + $0 * day }
        }
        moments +=
            kind == .time ? [36_000, 43_200, 64_800, 82_800, 3_600, 0] : far.map { now + $0 * day } + [1_709_208_000]
        for moment in moments {
            for text in written(moment) where !found.contains(text) { found.append(text) }
        }
        return found
    }

    private func written(_ seconds: Int64) -> [String] {
        let parts = CivilParts(seconds)
        if let format { return DatePatternText.write(parts, format).map { [$0] } ?? Self.styled(parts, kind) }
        switch kind {
        case .date: return [parts.date]
        case .datetime: return [parts.date + "T" + parts.time + "Z", parts.date + "T" + parts.time + "+02:00"]
        case .time: return [parts.time, String(parts.time.prefix(5))]
        }
    }

    /// Common forms of the short and long styles of locales; the plan decides which one is right.
    private static func styled(_ parts: CivilParts, _ kind: Kind) -> [String] {
        let (year, month, day) = (parts.year, parts.month, parts.day)
        let dates = [
            "\(two(day)).\(two(month)).\(year % 100)", "\(month)/\(day)/\(year % 100)",
            "\(two(day))/\(two(month))/\(year)",
            "\(year)/\(two(month))/\(two(day))", "\(year)-\(two(month))-\(two(day))", "\(day).\(month).\(year)",
            "\(DatePatternText.months[month - 1]) \(day), \(year)",
            "\(day) \(DatePatternText.months[month - 1]) \(year)",
            "\(DatePatternText.months[month - 1].prefix(3)) \(day), \(year)",
            "\(DatePatternText.days[parts.weekday]), \(DatePatternText.months[month - 1]) \(day), \(year)",
        ]
        let hour = parts.hour % 12 == 0 ? 12 : parts.hour % 12
        let times = [
            "\(two(parts.hour)):\(two(parts.minute))", "\(hour):\(two(parts.minute)) \(parts.hour < 12 ? "AM" : "PM")",
            parts.time,
        ]
        switch kind {
        case .date: return dates
        case .time: return times
        case .datetime: return dates.flatMap { date in times.flatMap { ["\(date), \($0)", "\(date) \($0)"] } }
        }
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// A moment in the Gregorian calendar, in UTC.
struct CivilParts {
    let year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int

    init(_ seconds: Int64) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = Int(seconds - days * 86_400)
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        weekday = Int(((days + 4) % 7 + 7) % 7)
        // Days from civil, by eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthIndex + 2) / 5 + 1)
        month = Int(monthIndex < 10 ? monthIndex + 3 : monthIndex - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400
    }

    var date: String {
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(padded)-\(DateValues.two(month))-\(DateValues.two(day))"
    }

    var time: String { "\(DateValues.two(hour)):\(DateValues.two(minute)):\(DateValues.two(second))" }

    /// Reads `2024-01-31`, `2024-01-31T10:00:00…`, `10:00`, and numbers of seconds; `nil` for anything else.
    static func moment(_ value: AnyValue) -> Int64? {
        if let seconds = value.int { return Int64(seconds) }
        guard let text = value.text else { return nil }
        let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        let isDate = text.utf8.count >= 8 && Array(text.utf8.prefix(5)).last == UInt8(ascii: "-")
        if isDate, numbers.count >= 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) {
            let time = numbers.dropFirst(3).prefix(3) + [0, 0, 0]
            let parts = Array(time.prefix(3))
            return seconds(numbers[0], numbers[1], numbers[2]) + Int64(parts[0] * 3_600 + parts[1] * 60 + parts[2])
        }
        guard text.utf8.contains(UInt8(ascii: ":")), (2...3).contains(numbers.count) else { return nil }
        return Int64(numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
    }

    /// Reads a bound that is relative to now, such as `today` and `-18 years`, roughly.
    static func relative(_ text: String, now: Int64) -> Int64? {
        switch text {
        case "now", "today": return now
        case "tomorrow": return now + 86_400
        case "yesterday": return now - 86_400
        default: break
        }
        let words = text.split(separator: " ")
        guard words.count % 2 == 0, !words.isEmpty else { return nil }
        var moment = now
        for index in stride(from: 0, to: words.count, by: 2) {
            guard let count = Int(words[index]) else { return nil }
            let parts = CivilParts(moment)
            switch words[index + 1].prefix(3) {
            case "yea":
                moment +=
                    seconds(parts.year + count, parts.month, min(parts.day, 28))
                    - seconds(parts.year, parts.month, parts.day)
            case "mon": moment += Int64(count) * 2_629_800
            case "wee": moment += Int64(count) * 604_800
            case "day": moment += Int64(count) * 86_400
            case "hou": moment += Int64(count) * 3_600
            case "min": moment += Int64(count) * 60
            case "sec": moment += Int64(count)
            default: return nil
            }
        }
        return moment
    }

    /// A moment plus or minus a duration in ISO 8601, as the rule shifts it, roughly where months are concerned.
    static func shifted(_ moment: Int64, by duration: String, sign: Int64) -> Int64 {
        var (result, digits, isTime) = (moment, "", false)
        for letter in duration.dropFirst() {
            if letter == "T" {
                isTime = true
            } else if letter.isNumber {
                digits.append(letter)
            } else {
                let count = (Int64(digits) ?? 0) * sign
                digits = ""
                let parts = CivilParts(result)
                switch (letter, isTime) {
                case ("Y", _), ("M", false):
                    let months = parts.year * 12 + parts.month - 1 + Int(count) * (letter == "Y" ? 12 : 1)
                    result +=
                        seconds(months / 12, months % 12 + 1, min(parts.day, 28))
                        - seconds(parts.year, parts.month, parts.day)
                    result += Int64(max(0, parts.day - 28)) * 86_400
                case ("W", _): result += count * 604_800
                case ("D", _): result += count * 86_400
                case ("H", _): result += count * 3_600
                case ("M", true): result += count * 60
                default: result += count
                }
            }
        }
        return result
    }
}

/// Writes moments in the patterns of ICU that are most used.
enum DatePatternText {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// `nil` for a style, and for a letter that is not known here.
    static func write(_ parts: CivilParts, _ format: String) -> String? {
        if ["short", "medium", "long", "full"].contains(format) { return nil }
        var text = ""
        var letters = Array(format)[...]
        while let letter = letters.first {
            if letter == "'" {
                letters = letters.dropFirst()
                if letters.first == "'" { text.append("'") }
                while let next = letters.first, next != "'" {
                    text.append(next)
                    letters = letters.dropFirst()
                }
                letters = letters.dropFirst()
                continue
            }
            let count = letters.prefix { $0 == letter }.count
            guard letter.isLetter else {
                text.append(letter)
                letters = letters.dropFirst()
                continue
            }
            guard let field = field(letter, count, parts) else { return nil }
            text += field
            letters = letters.dropFirst(count)
        }
        return text
    }

    private static func field(_ letter: Character, _ count: Int, _ parts: CivilParts) -> String? {
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch letter {
        case "y", "u": return count == 2 ? DateValues.two(parts.year % 100) : padded(parts.year)
        case "M", "L":
            let name = months[parts.month - 1]
            return count > 3 ? name : count == 3 ? String(name.prefix(3)) : padded(parts.month)
        case "d": return padded(parts.day)
        case "E": return count > 3 ? days[parts.weekday] : String(days[parts.weekday].prefix(3))
        case "H": return padded(parts.hour)
        case "h": return padded(parts.hour % 12 == 0 ? 12 : parts.hour % 12)
        case "m": return padded(parts.minute)
        case "s": return padded(parts.second)
        case "S": return padded(0)
        case "a": return parts.hour < 12 ? "AM" : "PM"
        case "Z": return "+0000"
        case "X": return "Z"
        case "x": return count == 3 ? "+00:00" : "+0000"
        case "z": return "UTC"
        case "V": return "UTC"
        default: return nil
        }
    }
}
