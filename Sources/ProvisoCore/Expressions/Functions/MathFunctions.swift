/// The functions of cel-go's math extension.
enum MathFunctions {
    /// The maximum or minimum of values, or of the items of one list.
    static func extreme(_ values: [ExprValue], greatest: Bool) -> ExprValue {
        let items = values.count == 1 ? values[0].listItems ?? values : values
        guard var found = items.first else {
            return .failure(.argument, "a list without items has no least or greatest item")
        }
        for item in items {
            guard item.isNumber else { return .noOverload }
            let order = item.numericOrder(found)
            if order == (greatest ? .greater : .less) { found = item }
        }
        return found
    }

    static func rounded(_ value: ExprValue, _ body: (Double) -> Double) -> ExprValue {
        // JSON does not tell 1 from 1.0.
        guard let number = value.asDouble else { return .noOverload }
        return .double(body(number))
    }

    static func test(_ value: ExprValue, _ body: (Double) -> Bool) -> ExprValue {
        guard let number = value.asDouble else { return .noOverload }
        return .bool(body(number))
    }

    static func absolute(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int(let number): number < 0 ? Arithmetic.int(Int64(0).subtractingReportingOverflow(number)) : value
        case .uint: value
        case .double(let number): .double(number.magnitude)
        default: .noOverload
        }
    }

    static func sign(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int(let number): .int(number.signum())
        case .uint(let number): .uint(number == 0 ? 0 : 1)
        case .double(let number): .double(number.isNaN ? number : number > 0 ? 1 : number < 0 ? -1 : 0)
        default: .noOverload
        }
    }

    static func root(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int(let number): .double(Double(number).squareRoot())
        case .uint(let number): .double(Double(number).squareRoot())
        case .double(let number): .double(number.squareRoot())
        default: .noOverload
        }
    }

    static func bits(
        _ one: ExprValue, _ two: ExprValue, _ signed: (Int64, Int64) -> Int64, _ unsigned: (UInt64, UInt64) -> UInt64
    ) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)): .int(signed(one, two))
        case (.uint(let one), .uint(let two)): .uint(unsigned(one, two))
        default: .noOverload
        }
    }

    static func bitNot(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int(let number): .int(~number)
        case .uint(let number): .uint(~number)
        default: .noOverload
        }
    }

    static func shift(_ value: ExprValue, _ count: ExprValue, left: Bool) -> ExprValue {
        guard case .int(let count) = count else { return .noOverload }
        guard count >= 0 else { return .failure(.argument, "bits cannot be shifted by a negative number") }
        switch value {
        case .int(let number):
            if count > 63 { return .int(0) }
            return .int(left ? number << count : Int64(bitPattern: UInt64(bitPattern: number) >> UInt64(count)))
        case .uint(let number): return .uint(count > 63 ? 0 : left ? number << count : number >> UInt64(count))
        default: return .noOverload
        }
    }
}

extension ExprValue {
    /// A number as a double; `nil` for anything else.
    var asDouble: Double? {
        switch self {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    var isNumber: Bool {
        switch self {
        case .int, .uint, .double: true
        default: false
        }
    }
}
