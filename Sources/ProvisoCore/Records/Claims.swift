internal import ProvisoMessages

/// Remembers the values of a run's records, for rules that compare records.
///
/// It belongs to one record and is called on the thread that validates it.
package protocol Claims: AnyObject {
    /// The number, from 1, of the earlier record that had a value with this key; `nil` if there is none, and then this
    /// record has it from now on.
    func record(with key: [UInt8]) -> Int?
}

/// Values as bytes; two keys are equal only if all their values are.
package struct ClaimKey {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ text: String) {
        append(UInt8(ascii: "s"), text)
    }

    /// Appends a value; numbers of the same value are equal, however they are written.
    package mutating func append(_ value: AnyValue) {
        switch value {
        case .absent, .null: bytes.append(UInt8(ascii: "n"))
        case .boolean(let truth): bytes.append(UInt8(ascii: truth ? "t" : "f"))
        case .integer(let number): append(UInt8(ascii: "i"), String(number))
        case .text(let text): append(text)
        case .unsigned, .double, .decimal: append(UInt8(ascii: "i"), Number(value)?.canonicalText ?? "")
        case .list(let items):
            append(UInt8(ascii: "l"), String(items.count))
            for item in items { append(item) }
        case .object(let members):
            append(UInt8(ascii: "o"), String(members.count))
            for member in members.sorted(by: { $0.key < $1.key }) {
                append(member.key)
                append(member.value)
            }
        }
    }

    private mutating func append(_ kind: UInt8, _ text: String) {
        bytes.append(kind)
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.utf8.count).littleEndian) { bytes += $0 }
        bytes += text.utf8
    }
}

extension Number {
    /// The same string for all numbers of one value.
    package var canonicalText: String {
        let decimal = DecimalDigits(plainText)
        let digits = String(decoding: decimal.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sign = decimal.isNegative ? "-" : ""
        if decimal.digits.isEmpty { return "0" }
        // Integers of a usual length, without an exponent.
        if decimal.isWhole, decimal.point <= 20 {
            return sign + digits + String(repeating: "0", count: decimal.point - decimal.digits.count)
        }
        return "\(sign)\(digits)e\(decimal.point)"
    }
}
