/// What a string spells, for values of different kinds that meet in an operation.
///
/// Tables have only strings, and a JSON document may have a number or a time as a string; rules such as `number` and
/// `date` accept them, so expressions do, too. A literal is never more than it is: `'1' == 1` is false.
extension ExprValue {
    /// The number that a string spells as JSON does; `nil` for anything else.
    var spelledNumber: ExprValue? {
        withUTF8 { bytes -> ExprValue? in
            guard let last = bytes.last, bytes.count <= 64, last.isDigit, bytes.allSatisfy(Self.isOfNumber) else {
                return nil
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let number = Int64(text) { return .int(number) }
            return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        } ?? nil
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
            || byte == UInt8(ascii: "+")
    }

    /// The Boolean value that a string of the data spells, as the rule `boolean` reads it.
    var spelledTruth: Bool? {
        guard case .text(let bytes) = self, bytes.count <= 5 else { return nil }
        switch String(decoding: bytes, as: UTF8.self) {
        case "true", "1": return true
        case "false", "0": return false
        default: return nil
        }
    }

    /// Two values of one kind, if one of them is a number and the other a string that spells one, or with `both` if
    /// both are such strings.
    static func numbers(_ one: ExprValue, _ two: ExprValue, both: Bool) -> (ExprValue, ExprValue)? {
        if one.isNumber { return two.spelledNumber.map { (one, $0) } }
        if two.isNumber { return one.spelledNumber.map { ($0, two) } }
        guard both, let one = one.spelledNumber, let two = two.spelledNumber else { return nil }
        return (one, two)
    }

    /// Whether values of different kinds mean the same: 5 and "5", a time and its string, true and "true"; and whether
    /// numbers differ only by rounding.
    func meansSame(_ other: ExprValue) -> Bool {
        switch (self, other) {
        case (.double, .double), (.double, .int), (.int, .double): return isClose(to: other)
        case (.bool(let truth), .text): return other.spelledTruth == truth
        case (.text, .bool(let truth)): return spelledTruth == truth
        default: break
        }
        if let (one, two) = Self.numbers(self, other, both: false) { return one.equals(two) || one.isClose(to: two) }
        if let (one, two) = Arithmetic.times(self, other) { return one.equals(two) }
        return false
    }

    /// Whether two numbers, one of them a double, are the same except for the rounding of their last digits.
    ///
    /// Who writes a rule about prices means that 0.1 + 0.2 is 0.3: 1 part in 2^46 is some 14 decimal digits.
    func isClose(to other: ExprValue) -> Bool {
        let (one, two): (Double, Double)
        switch (self, other) {
        case (.double(let first), .double(let second)): (one, two) = (first, second)
        case (.double(let first), .int(let second)): (one, two) = (first, Double(second))
        case (.int(let first), .double(let second)): (one, two) = (Double(first), second)
        default: return false
        }
        let greater = max(one.magnitude, two.magnitude)
        // Larger numbers have no decimals that could be rounded.
        return greater < 0x1p50 && (one - two).magnitude <= greater * 0x1p-46
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
