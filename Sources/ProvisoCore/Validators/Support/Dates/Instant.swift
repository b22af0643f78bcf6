internal import ProvisoABI

/// A point in time in RFC 3339 form, for properties that hold one.
package struct Instant {
    /// Since 1970-01-01 UTC.
    package let seconds: Int64
    package let nanoseconds: Int32

    /// The form that data must have, for messages.
    package static let form = DateKind.datetime.isoForm

    package init(seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Reads strict RFC 3339; a leap second is the second after it, as in all Unix time.
    package init?(_ text: String) {
        var text = text
        let time = text.withUTF8 { ISOReader.read($0, .datetime, strict: true, leapSeconds: true) }
        guard let offset = time?.offset, let time else { return nil }
        self.init(seconds: time.day * 86_400 + time.secondOfDay - offset, nanoseconds: time.nanoseconds)
    }

    /// The string with a number of fraction digits; years of more than four digits and years before 0 have a sign.
    package func text(fractionDigits: Int) -> String {
        let year = CivilDay(number: CivilTime(seconds).day).year
        let whole = ISOTime.write(Moment(seconds: seconds), .datetime, zone: .utc)
        let signed = year > 9999 ? "+\(whole)" : whole
        if fractionDigits == 0 { return signed }
        let digits = String(Int64(nanoseconds) + 1_000_000_000).dropFirst().prefix(fractionDigits)
        return "\(signed.dropLast()).\(digits)Z"
    }
}

extension Value {
    /// Whether a property that holds a point in time wrote the value.
    var isInstant: Bool { raw.flags & NodeFlag.instant != 0 }

    /// The moment, if the property holds one.
    var instant: Moment? { isInstant ? moment : nil }

    /// The moment that a string means; without an offset it is read in UTC, and a day means its midnight.
    var moment: Moment? {
        guard let text else { return nil }
        return ISOReader.moment(text.buffer)
    }
}
