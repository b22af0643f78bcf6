internal import ProvisoMessages

/// The minimum or the maximum of a date rule.
struct DateBound: Sendable {
    private enum Form {
        case fixed(Moment)
        case relative(RelativeTime)
        case other(OtherValue, DateShift?)
    }

    private let form: Form
    /// What messages show; `nil` for the moment, which they write in the reader's language.
    private let shown: String?

    /// Smaller numbers are days of 1966 to 1973, and are rather dates without quotes: `20240131` or `2024`.
    private static let leastSeconds = 100_000_000

    /// `nil` without a value.
    init?(
        _ value: AnyValue?, other: OtherValue?, shown: String?, option: String, reader: DateReader, zone: TimeZoneRules
    ) throws(OptionError) {
        if let other {
            form = .other(other, try other.shift(option, reader.kind))
            self.shown = shown
            return
        }
        switch value {
        case nil, .null: return nil
        case .integer(let seconds):
            try Self.check(seconds, option: option, reader.kind)
            form = .fixed(Moment(seconds: seconds))
            self.shown = shown
        case .text(let text):
            if let moment = Self.moment(text, reader, zone) {
                form = .fixed(moment)
                // In ISO 8601 it is already what messages write in the reader's language.
                self.shown = shown ?? (WrittenInstant(text) == nil ? nil : text)
            } else if let relative = RelativeTime(text) {
                if reader.kind == .time, !relative.isNow {
                    throw OptionError(option: option, reason: "a time of day can be compared with 'now' only")
                }
                form = .relative(relative)
                self.shown = shown
            } else {
                throw OptionError(
                    option: option,
                    reason:
                        "'\(text)' is neither in the format, nor ISO 8601, nor relative such as 'today' or '-18 years'",
                    suggestion: reader.kind == .time ? nil : Self.meant(text))
            }
        default: throw OptionError(option: option, reason: "must be a string or seconds since 1970")
        }
    }

    /// Throws for a number that is rather something else than seconds since 1970.
    private static func check(_ seconds: Int64, option: String, _ kind: DateKind) throws(OptionError) {
        guard seconds.magnitude < 100_000_000_000_000 else {
            throw OptionError(
                option: option,
                reason: "expected seconds since 1970, found \(seconds), which is millions of years from now")
        }
        guard seconds.magnitude < leastSeconds else { return }
        let read = ISOTime.write(Moment(seconds: seconds), kind, zone: .utc)
        throw OptionError(
            option: option,
            reason: "the number \(seconds) would be seconds since 1970, that is \(read): write a string instead",
            suggestion: meant(seconds, kind) ?? read)
    }

    /// The date or time that was probably written without quotes: for `20240131`, `2024`, and `930` as a time.
    private static func meant(_ number: Int64, _ kind: DateKind) -> String? {
        let digits = String(number)
        let isTime = kind == .time
        var text: String
        switch (isTime, digits.utf8.count) {
        case (true, 1...2): text = "0\(digits):00"
        case (true, 3...4): text = "0\(digits.dropLast(2)):\(digits.suffix(2))"
        case (false, 4): text = "\(digits)-01-01"
        case (false, 8): text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        default: return nil
        }
        if isTime { text = String(text.suffix(5)) }
        let isReal = text.withUTF8 { ISOReader.read($0, isTime ? .time : .date) != nil }
        return isReal ? text : nil
    }

    /// The relative time that was probably meant: `tomorrow` for `tomorow`, `+18 years` for `18 years`.
    private static func meant(_ text: String) -> String? {
        if RelativeTime("+" + text) != nil { return "'-\(text)' or '+\(text)'" }
        let words = text.lowercased().split(separator: " ", maxSplits: 1).map { String($0) }
        guard let first = words.first, first.utf8.count <= 20,
            let word = Suggestion.nearest(to: first, in: RelativeTime.bases.keys)
        else { return nil }
        let whole = ([word] + words.dropFirst()).joined(separator: " ")
        return RelativeTime(whole) == nil ? nil : whole
    }

    static func moment(_ text: String, _ reader: DateReader, _ zone: TimeZoneRules) -> Moment? {
        if reader.boundsAreISO { return isoMoment(text, reader, zone) ?? reader.read(text) }
        return reader.read(text) ?? isoMoment(text, reader, zone)
    }

    private static func isoMoment(_ text: String, _ reader: DateReader, _ zone: TimeZoneRules) -> Moment? {
        var text = text
        return text.withUTF8 { bytes in
            if let time = ISOReader.read(bytes, reader.kind) { return time.moment(in: reader.zone) }
            guard reader.kind != .time else { return nil }
            // A day is compared with moments as its midnight; where days have times, a moment is allowed too.
            if let day = ISOReader.read(bytes, .date) { return day.moment(in: reader.zone) }
            return reader.hasTime ? ISOReader.read(bytes, .datetime)?.moment(in: zone) : nil
        }
    }

    /// The moment, unless it is relative to now.
    var fixed: Moment? { if case .fixed(let moment) = form { moment } else { nil } }

    /// The bound at the time of a check; `nil` if it is in another attribute, and that has no date.
    func moment(
        _ context: borrowing ValidationContext, now: @autoclosure () -> Int64, reader: DateReader, zone: TimeZoneRules
    ) -> Moment? {
        switch form {
        case .fixed(let moment): return moment
        case .other(let other, let shift):
            context.meter.pointee.charge(reader.price + (other.reading?.price ?? 0))
            let moment = Self.moment(other, context, reader, zone)
            return moment.map { shift?.moved($0, in: reader.zone) ?? $0 }
        case .relative(let relative):
            return reader.placed(Moment(seconds: relative.seconds(from: now(), in: zone)), in: zone)
        }
    }

    /// The moment that another attribute has, as its own rules read it.
    private static func moment(
        _ other: OtherValue, _ context: borrowing ValidationContext, _ reader: DateReader, _ zone: TimeZoneRules
    ) -> Moment? {
        let value = unsafe Value(unsafe: other.raw(context))
        // A time of day is on no day.
        guard value.kind == .text, let reading = other.reading, (reading.place == .timeOfDay) == (reader.kind == .time)
        else { return moment(value, reader, zone) }
        guard case .moment(let seconds, let nanoseconds)? = other.found(context) else {
            // What a format of its own does not read is not a date.
            return reading.isOwn && value.instant == nil ? nil : moment(value, reader, zone)
        }
        if reading.place == .moment {
            return reader.placed(Moment(seconds: seconds, nanoseconds: nanoseconds), in: zone)
        }
        // A day is compared with moments as its midnight.
        let local = reading.local?(seconds) ?? seconds
        return Moment(seconds: reader.zone.moment(ofLocal: local), nanoseconds: nanoseconds)
    }

    /// The moment that another attribute's value means.
    private static func moment(_ value: borrowing Value, _ reader: DateReader, _ zone: TimeZoneRules) -> Moment? {
        if let instant = value.instant { return reader.placed(instant, in: zone) }
        guard let text = value.text?.string else { return nil }
        if let moment = moment(text, reader, zone) { return moment }
        // Of a moment, the day in the zone counts.
        return reader.kind == .date ? value.moment.map { reader.placed($0, in: zone) } : nil
    }

    /// What messages show: the rule's own text, or the moment in ISO 8601.
    func text(_ moment: Moment, reader: DateReader) -> ParameterValue {
        .text(shown ?? ISOTime.write(moment, reader.hasTime ? reader.kind : .date, zone: reader.zone))
    }
}
