import Proviso
import Testing

struct NumberTests {
    struct Order: Sendable {
        let left: Number
        let right: Number
        let order: Int
        let location: SourceLocation

        init(_ left: Number, _ sign: String, _ right: Number, at location: SourceLocation = #_sourceLocation) {
            self.left = left
            self.right = right
            order = sign == "<" ? -1 : sign == ">" ? 1 : 0
            self.location = location
        }
    }

    static let forty = "1234567890123456789012345678901234567890"

    static let orders = [
        Order(.integer(.min), "<", .integer(.max)),
        Order(.integer(.max), "<", .unsigned(UInt64(Int64.max) + 1)),
        Order(.integer(-1), "<", .unsigned(.max)),
        Order(.integer(.min), "<", .unsigned(0)),
        Order(.integer(7), "=", .unsigned(7)),
        Order(.unsigned(.max), ">", .double(1.5)),
        Order(.unsigned(.max), "<", .double(1e20)),
        Order(.unsigned(.max), "<", .decimal("18446744073709551615.5")),
        Order(.unsigned(.max), "=", .decimal("18446744073709551615.0")),
        Order(.unsigned(.max), ">", .decimal("18446744073709551614.9999999999999999999")),
        Order(.integer(1 << 53), "=", .double(0x1p53)),
        Order(.integer((1 << 53) + 1), ">", .double(0x1p53)),
        Order(.integer((1 << 53) - 1), "<", .double(0x1p53)),
        Order(.integer((1 << 53) + 1), "<", .double(0x1p53 + 2)),
        Order(.integer(-(1 << 53) - 1), "<", .double(-0x1p53)),
        Order(.integer(-(1 << 53) + 1), ">", .double(-0x1p53)),
        Order(.integer(16_777_217), ">", .integer(16_777_216)),
        Order(.integer(.min), "=", .decimal("-9223372036854775808")),
        Order(.integer(.min), ">", .decimal("-9223372036854775809")),
        Order(.integer(.max), "<", .decimal("9223372036854775807.000000000000000001")),
        Order(.integer(0), "=", .double(-0.0)),
        Order(.double(-0.0), "=", .double(0)),
        Order(.integer(0), "=", .decimal("-0.000000000000000000000000")),
        Order(.integer(0), "=", .decimal("0e1000000")),
        Order(.double(0.1), "=", .decimal("0.10000000000000000000000")),
        Order(.double(0.1), "<", .decimal("0.10000000000000000000001")),
        Order(.double(0.1), ">", .decimal("0.09999999999999999999999")),
        Order(.double(5), "=", .integer(5)),
        Order(.double(5.5), ">", .integer(5)),
        Order(.double(-5.5), "<", .integer(-5)),
        Order(.decimal(forty), "=", .decimal(forty + ".0")),
        Order(.decimal(forty), "<", .decimal(forty + "1")),
        Order(.decimal(forty), "<", .decimal(forty + ".0000000000000000000000000000000000000001")),
        Order(.decimal("-" + forty), "<", .decimal(forty)),
        Order(.decimal("-" + forty), "<", .integer(.min)),
        Order(.decimal("-" + forty), ">", .decimal("-" + forty + ".5")),
        Order(.decimal("1e400"), "<", .decimal("1e401")),
        Order(.decimal("-1e400"), ">", .decimal("-1e401")),
        Order(.decimal("1e400"), ">", .double(.greatestFiniteMagnitude)),
        Order(.decimal("10e400"), "=", .decimal("1e401")),
        Order(.decimal("0.1e402"), "=", .decimal("1E+401")),
        Order(.decimal("1e-400"), ">", .integer(0)),
        Order(.decimal("1e-400"), ">", .decimal("1e-401")),
        Order(.decimal("-1e-400"), "<", .integer(0)),
        Order(.decimal("1e-400"), "<", .double(.leastNonzeroMagnitude)),
        Order(.decimal("1e99999999999999999999"), ">", .decimal("1e400")),
        Order(.decimal("1e-99999999999999999999"), "<", .decimal("1e-400")),
        Order(.double(.infinity), ">", .integer(.max)),
        Order(.double(.infinity), ">", .unsigned(.max)),
        Order(.double(.infinity), ">", .decimal("1e400")),
        Order(.double(-.infinity), "<", .integer(.min)),
        Order(.double(-.infinity), "<", .decimal("-1e400")),
        Order(.double(.infinity), "=", .double(.infinity)),
        Order(.double(.infinity), ">", .double(-.infinity)),
    ]

    @Test(arguments: orders) func comparesExactly(row: Order) {
        let (left, right) = (row.left, row.right)
        let order = left < right ? -1 : left == right ? 0 : 1
        #expect(order == row.order, "\(left) \(right)", sourceLocation: row.location)
        let reversed = right < left ? -1 : right == left ? 0 : 1
        #expect(reversed == -row.order, "\(right) \(left)", sourceLocation: row.location)
        if row.order == 0 { #expect(left.hashValue == right.hashValue, sourceLocation: row.location) }
    }

    /// A number that is none compares with nothing, so that no bound lets it pass.
    @Test func notANumberIsNoNumber() {
        #expect(Number(AnyValue.double(.nan)) == nil)
        #expect(AnyValue.double(.nan).withValue { Number($0) } == nil)
        #expect(Number.double(.nan) != .integer(5))
        #expect(Number.double(.nan) != .double(5))
    }

    struct Reading: Sendable {
        let text: String
        let number: Number?
        let kind: ValueKind?
        let location: SourceLocation

        init(_ text: String, _ kind: ValueKind?, _ number: Number?, at location: SourceLocation = #_sourceLocation) {
            self.text = text
            self.kind = kind
            self.number = number
            self.location = location
        }
    }

    static let readings = [
        Reading("0", .integer, .integer(0)),
        Reading("-0", .integer, .integer(0)),
        Reading("+7", .integer, .integer(7)),
        Reading("007", .integer, .integer(7)),
        Reading("999999999999999999", .integer, .integer(999_999_999_999_999_999)),
        Reading("-999999999999999999", .integer, .integer(-999_999_999_999_999_999)),
        Reading("9223372036854775807", .integer, .integer(.max)),
        Reading("+9223372036854775807", .integer, .integer(.max)),
        Reading("-9223372036854775808", .integer, .integer(.min)),
        Reading("9223372036854775808", .unsigned, .unsigned(1 << 63)),
        Reading("18446744073709551615", .unsigned, .unsigned(.max)),
        Reading("18446744073709551616", .decimal, .decimal("18446744073709551616")),
        Reading("-9223372036854775809", .decimal, .decimal("-9223372036854775809")),
        Reading("000000000000000000000000000012", .integer, .integer(12)),
        Reading("1.5", .double, .double(1.5)),
        Reading(".5", .double, .double(0.5)),
        Reading("-.5", .double, .double(-0.5)),
        Reading("+.5e1", .double, .integer(5)),
        Reading("1e3", .double, .integer(1000)),
        Reading("1E+3", .double, .integer(1000)),
        Reading("1e-3", .double, .double(0.001)),
        Reading("0.30000000000000004", .double, .double(0.30000000000000004)),
        Reading("0.10000000000000001", .decimal, .decimal("0.10000000000000001")),
        Reading("9007199254740993.0", .decimal, .integer((1 << 53) + 1)),
        Reading("9007199254740992.0", .double, .integer(1 << 53)),
        Reading("0.1234567890123456789", .decimal, .decimal("0.1234567890123456789")),
        Reading("1e400", .decimal, .decimal("1e400")),
        Reading("1e-400", .decimal, .decimal("1e-400")),
        Reading("1.2345e-320", .decimal, .decimal("1.2345e-320")),
        Reading("0e-400", .double, .integer(0)),
        Reading("", nil, nil),
        Reading(" 1", nil, nil),
        Reading("1 ", nil, nil),
        Reading("1\n", nil, nil),
        Reading("+", nil, nil),
        Reading("-", nil, nil),
        Reading(".", nil, nil),
        Reading("1.", nil, nil),
        Reading("-.", nil, nil),
        Reading("1e", nil, nil),
        Reading("1e+", nil, nil),
        Reading("e1", nil, nil),
        Reading(".e1", nil, nil),
        Reading("1.e1", nil, nil),
        Reading("1e1.5", nil, nil),
        Reading("1e1e1", nil, nil),
        Reading("1.2.3", nil, nil),
        Reading("--1", nil, nil),
        Reading("+-1", nil, nil),
        Reading("1-", nil, nil),
        Reading("0x10", nil, nil),
        Reading("1_000", nil, nil),
        Reading("1,000", nil, nil),
        Reading("1\u{0}", nil, nil),
        Reading("١٢", nil, nil),
        Reading("１２", nil, nil),
        Reading("−1", nil, nil),
        Reading("inf", nil, nil),
        Reading("nan", nil, nil),
        Reading("NaN", nil, nil),
        Reading("infinity", nil, nil),
        Reading("1f", nil, nil),
        Reading("1/2", nil, nil),
    ]

    @Test(arguments: readings) func readsNumericText(row: Reading) {
        let number = Number(row.text)
        #expect(number == row.number, sourceLocation: row.location)
        #expect(number.map { AnyValue($0).kind } == row.kind, sourceLocation: row.location)
        if let number {
            // What it is written as reads back as the same number.
            #expect(Number(number.plainText) == number, sourceLocation: row.location)
        }
    }

    /// A number's own text goes into JSON as it is, so that it must be JSON.
    @Test(arguments: [
        ("+1234567890123456789012", "1234567890123456789012"),
        ("0001234567890123456789012", "1234567890123456789012"),
        ("-0001234567890123456789012.50", "-1234567890123456789012.50"),
        (".12345678901234567890123", "0.12345678901234567890123"),
        ("-.12345678901234567890123", "-0.12345678901234567890123"),
        ("+00.12345678901234567890123", "0.12345678901234567890123"),
    ]) func keepsLongTextAsJSON(text: String, kept: String) {
        #expect(Number(text)?.plainText == kept)
    }

    struct Whole: Sendable {
        let number: Number
        let isWhole: Bool
        let location: SourceLocation

        init(_ number: Number, _ isWhole: Bool, at location: SourceLocation = #_sourceLocation) {
            self.number = number
            self.isWhole = isWhole
            self.location = location
        }
    }

    static let wholes = [
        Whole(.integer(.min), true), Whole(.unsigned(.max), true), Whole(.double(5), true), Whole(.double(-0.0), true),
        Whole(.double(1e300), true), Whole(.double(0.5), false), Whole(.decimal("1e400"), true),
        Whole(.decimal("1e-400"), false), Whole(.decimal("123456789012345678901234567890.0"), true),
        Whole(.decimal("123456789012345678901234567890.5"), false), Whole(.decimal("1234567890123456789012.5e1"), true),
        Whole(.decimal("0.000000000000000000000000000"), true), Whole(.double(.infinity), false),
        Whole(.double(-.infinity), false), Whole(.double(5_999_999_999_999_147e1), true), Whole(.double(0x1p60), true),
        Whole(.double(-0x1p63), true), Whole(.double(0x1p64), true),
    ]

    @Test(arguments: wholes) func knowsWholeNumbers(row: Whole) {
        #expect(row.number.isWhole == row.isWhole, sourceLocation: row.location)
        // The kind of a whole number changes; its value does not.
        #expect(row.number.whole == (row.isWhole ? row.number : nil), sourceLocation: row.location)
    }

    /// Every pair of 200 random numbers, against whole numbers of 128 bits.
    @Test func comparesLikeWideIntegers() {
        var generator = Generator(seed: 1)
        let edges: [Int128] = [0, 1, 1 << 53, 1 << 63, 1 << 64, 10_000_000_000_000_000_000, Int128(1) << 100]
        let numbers = (0..<200).map { _ -> (Int128, Number) in
            let wide = (generator.pick(edges) + Int128(generator.below(5) - 2)) * (generator.below(2) == 0 ? 1 : -1)
            return (wide, Number(String(wide)) ?? .double(.nan))
        }
        var wrong: [String] = []
        for (one, left) in numbers {
            for (other, right) in numbers where (left < right) != (one < other) || (left == right) != (one == other) {
                wrong.append("\(one) \(other)")
            }
        }
        #expect(wrong.isEmpty)
    }
}
