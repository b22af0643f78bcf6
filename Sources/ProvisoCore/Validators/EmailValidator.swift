internal import CLibrary
public import ProvisoMessages

/// Requires an e-mail address.
///
/// The part before the `@` has at most 64 bytes of letters, digits and the other characters of RFC 5322 atoms, with
/// single dots between them. The domain has at least two labels and does not end in a number or a dot. The whole
/// address has at most 254 bytes. Quoted names and bracketed addresses are rejected. Nothing is normalized or
/// changed: a decomposed accent stays decomposed.
///
/// `enableIDN` allows an international domain, as in `hostname`, and `enableLocalIDN` also an international part before
/// the `@` (RFC 6531): without control, format, unassigned or private code points, without spaces, and without a
/// combining mark that has no letter before it. That part, and the length of the address, must also be valid after
/// normalization to the forms C and KC, because a program that normalizes it would otherwise send to another address. Without `enableIDN`, `xn--` labels are
/// not decoded. With `allowName`, the name before `<` is any string without `@` and control characters.
///
/// `checkDNS` also queries the domain name system: the domain must have an MX record that is not null (RFC 7505),
/// or an address. The query takes at most `timeout` seconds; without a response the value has a fault and never
/// counts as valid. In an `AsyncPlan` the query does not block the caller's thread. To compare addresses, use
/// `EmailAddress.foldedKey`.
///
/// ```yaml
/// - [email, email, { enableIDN: true }]
/// ```
public struct EmailValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "email"
    public static let about = RuleTypeFacts(
        chapter: .networks, place: 1,
        valid: ["ann@example.com", "a@b.co", "first.last+tag@sub.example.org", "Ann <ann@example.com>"],
        invalid: ["ann", "ann@", "@example.com", "a b@example.com", "ann@exa mple.com", "ann@@b"],
        familiar: ["": "mail emailaddress emailstr"],
        tables: [.characters],
        guesses: [.init(3, signs: "@")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("allowName", .boolean, "whether a name may come before: Ada Lovelace <ada@example.org>"),
        OptionDescription("enableIDN", .boolean, "whether the domain may be international"),
        OptionDescription(
            "enableLocalIDN", .boolean, "whether enableIDN applies to the part before the @ too, true by default",
            needs: "enableIDN"),
        OptionDescription(
            "checkDNS", .boolean, "whether the domain must accept mail, according to the domain name system"),
        OptionDescription("timeout", .number, "the time limit of checkDNS in seconds, 5 by default", needs: "checkDNS"),
    ]
    public static let codes = [CodeDescription("email.invalid"), CodeDescription("email.domain", "domain")]

    public var allowName: Bool
    public var enableIDN: Bool
    public var enableLocalIDN: Bool
    public var checkDNS: Bool
    /// How many seconds `checkDNS` may take.
    public var timeout: Double
    private var resolver: (any MailResolver)?
    private var isAsync = false

    public init(
        allowName: Bool = false, enableIDN: Bool = false, enableLocalIDN: Bool = true, checkDNS: Bool = false,
        timeout: Double = 5
    ) {
        self.allowName = allowName
        self.enableIDN = enableIDN
        self.enableLocalIDN = enableLocalIDN
        self.checkDNS = checkDNS
        self.timeout = timeout
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let seconds = try Self.timeout(options)
        let isPossible = seconds > 0 && seconds <= 60
        if options.value("timeout") != nil, isPossible, try options.boolean("checkDNS") != true {
            throw OptionError(option: "timeout", reason: "has no effect without 'checkDNS: true'")
        }
        self.init(
            allowName: try options.boolean("allowName") ?? false,
            enableIDN: try options.boolean("enableIDN") ?? false,
            enableLocalIDN: try options.boolean("enableLocalIDN") ?? true,
            checkDNS: try options.boolean("checkDNS") ?? false, timeout: try Self.timeout(options))
    }

    private static func timeout(_ options: borrowing OptionReader) throws(OptionError) -> Double {
        guard let number = try options.number("timeout") else { return 5 }
        return Double(number.plainText) ?? .infinity
    }

    public func checkOptions() throws(OptionError) {
        if timeout > 0, timeout <= 60 { return }
        throw OptionError(option: "timeout", reason: "must be more than 0 and at most 60 seconds")
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        guard checkDNS else { return }
        resolver = binding.services.resolver
        isAsync = binding.isAsync
        if isAsync { try binding.requireAsync() }
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text, isAddress(text.buffer) || allowName && isNamedAddress(text.buffer) else {
            return context.report("email.invalid")
        }
        if checkDNS { lookUp(text.buffer, &context) }
    }

    private func lookUp(_ bytes: UnsafeBufferPointer<UInt8>, _ context: inout ValidationContext) {
        guard let resolver, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else {
            return context.reportFault("email was not bound to a resolver")
        }
        let end = allowName && bytes.last == UInt8(ascii: ">") ? bytes.count - 1 : bytes.count
        let name = bytes.part((at + 1)..<end)
        let plain = enableIDN ? nil : String(decoding: name, as: UTF8.self).lowercased()
        guard let domain = plain ?? DomainName.ascii(name) else { return context.report("email.invalid") }
        let finding = Finding("email.domain", ["domain": .text(domain)])
        if isAsync {
            return context.addAsyncCheck(inputs: [.text(domain)]) { [timeout] in
                try await resolver.acceptsMailAsync(for: domain, timeout: .seconds(timeout)) ? [] : [finding]
            }
        }
        do {
            if try !resolver.acceptsMail(for: domain, timeout: .seconds(timeout)) { context.report(finding) }
        } catch {
            context.reportFault("\(error)")
        }
    }

    private func isNamedAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.last == UInt8(ascii: ">"), let open = bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
        // A line break in the name would end the header it is written to.
        let isName = bytes.part(0..<open).allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }
        return isName && isAddress(bytes.part((open + 1)..<(bytes.count - 1)))
    }

    /// Where the one `@` is; a second one is refused on either side of it.
    private static func at(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        return memchr(start, Int32(UInt8(ascii: "@")), bytes.count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(start)
        }
    }

    package func isAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // International names may be spelled in ASCII, and then have more to them than the grammar.
        if !enableIDN, MailGrammar.isShortAddress(bytes) { return true }
        guard let at = Self.at(bytes), at > 0, at <= 64 else { return false }
        guard
            let local = MailGrammar.length(
                ofLocalPart: bytes.part(0..<at), international: enableIDN && enableLocalIDN)
        else { return false }
        let domain = bytes.part((at + 1)..<bytes.count)
        if !enableIDN || DomainName.isPlain(domain) {
            return local + 1 + domain.count <= 254 && MailGrammar.isDomain(domain)
        }
        return DomainName.withASCII(domain, .international) {
            local + 1 + $0.count <= 254 && MailGrammar.isDomain($0)
        } ?? false
    }
}

extension Constraint {
    /// Requires an e-mail address.
    public static var email: Constraint { .validator(EmailValidator()) }

    /// Requires an e-mail address, with options.
    public static func email(
        allowName: Bool = false, enableIDN: Bool = false, enableLocalIDN: Bool = true, checkDNS: Bool = false,
        timeout: Double = 5
    ) -> Constraint {
        .validator(
            EmailValidator(
                allowName: allowName, enableIDN: enableIDN, enableLocalIDN: enableLocalIDN, checkDNS: checkDNS,
                timeout: timeout))
    }
}
