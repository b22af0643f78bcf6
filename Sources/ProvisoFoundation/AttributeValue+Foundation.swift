public import Foundation
public import Proviso

/// Foundation's types as properties of models: each is a text in data and for rules.
extension UUID: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        malformed(value, at: path, code: "uuid.invalid")
    }

    /// In lowercase letters, as RFC 9562 asks for.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(uuidString.lowercased()) }

    public init?(attribute value: AnyValue) {
        guard let text = value.text else { return nil }
        self.init(uuidString: text)
    }
}

extension URL: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        malformed(value, at: path, code: "url.invalid")
    }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(absoluteString) }

    public init?(attribute value: AnyValue) {
        guard let text = value.text, !text.isEmpty else { return nil }
        self.init(string: text)
    }
}

/// A point in time, in data an RFC 3339 text such as `2024-05-01T10:30:00Z`, with or without a fraction.
extension Date: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        malformed(value, at: path, code: "date.invalid")
    }

    public func value(in writer: ValueWriter) -> WrittenValue {
        let isWhole = timeIntervalSinceReferenceDate == timeIntervalSinceReferenceDate.rounded()
        return writer.text(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole)))
    }

    public init?(attribute value: AnyValue) {
        guard let text = value.text else { return nil }
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else { return nil }
        self = date
    }
}

/// A decimal number, without loss: data gives a number.
extension Decimal: AttributeValue {
    public static var valueKind: ValueKind { .number }

    public func value(in writer: ValueWriter) -> WrittenValue {
        guard let number = Number("\(self)") else { return writer.value(.null) }
        return writer.value(AnyValue(number))
    }

    public init?(attribute value: AnyValue) {
        guard let text = value.number?.plainText else { return nil }
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}

/// Bytes, in data a Base64 text.
extension Data: AttributeValue {
    public static var valueKind: ValueKind { .text }
    /// An empty field of a form is nothing, not the Base64 text of no bytes.
    public static var holdsEmptyText: Bool { false }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        malformed(value, at: path, code: "base64.invalid")
    }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(base64EncodedString()) }

    public init?(attribute value: AnyValue) {
        guard let text = value.text else { return nil }
        self.init(base64Encoded: text)
    }
}

extension AttributeValue {
    /// A text that the type cannot be made from, or something that is no text.
    fileprivate static func malformed(_ value: AnyValue, at path: Path, code: Code) -> [Misfit] {
        guard Self(attribute: value) == nil else { return [] }
        return [Misfit(path: path, expected: .text, finding: value.text == nil ? nil : Finding(code))]
    }
}
