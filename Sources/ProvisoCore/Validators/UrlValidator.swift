public import ProvisoMessages

/// Requires a web address: a scheme, a host of at least two labels, perhaps a port, and anything after it.
///
/// White space, control characters, `"`, `<` and `>`, marks of direction and noncharacters are refused everywhere: they
/// end the attribute or header an address is written to, or hide what it says. So are user names, bracketed addresses
/// and hosts without a dot. A label of the host has 1 to 63 letters, digits, hyphens and underscores, the first one a
/// letter or digit and the last one no hyphen; the host has at most 253 bytes, and a dot may follow it. A host that ends
/// in a number must be an IP address of version 4 as browsers read it (the WHATWG's URL standard), which takes `0x7f.1`
/// too; `ip` takes the dotted form only. The port is a number up to 65535, and may not be empty. Behind the host,
/// percent signs and other signs stand for themselves.
///
/// Messages may name the schemes: `message: "{attribute} must begin with {validSchemes}"`.
///
/// Text of 2000 bytes or more is no address. With `defaultScheme` a text without a scheme and "://" at its start gets
/// that scheme, and rules after it see the address with it. `enableIDN` lets the host be international, as `hostname`
/// does, but underscores and reserved hyphens (`r3---sn`) stay allowed; without it, `xn--` labels are letters like
/// others.
///
/// ```yaml
/// - [homepage, url, { defaultScheme: https }]
/// ```
public struct UrlValidator: NamedValidator {
    public static let type: RuleType = "url"
    public static let options = [
        OptionDescription("validSchemes", .texts, "the schemes that are fine, http and https by default"),
        OptionDescription("defaultScheme", .text, "the scheme that a text without one gets"),
        OptionDescription("enableIDN", .boolean, "whether the host may be international"),
    ]
    public static let codes = [CodeDescription("url.invalid", "validSchemes")]

    public let validSchemes: [String]
    public let defaultScheme: String?
    public let enableIDN: Bool
    private let grammar: UrlGrammar
    private let prefix: [UInt8]

    /// Throws for what can be no scheme, and for a default that is not among the valid ones.
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

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, text.count > 0, text.count < 2000 {
            if prefix.isEmpty || UrlGrammar.endOfScheme(text.buffer) != nil {
                if grammar.matches(text.buffer) { return }
            } else if addScheme(to: text, &context) {
                return
            }
        }
        context.report("url.invalid", ["validSchemes": .list(validSchemes.map { .text($0) })])
    }

    private func addScheme(to text: borrowing Text, _ context: inout ValidationContext) -> Bool {
        let source = text.buffer
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: prefix.count + source.count) { buffer in
            _ = buffer.update(fromContentsOf: prefix)
            _ = buffer[prefix.count...].update(fromContentsOf: source)
            guard buffer.count < 2000, grammar.matches(UnsafeBufferPointer(buffer)) else { return false }
            let copy = context.record.arena.copy(UnsafeBufferPointer(buffer))
            context.replaceValue(raw: .init(text: copy, count: buffer.count))
            return true
        }
    }
}

extension RuleBody {
    /// Requires an address with the scheme http or https.
    public static var url: RuleBody { .type("url") }

    /// Requires a web address.
    ///
    /// Faulty schemes are reported when the plan is made.
    public static func url(
        validSchemes: [String] = ["http", "https"], defaultScheme: String? = nil, enableIDN: Bool = false
    ) -> RuleBody {
        var options: [String: AnyValue] = [
            "validSchemes": .list(validSchemes.map { .text($0) }), "enableIDN": .boolean(enableIDN),
        ]
        options["defaultScheme"] = defaultScheme.map { .text($0) }
        return .type("url", options)
    }
}
