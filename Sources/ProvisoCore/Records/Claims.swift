internal import ProvisoMessages

/// Remembers which values the records of a run have, for rules that compare records.
///
/// Belongs to one record, and is asked by the thread that validates it.
package protocol Claims: AnyObject {
    /// The number of the record that had a value of this key before, from 1; nil where none had, and this one has it
    /// from now on.
    func record(with key: [UInt8]) -> Int?
}

/// Values as bytes: two keys are the same only when all that was appended is.
package struct ClaimKey {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ text: String) {
        append(UInt8(ascii: "s"), text)
    }

    /// Numbers of the same value are the same, however they are written.
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
    /// The same text for all numbers of one value.
    package var canonicalText: String {
        let decimal = DecimalDigits(plainText)
        let digits = String(decoding: decimal.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sign = decimal.isNegative ? "-" : ""
        if decimal.digits.isEmpty { return "0" }
        // Whole numbers of a usual length as integers are written.
        if decimal.isWhole, decimal.point <= 20 {
            return sign + digits + String(repeating: "0", count: decimal.point - decimal.digits.count)
        }
        return "\(sign)\(digits)e\(decimal.point)"
    }
}
