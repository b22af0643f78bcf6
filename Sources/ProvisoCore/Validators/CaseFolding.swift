internal import ProvisoMessages

/// How strings are folded before they are compared, so that case and Unicode form make no difference.
///
/// Folding does not depend on a locale. The keys are for comparing only: do not show them or send mail to them.
public enum CaseFolding: String, Sendable, CaseIterable {
    /// Unicode's full case folding in normalization form C: `STRASSE` equals `straße`.
    case text
    /// The key of an e-mail address, `EmailAddress.foldedKey`. Characters that would fold to ASCII are kept, so that
    /// `ﬁle@` is not equal to `file@`; the domain is compared in its ASCII form. Other strings are folded in the same
    /// way.
    case email

    static let option = OptionDescription(
        "caseFold", .any, "whether case and Unicode form make no difference: true, or email for addresses")

    /// `nil` if nothing must be folded.
    static func read(_ options: borrowing OptionReader) throws(OptionError) -> CaseFolding? {
        switch options.value("caseFold") {
        case nil, .null, false: return nil
        case true: return .text
        case .text("email"): return .email
        case .text("text"): return .text
        case .text(let word):
            let near = Suggestion.truth(word) ?? Suggestion.nearest(to: word, in: ["email"])
            throw OptionError(
                option: "caseFold", reason: "'\(word)' is not one of true, false and email", suggestion: near)
        default: throw OptionError(option: "caseFold", reason: "must be true, false or email")
        }
    }

    /// The key of a string: two strings are equal if their keys have the same bytes.
    public func key(of text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        switch self {
        case .text: return Self.folded(text)
        case .email: return EmailAddress(text)?.foldedKey ?? Self.foldedWithinASCII(text)
        }
    }

    /// The value with all strings folded, but not the keys of objects.
    package func key(of value: AnyValue) -> AnyValue {
        switch value {
        case .text(let text): .text(key(of: text))
        case .list(let items): .list(items.map { key(of: $0) })
        case .object(let members): .object(members.map { AnyValue.Member($0.key, key(of: $0.value)) })
        default: value
        }
    }

    /// Calls `body` with the key of a string; takes no memory for short ASCII.
    func withKey<Result>(
        of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        if text.allSatisfy({ $0 < 0x80 }) {
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
                for index in 0..<text.count { buffer.initializeElement(at: index, to: text[index].lowercased) }
                return body(UnsafeBufferPointer(buffer))
            }
        }
        var key = key(of: String(decoding: text, as: UTF8.self))
        return key.withUTF8(body)
    }

    /// Folds a string, except for characters that would become ASCII: ſ, ß, ﬁ, the Kelvin sign.
    static func foldedWithinASCII(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var key = ""
        // Form C first, so that equal strings have one key, but not for characters that it turns into ASCII.
        for piece in pieces(text, apart: isASCIIWhenNormalized) {
            let isApart = piece.unicodeScalars.first.map { isASCIIWhenNormalized($0) } ?? false
            let normal = isApart ? piece : UnicodeText.nfc(piece) ?? piece
            for part in pieces(normal, apart: isASCIIWhenFolded) {
                let isKept = part.unicodeScalars.first.map { isASCIIWhenFolded($0) } ?? false
                // The only uppercase letter among these.
                key += isKept ? (part == "\u{1E9E}" ? "\u{DF}" : part) : folded(part)
            }
        }
        return key
    }

    /// The string cut before and after each of some code points.
    private static func pieces(_ text: String, apart: (Unicode.Scalar) -> Bool) -> [String] {
        var pieces: [String] = []
        var run = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if apart(scalar) {
                if !run.isEmpty { pieces.append(String(run)) }
                pieces.append(String(scalar))
                run = String.UnicodeScalarView()
            } else {
                run.append(scalar)
            }
        }
        return run.isEmpty ? pieces : pieces + [String(run)]
    }

    /// A sign whose normalization form C is ASCII: the Greek question mark, the Greek varia and the Kelvin sign.
    private static func isASCIIWhenNormalized(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{37E}" || scalar == "\u{1FEF}" || scalar == "\u{212A}"
    }

    /// A sign beyond ASCII whose folded form is ASCII; a test compares all code points.
    package static func isASCIIWhenFolded(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{DF}", "\u{17F}", "\u{1E9E}", "\u{FB00}"..."\u{FB06}": true
        default: isASCIIWhenNormalized(scalar)
        }
    }

    /// A folded string may not be in form C, and normalizing it may require folding again.
    private static func folded(_ text: String) -> String {
        var text = text
        for _ in 0..<3 {
            guard let normal = UnicodeText.nfc(text), let folded = UnicodeText.foldedCase(normal),
                let again = UnicodeText.nfc(folded)
            else { return text }
            if again.utf8.elementsEqual(text.utf8) { break }
            text = again
        }
        return text
    }
}
