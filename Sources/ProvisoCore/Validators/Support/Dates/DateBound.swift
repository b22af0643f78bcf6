internal import ProvisoMessages

/// A least or greatest date of a rule.
struct DateBound: Sendable {
    private enum Form {
        case fixed(Moment)
        case relative(RelativeTime)
    }

    private let form: Form
    /// What messages show; nil to write the moment in the rule's format.
    private let shown: String?

    /// Nil without a value.
    init?(
        _ value: AnyValue?, shown: String?, option: String, reader: DateReader, zone: TimeZoneRules
    ) throws(OptionError) {
        switch value {
        case nil, .null: return nil
        case .integer(let seconds):
            guard seconds.magnitude < 100_000_000_000_000 else {
                throw OptionError(option: option, reason: "is millions of years away: seconds since 1970 are meant")
            }
            form = .fixed(Moment(seconds: seconds))
            self.shown = shown
        case .text(let text):
            if let moment = Self.moment(text, reader, zone) {
                form = .fixed(moment)
                self.shown = shown ?? text
            } else if let relative = RelativeTime(text) {
                if reader.kind == .time, !relative.isNow {
                    throw OptionError(option: option, reason: "a time of day can be compared with 'now' only")
                }
                form = .relative(relative)
                self.shown = shown
            } else {
                throw OptionError(
                    option: option,
                    reason: "'\(text)' is neither in the format, nor ISO 8601, nor relative such as '-18 years'")
            }
        default: throw OptionError(option: option, reason: "must be a string or seconds since 1970")
        }
    }

    private static func moment(_ text: String, _ reader: DateReader, _ zone: TimeZoneRules) -> Moment? {
        if reader.boundsAreISO { return isoMoment(text, reader, zone) ?? reader.read(text) }
        return reader.read(text) ?? isoMoment(text, reader, zone)
    }

    private static func isoMoment(_ text: String, _ reader: DateReader, _ zone: TimeZoneRules) -> Moment? {
        var text = text
        return text.withUTF8 { bytes in
            if let time = ISOReader.read(bytes, reader.kind) { return time.moment(in: reader.zone) }
            guard reader.kind != .time else { return nil }
            // A day stands for its midnight beside moments, and a moment is as good as a day where days have times.
            if let day = ISOReader.read(bytes, .date) { return day.moment(in: reader.zone) }
            return reader.hasTime ? ISOReader.read(bytes, .datetime)?.moment(in: zone) : nil
        }
    }

    /// Whether the bound stays where it is.
    var fixed: Moment? { if case .fixed(let moment) = form { moment } else { nil } }

    /// The bound at the time of a check.
    func moment(now: @autoclosure () -> Int64, reader: DateReader, zone: TimeZoneRules) -> Moment {
        switch form {
        case .fixed(let moment): return moment
        case .relative(let relative):
            return reader.placed(Moment(seconds: relative.seconds(from: now(), in: zone)), in: zone)
        }
    }

    func text(_ moment: Moment, reader: DateReader) -> ParameterValue { .text(shown ?? reader.write(moment)) }
}
