package import ProvisoABI

/// A test so small that a plan makes it itself before it calls the validator.
///
/// It is true only of values that the validator would pass over without a word and without changing them; where it is
/// false the validator decides.
public struct QuickTest: Sendable {
    package enum Kind: Sendable {
        case none
        /// Text that is seen from its bytes to have so many code points.
        case text(least: Int, most: Int)
        case integer(least: Int64, most: Int64)
        /// Doubles, and integers that are one exactly.
        case number(least: Double, most: Double)
        /// A number, a truth value, or text that begins with a visible ASCII character.
        case written
    }

    package let kind: Kind

    /// True of nothing.
    public static let none = QuickTest(kind: .none)

    /// True of text of so many code points, where that can be told from the number of its bytes.
    public static func text(codePoints: ClosedRange<Int>) -> QuickTest {
        QuickTest(kind: .text(least: codePoints.lowerBound, most: codePoints.upperBound))
    }

    /// True of whole numbers within bounds.
    public static func integer(_ range: ClosedRange<Int64>) -> QuickTest {
        QuickTest(kind: .integer(least: range.lowerBound, most: range.upperBound))
    }

    /// True of numbers within bounds.
    public static func number(_ range: ClosedRange<Double>) -> QuickTest {
        QuickTest(kind: .number(least: range.lowerBound, most: range.upperBound))
    }

    /// True of numbers, truth values, and text that begins with a visible ASCII character.
    public static let written = QuickTest(kind: .written)

    @inline(__always)
    package func passes(_ value: proviso_value) -> Bool {
        switch kind {
        case .none: return false
        case .text(let least, let most):
            guard value.kind == Proviso.Kind.text.rawValue, value.length <= UInt64(most) else { return false }
            // A code point takes one to four bytes.
            let count = Int(value.length)
            return count > (least &- 1) &* 4 || value.flags & UInt32(PROVISO_FLAG_ASCII) != 0 && count >= least
        case .integer(let least, let most):
            return value.kind == Proviso.Kind.integer.rawValue && value.as.integer >= least
                && value.as.integer <= most
        case .number(let least, let most):
            if value.kind == Proviso.Kind.double.rawValue {
                return value.as.number >= least && value.as.number <= most
            }
            guard value.kind == Proviso.Kind.integer.rawValue, value.as.integer.magnitude < 1 << 53 else {
                return false
            }
            return Double(value.as.integer) >= least && Double(value.as.integer) <= most
        case .written:
            guard value.kind == Proviso.Kind.text.rawValue else {
                return value.kind >= Proviso.Kind.boolean.rawValue && value.kind <= Proviso.Kind.decimal.rawValue
            }
            guard value.length > 0, let first = value.as.text?.pointee else { return false }
            return first > 0x20 && first < 0x7F
        }
    }
}
