/// An e-mail address taken apart, for comparing it with others.
public struct EmailAddress: Sendable, Hashable {
    /// What stands before the `@`, as it was written.
    public let local: String
    /// The domain in ASCII and lower case, international ones in Punycode.
    public let domain: String

    /// Nil for a text that `email` with `enableIDN` refuses.
    public init?(_ text: String) {
        guard EmailValidator(enableIDN: true).violation(of: text) == nil,
            let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
        else { return nil }
        var name = String(text[text.utf8.index(after: at)...])
        guard let domain = name.withUTF8({ DomainName.ascii($0) }) else { return nil }
        local = String(text[..<at])
        self.domain = domain
    }

    /// A key that is the same for addresses that differ in case or in Unicode form only.
    ///
    /// For comparing, never for sending mail. An ASCII local part is lower-cased; others are folded, of no locale, and
    /// put in normalization form C. What would fold to ASCII stays as it is (ſ, ß, ﬁ, the Kelvin sign): else one could
    /// claim somebody else's address with them.
    public var foldedKey: String {
        if local.utf8.allSatisfy({ $0 < 0x80 }) { return "\(local.lowercased())@\(domain)" }
        var key = ""
        var run = ""
        for scalar in local.unicodeScalars {
            if Self.foldsToASCII(scalar) {
                key += Self.folded(run)
                key.unicodeScalars.append(scalar)
                run = ""
            } else {
                run.unicodeScalars.append(scalar)
            }
        }
        return "\(key)\(Self.folded(run))@\(domain)"
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
