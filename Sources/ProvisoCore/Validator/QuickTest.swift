internal import CLibrary
package import JSONBridge
package import ProvisoABI

/// A small test that a plan runs itself before it calls the validator.
///
/// It is true only for values that the validator accepts unchanged. Where it is false, the validator decides.
package struct QuickTest: Sendable {
    package enum Kind: Sendable {
        case none
        /// A string with a number of code points within bounds, as far as the number of its bytes decides it.
        case text(least: Int, most: Int)
        case integer(least: Int64, most: Int64)
        /// Doubles, and integers that are one exactly.
        case number(least: Double, most: Double)
        /// A number, a Boolean, or text that begins with a visible ASCII character.
        case written
        /// Text that passes both `written` and `text`.
        case writtenText(least: Int, most: Int)
        /// A list of that many items.
        case items(least: Int, most: Int)
        /// A string of a table, which the validator owns.
        case word(Unmanaged<TextTable>)
        /// The same text as in a slot.
        case same(slot: Int)
    }

    package let kind: Kind

    /// True for nothing.
    package static let none = QuickTest(kind: .none)

    /// True for strings with a number of code points within bounds, if the number of bytes decides it.
    package static func text(codePoints: ClosedRange<Int>) -> QuickTest {
        counted(codePoints) { .text(least: $0, most: $1) }
    }

    /// True for integers within bounds.
    package static func integer(_ range: ClosedRange<Int64>) -> QuickTest {
        QuickTest(kind: .integer(least: range.lowerBound, most: range.upperBound))
    }

    /// True for numbers within bounds.
    package static func number(_ range: ClosedRange<Double>) -> QuickTest {
        QuickTest(kind: .number(least: range.lowerBound, most: range.upperBound))
    }

    /// True for numbers, Booleans, and strings that begin with a visible ASCII character.
    package static let written = QuickTest(kind: .written)

    /// True for lists with a number of items within bounds.
    package static func items(_ range: ClosedRange<Int>) -> QuickTest {
        counted(range) { .items(least: $0, most: $1) }
    }

    /// The test of a count: nothing counts fewer than 0, and no memory holds `mostCounted`.
    private static func counted(_ range: ClosedRange<Int>, _ kind: (Int, Int) -> Kind) -> QuickTest {
        guard range.upperBound >= 0, range.lowerBound <= mostCounted else { return .none }
        return QuickTest(kind: kind(max(range.lowerBound, 0), range.upperBound))
    }

    /// Four times this is a number still: a code point takes up to four bytes.
    private static let mostCounted = 1 << 60

    /// True for a table's strings; the validator keeps the table alive.
    static func word(of table: TextTable) -> QuickTest { QuickTest(kind: .word(Unmanaged.passUnretained(table))) }

    /// True for the string that a slot holds too.
    static func same(as slot: Int) -> QuickTest { QuickTest(kind: .same(slot: slot)) }

    /// A test that is true only for values that pass both tests, if one exists.
    func joined(with next: QuickTest) -> QuickTest? {
        guard case .written = kind, case .text(let least, let most) = next.kind else { return nil }
        return QuickTest(kind: .writtenText(least: least, most: most))
    }

    /// Whether the test is true of a value in a record with these slots.
    @inline(__always)
    package func passes(_ value: proviso_value, _ slots: UnsafeMutablePointer<prv_node>) -> Bool {
        switch kind {
        case .none: return false
        case .text(let least, let most): return Self.isText(value, least, most)
        case .integer(let least, let most):
            return value.kind == ValueKind.integer.rawValue && value.as.integer >= least
                && value.as.integer <= most
        case .number(let least, let most):
            if value.kind == ValueKind.double.rawValue {
                return value.as.number >= least && value.as.number <= most
            }
            guard value.kind == ValueKind.integer.rawValue, value.as.integer.magnitude < 1 << 53 else {
                return false
            }
            return Double(value.as.integer) >= least && Double(value.as.integer) <= most
        case .written:
            guard value.kind == ValueKind.text.rawValue else {
                return value.kind >= ValueKind.boolean.rawValue
                    && value.kind <= ValueKind.decimal.rawValue
            }
            return value.length > 0 && Self.beginsVisibly(value)
        case .writtenText(let least, let most):
            return value.length > 0 && Self.isText(value, least, most) && Self.beginsVisibly(value)
        case .items(let least, let most):
            return value.kind == ValueKind.list.rawValue && value.length <= UInt64(most) && value.length >= least
        case .word(let table):
            guard value.kind == ValueKind.text.rawValue, let start = value.as.text else { return false }
            return table._withUnsafeGuaranteedRef { $0.contains(UnsafeRawPointer(start), Int(value.length)) }
        case .same(let slot):
            let other = slots[slot].value
            guard value.kind == ValueKind.text.rawValue, other.kind == value.kind, other.length == value.length,
                let left = value.as.text, let right = other.as.text
            else { return false }
            return memcmp(left, right, Int(value.length)) == 0
        }
    }

    @inline(__always)
    private static func isText(_ value: proviso_value, _ least: Int, _ most: Int) -> Bool {
        guard value.kind == ValueKind.text.rawValue, value.length <= UInt64(most) else { return false }
        // A code point takes one to four bytes.
        let count = Int(value.length)
        return count > (least &- 1) &* 4 || value.flags & UInt32(PROVISO_FLAG_ASCII) != 0 && count >= least
    }

    @inline(__always)
    private static func beginsVisibly(_ text: proviso_value) -> Bool {
        guard let first = text.as.text?.pointee else { return false }
        return first > 0x20 && first < 0x7F
    }
}
