/// How texts are folded before they are compared, so that case and Unicode form make no difference.
///
/// Folding is of no locale. The keys are for comparing only: never to be shown, and never to send mail to.
public enum CaseFolding: String, Sendable, CaseIterable {
    /// Unicode's full case folding in normalization form C: `STRASSE` equals `straße`.
    case text
    /// The key of an e-mail address, `EmailAddress.foldedKey`. What would fold to ASCII stays as it is, so that `ﬁle@`
    /// cannot claim `file@`; the domain is compared in its ASCII form. Other texts are folded in the same careful way.
    case email

    static let option = OptionDescription(
        "caseFold", .any, "whether case and Unicode form make no difference: true, or email for addresses")

    /// Nil where nothing is to be folded.
    static func read(_ options: borrowing OptionReader) throws(OptionError) -> CaseFolding? {
        switch options.value("caseFold") {
        case nil, .null, false: return nil
        case true: return .text
        case .text: return try options.word("caseFold", as: CaseFolding.self)
        default: throw OptionError(option: "caseFold", reason: "must be true, false or email")
        }
    }

    /// The key of a text: two texts are equal when their keys hold the same bytes.
    public func key(of text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        switch self {
        case .text: return Self.folded(text)
        case .email: return EmailAddress(text)?.foldedKey ?? Self.foldedWithinASCII(text)
        }
    }

    /// The value with all texts in it folded, but not the names of an object's members.
    package func key(of value: AnyValue) -> AnyValue {
        switch value {
        case .text(let text): .text(key(of: text))
        case .list(let items): .list(items.map { key(of: $0) })
        case .object(let members): .object(members.map { AnyValue.Member($0.key, key(of: $0.value)) })
        default: value
        }
    }

    /// Calls `body` with the key of a text; takes no memory for short ASCII.
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

    /// Folds a text but for what would become ASCII: ſ, ß, ﬁ, the Kelvin sign.
    static func foldedWithinASCII(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var key = ""
        var run = ""
        for scalar in text.unicodeScalars {
            if foldsToASCII(scalar) {
                key += folded(run)
                key.unicodeScalars.append(scalar)
                run = ""
            } else {
                run.unicodeScalars.append(scalar)
            }
        }
        return key + folded(run)
    }

    private static func foldsToASCII(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && folded(String(Character(scalar))).utf8.allSatisfy { $0 < 0x80 }
    }

    /// Folding takes texts out of form C, and putting them back may leave something to fold.
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
