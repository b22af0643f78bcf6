import Proviso

/// The expressions in which an operand of `&&` or `||` is missing.
struct ExprOperands {
    private enum Kind: Equatable { case and, or, end, open, close }

    private struct Token {
        let kind: Kind
        let range: Range<Int>
        /// How many brackets are around it; those of an opening or closing one count.
        let depth: Int
    }

    private let bytes: [UInt8]
    private var tokens: [Token] = []

    /// The most expressions that one has, and the operators of which operands are dropped for them.
    private static let (most, mostTried) = (12, 24)

    /// What was changed, and the new expression.
    static func dropped(_ text: String) -> [(String, String)] {
        let operands = ExprOperands(text)
        var found: [(String, String)] = []
        let operators = operands.tokens.indices.filter { [.and, .or].contains(operands.tokens[$0].kind) }
        for index in operators.prefix(mostTried) where found.count < most {
            let token = operands.tokens[index]
            let (start, end) = operands.ends(of: index)
            for gone in [start..<token.range.upperBound, token.range.lowerBound..<end] {
                let left = operands.bytes[..<gone.lowerBound] + [0x20] + operands.bytes[gone.upperBound...]
                let rest = String(decoding: left, as: UTF8.self).split(separator: " ").joined(separator: " ")
                guard (try? ExprParser.parse(rest)) != nil, !found.contains(where: { $0.1 == rest }) else { continue }
                found.append(("→ \(rest)", rest))
            }
        }
        return Array(found.prefix(most))
    }

    private init(_ text: String) {
        bytes = Array(text.utf8)
        var (index, depth, quote): (Int, Int, UInt8?) = (0, 0, nil)
        while index < bytes.count {
            let byte = bytes[index]
            if let mark = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == mark { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if "([{".utf8.contains(byte) {
                depth += 1
                tokens.append(Token(kind: .open, range: index..<index + 1, depth: depth))
            } else if ")]}".utf8.contains(byte) {
                tokens.append(Token(kind: .close, range: index..<index + 1, depth: depth))
                depth -= 1
            } else if "?:,".utf8.contains(byte) {
                tokens.append(Token(kind: .end, range: index..<index + 1, depth: depth))
            } else if bytes[index...].starts(with: "&&".utf8) || bytes[index...].starts(with: "||".utf8) {
                let kind = byte == UInt8(ascii: "&") ? Kind.and : .or
                tokens.append(Token(kind: kind, range: index..<index + 2, depth: depth))
                index += 1
            }
            index += 1
        }
    }

    /// Where the left operand of an operator starts, and where the right one ends.
    private func ends(of index: Int) -> (Int, Int) {
        let own = tokens[index]
        func isEnd(_ other: Token) -> Bool {
            guard other.depth == own.depth else { return false }
            // `&&` binds more strongly than `||`.
            return other.kind != .and || own.kind == .and
        }
        let before = tokens[..<index].last(where: isEnd)
        let after = tokens[(index + 1)...].first(where: isEnd)
        return (before?.range.upperBound ?? 0, after?.range.lowerBound ?? bytes.count)
    }
}
