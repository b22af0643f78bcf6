extension ExprValue {
    init(_ literal: ExprLiteral) {
        switch literal {
        case .null: self = .null
        case .bool(let truth): self = .bool(truth)
        case .int(let number): self = .int(number)
        case .uint(let number): self = .uint(number)
        case .double(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .bytes(let bytes): self = .bytes(bytes)
        }
    }
}
