internal import ProvisoMessages

/// What the values of a rule type mean, as the type itself says, for expressions.
package enum ValueMeaning: Sendable {
    /// The type does not say.
    case any
    case text
    /// A string in ISO 8601 that is a time where one is needed; `nil` if another attribute says in which zone.
    case time(ValueReading?)
    /// A value that expressions read in a form of its own: a number, a time in a format.
    case read(ValueReading)
}

/// How a rule reads a value, so that it is the same whatever the data spells: 10, 10.0 and "10".
package final class ValueReading: Sendable {
    package enum Kind: Sendable { case integer, double, time }

    /// What times in the format have: a date and a time of day, or only one of them.
    package enum Place: Sendable { case moment, day, timeOfDay }

    package enum Found: Sendable {
        case number(Number)
        case moment(seconds: Int64, nanoseconds: Int32)
    }

    package let kind: Kind
    /// Reads strings in the rule's own format; `nil` for numbers as all rules read them.
    ///
    /// The second argument is the locale of the request.
    package let format: (@Sendable (String, String?) -> Found?)?
    /// Whether the format depends on the locale of the request.
    package let isOfRequest: Bool
    /// Whether the format is the rule's own, which other rules do not read.
    package let isOwn: Bool
    /// How constants of rule sets are read, which may also be in ISO 8601.
    package let constant: (@Sendable (String) -> Found?)?
    package let place: Place
    /// The steps of reading one string: see `ValidationContext.pay(_:)`.
    package let price: Int
    /// What a clock shows at a moment, in seconds, in the zone in which days and times of day are read.
    package let local: (@Sendable (Int64) -> Int64)?

    package init(
        _ kind: Kind, isOfRequest: Bool = false, format: (@Sendable (String, String?) -> Found?)? = nil
    ) {
        (self.kind, self.isOfRequest, self.format, isOwn) = (kind, isOfRequest, format, format != nil)
        (constant, place, local, price) = (nil, .moment, nil, 0)
    }

    /// Reads times.
    package init(
        ofTimes place: Place, isOwn: Bool, isOfRequest: Bool, price: Int, local: @escaping @Sendable (Int64) -> Int64,
        constant: @escaping @Sendable (String) -> Found?, format: @escaping @Sendable (String, String?) -> Found?
    ) {
        (kind, self.place, self.isOwn, self.isOfRequest, self.price) = (.time, place, isOwn, isOfRequest, price)
        (self.local, self.constant, self.format) = (local, constant, format)
    }

    package static let integer = ValueReading(.integer)
    package static let double = ValueReading(.double)
}

extension ValueReading {
    /// What a value is in the rule's format; a number is one in each format.
    func found(_ value: borrowing Value, _ locale: String?) -> Found? {
        guard let text = value.text else { return Number(value).map { .number($0) } }
        guard let format else { return Number(spelledBy: value).map { .number($0) } }
        return format(text.string, isOfRequest ? locale : nil)
    }
}

extension ValueReading.Found {
    /// Less than 0 if it is less than another one, 0 if both are equal; `nil` if they cannot be compared.
    func order(to other: ValueReading.Found?) -> Int? {
        switch (self, other) {
        case (.number(let one), .number(let two)?): return one.order(to: two)
        case (.moment(let seconds, let part), .moment(let others, let otherPart)?):
            return (seconds, part) < (others, otherPart) ? -1 : (seconds, part) == (others, otherPart) ? 0 : 1
        default: return nil
        }
    }
}

extension ValueReading: Equatable {
    package static func == (one: ValueReading, two: ValueReading) -> Bool { one === two }
}

extension ValueKindSet {
    /// What values of the kinds mean.
    package var means: ValueMeaning {
        func holds(only kinds: ValueKind...) -> Bool {
            let others = ValueKind.allCases.filter { ![.absent, .null].contains($0) && !kinds.contains($0) }
            return kinds.contains(where: contains) && !others.contains(where: contains)
        }
        if holds(only: .text) { return .text }
        if holds(only: .integer, .unsigned) { return .read(.integer) }
        return holds(only: .integer, .unsigned, .double, .decimal) ? .read(.double) : .any
    }
}
