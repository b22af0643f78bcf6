public import Foundation
public import Proviso

/// Foundation's types as properties of models: each is a string in data and for rules.
extension UUID: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        malformed(value, at: path, code: "uuid.invalid")
    }

    /// In lowercase letters, as RFC 9562 requires.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(uuidString.lowercased()) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let text = value.text else { return nil }
        self.init(uuidString: text)
    }
}

/// An address of RFC 3986: other characters are refused rather than percent-encoded.
extension URL: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        malformed(value, at: path, code: "url.invalid")
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(absoluteString) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let text = value.text, !text.isEmpty else { return nil }
        // Foundation would percent-encode other characters.
        self.init(string: text, encodingInvalidCharacters: false)
    }
}

/// A point in time, in data an RFC 3339 text such as `2024-05-01T10:30:00Z`, with or without a fraction.
///
/// Rules about time see the moment itself, whatever its year; for all others it is the text, in UTC.
extension Date: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        malformed(
            value, at: path, code: "date.invalid",
            ["format": .text(Instant.form), "example": "2026-12-31T14:30:00Z", "kind": "datetime"])
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        // No calendar goes beyond these; the rules reject what is not text.
        guard timeIntervalSinceReferenceDate.magnitude < 1e15 else {
            return writer.value(.double(timeIntervalSinceReferenceDate))
        }
        for (digits, unit) in [(0, 1.0), (3, 1e3), (6, 1e6)] {
            let instant = instant(unit)
            if Date(instant) == self { return writer.instant(instant.text(fractionDigits: digits)) }
        }
        return writer.instant(instant(1e9).text(fractionDigits: 9))
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let text = value.text, let instant = Instant(text) else { return nil }
        self.init(instant)
    }

    private static let secondsUntil2001: Int64 = 978_307_200

    private init(_ instant: Instant) {
        self.init(
            timeIntervalSinceReferenceDate: Double(instant.seconds - Self.secondsUntil2001)
                + Double(instant.nanoseconds) / 1e9)
    }

    /// The nearest instant that is whole in some unit of a second.
    private func instant(_ unit: Double) -> Instant {
        let second = timeIntervalSinceReferenceDate.rounded(.down)
        let parts = ((timeIntervalSinceReferenceDate - second) * unit).rounded()
        let isNext = parts == unit
        return Instant(
            seconds: Int64(second) + Self.secondsUntil2001 + (isNext ? 1 : 0),
            nanoseconds: isNext ? 0 : Int32(parts * (1e9 / unit)))
    }
}

/// A decimal number, without loss: data gives a number that the type holds exactly.
///
/// One beyond its range is `number.tooBig` or `number.tooSmall`, and one of more digits than it keeps is
/// `multipleOf.invalid` with the step that it keeps there. For all rules, `Decimal.nan` is not a number.
extension Decimal: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .number }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = value.number, let most = Number("\(greatestFiniteMagnitude)"),
            let least = Number("-\(greatestFiniteMagnitude)")
        else { return [TypeMismatch(path: path, expected: .number)] }
        let finding =
            number > most
            ? Finding("number.tooBig", ["max": ParameterValue(most)])
            : number < least
                ? Finding("number.tooSmall", ["min": ParameterValue(least)])
                : Finding("multipleOf.invalid", ["of": ParameterValue(number.step(ofDigits: 38, atLeast: -127))])
        return [TypeMismatch(path: path, expected: .number, finding: finding)]
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        // Null would be skipped as empty.
        guard !isNaN, let number = Number("\(self)") else { return writer.value(.double(.nan)) }
        return writer.value(AnyValue(number))
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let number = value.number, number.isFinite,
            let decimal = Decimal(string: number.plainText, locale: Locale(identifier: "en_US_POSIX")),
            let held = Number("\(decimal)"), held == number
        else { return nil }
        self = decimal
    }
}

/// Bytes, in data the Base64 text that encodes them (RFC 4648): padded, and without bits left over.
extension Data: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }
    /// An empty form field means `nil`, not empty data.
    public static var holdsEmptyText: Bool { false }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        malformed(value, at: path, code: "base64.invalid")
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(base64EncodedString()) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let text = value.text, let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
            return nil
        }
        self = data
    }
}

extension AttributeValue {
    /// A string that the type cannot be made from, or a value that is not a string.
    fileprivate static func malformed(
        _ value: AnyValue, at path: ValuePath, code: Code, _ parameters: Parameters = [:]
    ) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        return [TypeMismatch(path: path, expected: .text, finding: value.text == nil ? nil : Finding(code, parameters))]
    }
}

extension Date: SpelledInData {}
extension Data: SpelledInData {}
extension Decimal: SpelledInData {}
extension URL: SpelledInData {}
extension UUID: SpelledInData {}
