internal import ProvisoMessages

/// An e-mail address taken apart, for comparing it with others.
public struct EmailAddress: Sendable, Hashable {
    /// The part before the `@`, unchanged.
    public let local: String
    /// The domain in lowercase ASCII, international ones in Punycode.
    public let domain: String

    /// `nil` for a string that `email` with `enableIDN` rejects.
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
    /// For comparing, never for sending mail. An ASCII local part becomes lowercase; others are folded, without a
    /// locale, and put in normalization form C. Characters that would fold to ASCII are kept (ſ, ß, ﬁ, the Kelvin
    /// sign): otherwise a user could register another user's address with them. Of those only `ẞ` becomes its lowercase
    /// letter, `ß`.
    public var foldedKey: String { "\(CaseFolding.foldedWithinASCII(local))@\(domain)" }

    /// What to store and to send mail to: the domain in lowercase ASCII, the rest in normalization form C.
    public var normalized: String { "\(UnicodeText.nfc(local) ?? local)@\(domain)" }
}
