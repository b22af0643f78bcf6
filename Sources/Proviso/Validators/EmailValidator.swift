/// Requires an e-mail address.
///
/// Before the `@` stand letters, digits and the signs of RFC 5322's atoms, with single dots between them, in at most
/// 64 bytes; the domain has at least two labels and does not end in a number; all together take at most 254 bytes.
/// Quoted names and bracketed addresses are refused, and nothing is folded or changed. `enableIDN` lets the domain be
/// international (UTS #46), and with it `enableLocalIDN` the part before it.
public struct EmailValidator: NamedValidator {
    public static let type: RuleType = "email"
    public static let options = [
        OptionDescription("allowName", .boolean, "whether a name may stand before: Ada Lovelace <ada@example.org>"),
        OptionDescription("enableIDN", .boolean, "whether the domain may be international"),
        OptionDescription(
            "enableLocalIDN", .boolean, "whether enableIDN holds for the part before the @ too, true by default"),
    ]
    public static let codes = [CodeDescription("email.invalid")]

    public var allowName: Bool
    public var enableIDN: Bool
    public var enableLocalIDN: Bool

    public init(allowName: Bool = false, enableIDN: Bool = false, enableLocalIDN: Bool = true) {
        self.allowName = allowName
        self.enableIDN = enableIDN
        self.enableLocalIDN = enableLocalIDN
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            allowName: try options.boolean("allowName") ?? false,
            enableIDN: try options.boolean("enableIDN") ?? false,
            enableLocalIDN: try options.boolean("enableLocalIDN") ?? true)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, isAddress(text.buffer) || allowName && isNamedAddress(text.buffer) { return }
        context.report("email.invalid")
    }

    private func isNamedAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.last == UInt8(ascii: ">"), let open = bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
        // A line break in the name would end the header it is written to.
        let isName = bytes.part(0..<open).allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }
        return isName && isAddress(bytes.part((open + 1)..<(bytes.count - 1)))
    }

    private func isAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at <= 64 else { return false }
        guard MailGrammar.isLocalPart(bytes.part(0..<at), international: enableIDN && enableLocalIDN) else {
            return false
        }
        let domain = bytes.part((at + 1)..<bytes.count)
        if !enableIDN || DomainName.isPlain(domain) {
            return bytes.count <= 254 && MailGrammar.isDomain(domain)
        }
        return DomainName.withASCII(domain) { at + 1 + $0.count <= 254 && MailGrammar.isDomain($0) } ?? false
    }
}

extension RuleBody {
    /// Requires an e-mail address.
    public static var email: RuleBody { .validator(EmailValidator()) }

    /// Requires an e-mail address of a kind.
    public static func email(
        allowName: Bool = false, enableIDN: Bool = false, enableLocalIDN: Bool = true
    ) -> RuleBody {
        .validator(EmailValidator(allowName: allowName, enableIDN: enableIDN, enableLocalIDN: enableLocalIDN))
    }
}
