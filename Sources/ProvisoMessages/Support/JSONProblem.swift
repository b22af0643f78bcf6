/// Why a `JSONScanner` stopped.
///
/// It is cheap to throw: the text of the reason is made when it is needed.
struct JSONProblem: Error {
    enum Kind {
        case value, end, key, colon, commaOrBrace, commaOrBracket
        case digit, leadingZero, controlCharacter, unclosedString, escape, hexDigits, surrogate
        case tooDeep(Int), tooMany(Int), repeatedKey(String)
    }

    let kind: Kind
    /// Where the problem is, in bytes.
    let offset: Int
    /// Where the scanner stopped, which may be inside an escape that begins at `offset`.
    let found: Int
    /// Whether a list or an object was open.
    let isNested: Bool

    func failure(in bytes: UnsafeBufferPointer<UInt8>) -> StrictJSON.Failure {
        StrictJSON.Failure(kind: publicKind, offset: offset, reason: reason(in: bytes))
    }

    private var publicKind: StrictJSON.Failure.Kind {
        switch kind {
        case .tooDeep, .tooMany: .limit
        case .repeatedKey(let key): .repeatedKey(key)
        default: .syntax
        }
    }

    private func reason(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let found = found(in: bytes)
        return switch kind {
        case .value: "expected a value, found \(found)\(hint(in: bytes))"
        case .end: "expected the end after the value, found \(found)"
        case .key: "expected a key in double quotes, found \(found)"
        case .colon: "expected ':' after a key, found \(found)"
        case .commaOrBrace: "expected ',' or '}' after a value, found \(found)"
        case .commaOrBracket: "expected ',' or ']' after an item, found \(found)"
        case .digit: "expected a digit of a number, found \(found)"
        case .leadingZero: "a number must not begin with 0 before other digits"
        case .controlCharacter:
            "the control character \(found) in a string must be written as an escape, such as \\n"
        case .unclosedString: "a string is opened here and never closed"
        case .escape: "expected an escape such as \\n, \\\" or \\u0041, found '\\' and \(found)"
        case .hexDigits: "expected four hexadecimal digits after \\u, found \(found)"
        case .surrogate: "an escape such as \\ud83d is half of a surrogate pair: the other half must follow"
        case .tooDeep(let depth): "nested more than \(depth) levels deep"
        case .tooMany(let count): "expected at most \(count) values and keys"
        case .repeatedKey(let key): "expected each key once, found \"\(key)\" again"
        }
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard found < bytes.count else { return isNested ? "the end of the text" : "the end" }
        let word = word(in: bytes)
        if word.utf8.count > 1 { return "the word '\(word)'" }
        let rest = bytes[found..<min(found + 4, bytes.count)]
        guard let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first else { return "nothing" }
        let isShown = scalar.value > 0x20 && scalar.value < 0x7F || scalar.properties.isAlphabetic
        let hex = String(scalar.value, radix: 16, uppercase: true)
        return isShown ? "'\(scalar)'" : "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    }

    /// The value that was probably meant by a word of another language.
    private func hint(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let word = word(in: bytes)
        let known = ["true", "false", "null"].first { $0 == word.lowercased() }
        let meant = known ?? (["None", "nil", "undefined", "NaN"].contains(word) ? "null" : nil)
        return meant.map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The letters and digits from `found` on, no more than people read.
    private func word(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes[found...].prefix(20).prefix(while: \.isInWord), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
    var isInWord: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
