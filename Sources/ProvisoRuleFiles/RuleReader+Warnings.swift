internal import ProvisoCore
internal import ProvisoMessages

/// Finds values that YAML reads as something else than they look like.
extension RuleReader {
    /// Warns of an option's value that is probably a mistake, by the kind of the option.
    mutating func warn(of node: RuleNode, _ kind: OptionDescription.Kind?) {
        switch kind {
        case .pattern:
            guard case .scalar(let text, _) = node.content else { return }
            if let (reason, suggestion) = PatternAdvice.find(in: text) {
                warnings.append(
                    RuleSetError.Diagnostic(position: node.position, reason: reason, suggestion: suggestion))
            }
            guard let sign = text.unicodeScalars.first(where: Self.isControl) else { return }
            let letter = Self.escapes[sign] ?? "x"
            warnings.append(
                RuleSetError.Diagnostic(
                    position: node.position,
                    reason: "the pattern has a control character, which '\\\(letter)' means within double quotes: "
                        + "write the pattern within single quotes"))
        case .list, .any:
            for item in node.list ?? [node] {
                guard case .scalar(let text, isPlain: true) = item.content, let number = Self.number(in: text) else {
                    continue
                }
                warnings.append(
                    RuleSetError.Diagnostic(
                        position: item.position, reason: "\(text) is the number \(number)",
                        suggestion: "\"\(text)\""))
            }
        default: break
        }
    }

    private static let escapes: [Unicode.Scalar: String] = ["\u{8}": "b", "\u{7}": "a", "\u{B}": "v", "\u{1B}": "e"]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && !["\t", "\n", "\r", "\u{C}"].contains(scalar)
    }

    /// The number that a plain value is, if it is written as codes and versions are: `01234`, `1.10`.
    private static func number(in text: String) -> String? {
        let digits = text.utf8
        guard digits.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), digits.count > 1 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isCode = parts[0].count > 1 && parts[0].utf8.first == UInt8(ascii: "0")
        let isVersion = parts.count == 2 && parts[1].count > 1 && parts[1].utf8.last == UInt8(ascii: "0")
        guard isCode || isVersion, case let value = RuleNode.plain(text), value.kind != .text else { return nil }
        return value.description
    }
}
