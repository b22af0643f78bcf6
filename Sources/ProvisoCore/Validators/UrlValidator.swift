public import ProvisoMessages

/// Requires a URL: a scheme, a host of at least two labels, optionally a port, and anything after it.
///
/// White space, control characters, `"`, `<` and `>`, direction marks and noncharacters are rejected everywhere:
/// they end the attribute or header that a URL is written to, or hide its content. User names, bracketed addresses
/// and hosts without a dot are rejected too. A label of the host has 1 to 63 letters, digits, hyphens and
/// underscores; it begins with a letter or digit and does not end in a hyphen. The host has at most 253 bytes, and
/// a dot may follow it. A host that ends in a number must be an IPv4 address as browsers read it (the WHATWG URL
/// standard), which accepts `0x7f.1` too; `ip` accepts the dotted form only. The port is a number up to 65535, and
/// may not be empty. After the host, percent signs and other symbols are not interpreted.
///
/// Messages may name the schemes: `message: "{attribute} must begin with {validSchemes}"`.
///
/// Strings of 2000 bytes or more are rejected. With `defaultScheme` a string that does not begin with a scheme and
/// "://" gets that scheme, and later rules validate the URL with it. `enableIDN` allows an international host, as
/// in `hostname`, but underscores and reserved hyphens (`r3---sn`) stay allowed; without it, `xn--` labels are not
/// decoded.
///
/// ```yaml
/// - [homepage, url, { defaultScheme: https }]
/// ```
public struct UrlValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "url"
    public static let about = RuleTypeFacts(
        chapter: .networks, place: 2,
        valid: ["example.com"],
        invalid: ["example", "https://", "http//x", "http://exa mple.com", "gopher://example.com", "1"],
        making: { options in
            let schemes = (options["validSchemes"]?.words ?? []) + ["https", "http", "ftp"]
            return schemes.flatMap { ["\($0)://example.com/", "\($0)://example.org/path?q=1#part"] }.map { .text($0) }
        },
        familiar: ["": "uri link href httpurl website weburl urireference iri activeurl anyurl"],
        tables: [.characters],
        guesses: [.init(4, signs: ":")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("validSchemes", .texts, "the allowed schemes, http and https by default"),
        OptionDescription("defaultScheme", .text, "the scheme for strings without one"),
        OptionDescription("enableIDN", .boolean, "whether the host may be international"),
    ]
    public static let codes = [CodeDescription("url.invalid", "validSchemes", "example")]

    public let validSchemes: [String]
    public let defaultScheme: String?
    public let enableIDN: Bool
    private let grammar: UrlGrammar
    private let prefix: [UInt8]

    /// Throws for a scheme with characters that are not allowed, and for a default scheme that is not one of the valid
    /// schemes.
    public init(
        validSchemes: [String] = ["http", "https"], defaultScheme: String? = nil, enableIDN: Bool = false
    ) throws(OptionError) {
        self.validSchemes = validSchemes
        self.defaultScheme = defaultScheme
        self.enableIDN = enableIDN
        grammar = try UrlGrammar(schemes: validSchemes, option: "validSchemes", isInternational: enableIDN)
        prefix = defaultScheme.map { Array("\($0)://".utf8) } ?? []
        if let defaultScheme, !validSchemes.contains(where: { $0.lowercased() == defaultScheme.lowercased() }) {
            throw OptionError(
                option: "defaultScheme", reason: "'\(defaultScheme)' is not one of the valid schemes",
                suggestion: Suggestion.nearest(to: defaultScheme, in: validSchemes))
        }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(
            validSchemes: try options.texts("validSchemes") ?? ["http", "https"],
            defaultScheme: try options.text("defaultScheme"), enableIDN: try options.boolean("enableIDN") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, text.count > 0, text.count < 2000 {
            if prefix.isEmpty || UrlGrammar.endOfScheme(text.buffer) != nil {
                if grammar.matches(text.buffer) { return }
            } else if addScheme(to: text, &context) {
                return
            }
        }
        let scheme = validSchemes.contains("https") ? "https" : validSchemes.first ?? "https"
        context.report(
            "url.invalid",
            ["validSchemes": .list(validSchemes.map { .text($0) }), "example": .text("\(scheme)://example.com")])
    }

    private func addScheme(to text: borrowing BorrowedText, _ context: inout ValidationContext) -> Bool {
        let source = text.buffer
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: prefix.count + source.count) { buffer in
            _ = buffer.update(fromContentsOf: prefix)
            _ = buffer[prefix.count...].update(fromContentsOf: source)
            guard buffer.count < 2000, grammar.matches(UnsafeBufferPointer(buffer)) else { return false }
            guard context.pay(forWriting: buffer.count) else { return true }
            let copy = context.record.arena.copy(UnsafeBufferPointer(buffer))
            context.replaceValue(raw: .init(text: copy, count: buffer.count))
            return true
        }
    }
}

extension Constraint {
    /// Requires a URL with the scheme http or https.
    public static var url: Constraint { .type("url") }

    /// Requires a URL.
    ///
    /// Faulty schemes are reported when the plan is made.
    public static func url(
        validSchemes: [String] = ["http", "https"], defaultScheme: String? = nil, enableIDN: Bool = false
    ) -> Constraint {
        var options: [String: AnyValue] = [
            "validSchemes": .list(validSchemes.map { .text($0) }), "enableIDN": .boolean(enableIDN),
        ]
        options["defaultScheme"] = defaultScheme.map { .text($0) }
        return .type("url", options)
    }
}
