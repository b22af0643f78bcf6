internal import ProvisoMessages

extension ValueReading {
    package var isWhole: Bool { kind == .integer }

    /// Whether a value needs no reading.
    func isRead(_ value: ExprValue) -> Bool {
        switch (kind, value) {
        case (_, .text), (_, .string): false
        case (.time, _): true
        case (_, .int), (_, .uint): isWhole
        case (_, .double): !isWhole
        default: true
        }
    }

    /// The value as it is read; unchanged if it cannot be, which is the error of another rule.
    func value(_ value: ExprValue, locale: @autoclosure () -> String?) -> ExprValue {
        if isRead(value) { return value }
        guard let text = value.string else { return number(value) ?? value }
        guard let format else { return value.spelledNumber.flatMap(number) ?? value }
        switch format(text, isOfRequest ? locale() : nil) {
        case .number(let found): return number(ExprValue(found)) ?? value
        case .moment(let seconds, let nanoseconds):
            return .timestamp(ExprTime(seconds: seconds, nanoseconds: nanoseconds))
        case nil: return value
        }
    }

    /// A number as the kind has it.
    private func number(_ value: ExprValue) -> ExprValue? {
        switch value {
        case .int, .uint: isWhole ? value : value.asDouble.map { .double($0) }
        case .double(let number): isWhole ? Int64(exactly: number).map { .int($0) } ?? value : value
        default: nil
        }
    }
}

extension ExprValue {
    fileprivate init(_ number: Number) {
        switch number {
        case .integer(let number): self = .int(number)
        case .double(let number): self = .double(number)
        default: self = .double(Double(number.plainText) ?? .nan)
        }
    }
}
