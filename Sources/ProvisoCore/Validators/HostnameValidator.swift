public import ProvisoMessages

/// Requires a host name of RFC 1123: labels of letters, digits and inner hyphens with dots between them.
///
/// A label has at most 63 bytes and the name 253. The last label is not a number, so IP addresses are rejected, and
/// so is a dot at the end. `minLabels: 2` requires a dot. Underscores and wildcards are rejected. A label that
/// begins with `xn--` must be a valid encoded label of IDNA2008 (RFC 5890).
///
/// `enableIDN` allows an international name. It may have uppercase letters, fullwidth letters or `。` for a dot, as
/// UTS #46 maps them (non-transitional); the result must be a name of IDNA2008, with the rules for joiners, context
/// and right-to-left names (RFC 5892, RFC 5893). Symbols, emoji, superscripts, circled letters and invisible
/// characters are rejected, and so are hyphens at the third and fourth place of a label, which RFC 5890 reserves:
/// without `enableIDN` they pass. Nothing is changed.
///
/// ```yaml
/// - [server, hostname]
/// ```
public struct HostnameValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "hostname"
    public static let about = RuleTypeFacts(
        chapter: .networks, place: 3,
        valid: ["example.com", "localhost", "a.b.example.org"],
        invalid: ["-a.com", "exa_mple.com", "a..b", "a b", "x"],
        familiar: ["": "host domain fqdn domainname idnhostname"],
        tables: [.characters],
        guesses: [.init(40, signs: ".", names: ["host", "domain", "server"])])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription(
            "minLabels", .integer, "the minimum number of labels, 1 by default", role: .minimum, floor: 1),
        OptionDescription("enableIDN", .boolean, "whether the name may be international"),
    ]
    public static let codes = [CodeDescription("hostname.invalid"), CodeDescription("hostname.tooFewLabels", "min")]

    public var minLabels: Int
    public var enableIDN: Bool

    public init(minLabels: Int = 1, enableIDN: Bool = false) {
        self.minLabels = minLabels
        self.enableIDN = enableIDN
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            minLabels: try options.count("minLabels") ?? 1, enableIDN: try options.boolean("enableIDN") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        if minLabels < 0 { throw OptionError(option: "minLabels", reason: "must not be negative") }
        if minLabels > 127 { throw OptionError(option: "minLabels", reason: "no name has more than 127 labels") }
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("hostname.invalid") }
        let count = labels(text.buffer)
        if count == 0 {
            context.report("hostname.invalid")
        } else if count < minLabels {
            context.report("hostname.tooFewLabels", ["min": .integer(Int64(minLabels))])
        }
    }

    /// The number of labels, 0 if it is not a host name.
    private func labels(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let found = HostGrammar.labels(name)
        if found.count > 0, !found.hasDoubledHyphen { return HostGrammar.endsInDigits(name) ? 0 : found.count }
        // An ASCII name that is none does not become one.
        if found.count == 0, !enableIDN || name.allSatisfy({ $0 < 0x80 }) { return 0 }
        var count = 0
        _ = DomainName.withASCII(name, enableIDN ? .international : .plain) { ascii in
            count = HostGrammar.endsInDigits(ascii) ? 0 : HostGrammar.labels(ascii).count
            return true
        }
        return count
    }
}

extension Constraint {
    /// Requires a host name.
    public static var hostname: Constraint { .validator(HostnameValidator()) }

    /// Requires a host name, with options.
    public static func hostname(minLabels: Int = 1, enableIDN: Bool = false) -> Constraint {
        .validator(HostnameValidator(minLabels: minLabels, enableIDN: enableIDN))
    }
}
