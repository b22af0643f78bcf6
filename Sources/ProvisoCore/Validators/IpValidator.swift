internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Requires an IP address: version 4 in the dotted form, or version 6 by RFC 4291, also with a zone
/// (`fe80::1%eth0`).
///
/// A zone is allowed for addresses that are not global (RFC 4007): link-local and site-local ones, `::1`, and
/// multicast of such a scope (`ff02::1%eth0`). It has up to 32 letters, digits, dots, underscores and hyphens.
///
/// `subnet: true` requires a prefix length (`10.0.0.0/8`), `subnet: null` allows one; `negation` allows a `!`
/// before the address. Numbers with leading zeros are rejected, because some programs read them as octal.
///
/// The first entry of `ranges` that contains the address decides: an entry with `!` rejects the address, any other
/// accepts it. An address that no entry contains is rejected. A range is an address, a subnet or the name of a network:
/// `any`, `private`, `multicast`, `linklocal`, `localhost`, `documentation`, `system` (the four before it), or one of
/// `networks`; `!name` negates every entry of the named network. `normalize` adds a missing prefix length, and
/// `expandIPv6` writes version 6 as eight groups of four digits: later rules validate the new form.
///
/// ```yaml
/// - [client, ip, { subnet: null, ranges: ["!10.0.0.13", private, office], networks: { office: [192.0.2.0/28] } }]
/// ```
public struct IpValidator: NamedValidator, DirectValidator {
    /// Whether a prefix length is required.
    public enum Subnet: Sendable { case refused, optional, required }

    public static let type: RuleType = "ip"
    public static let about = RuleTypeFacts(
        chapter: .networks, place: 4,
        valid: [
            "192.0.2.1", "8.8.8.8", "10.0.0.1", "127.0.0.1", "2001:db8::1", "2606:4700::1111", "::1", "10.0.0.0/8",
            "192.0.2.0/24", "2001:db8::/32",
        ],
        invalid: [
            "300.1.1.1", "192.0.2", "x", "2001:db8::1", "192.0.2.1", "10.0.0.1", "8.8.8.8", "192.0.2.0/24",
            "10.0.0.0/33",
        ],
        making: { options in
            let named = (options["ranges"]?.words ?? []).map { $0.drop { $0 == "!" }.prefix { $0 != "/" && $0 != "-" } }
            return named.filter { $0.contains(".") || $0.contains(":") }.map { .text(String($0)) }
        },
        familiar: ["": "ipaddress inet cidr ipaddr", " with 'ipv6: false'": "ipv4", " with 'ipv4: false'": "ipv6"],
        guesses: [.init(6, signs: ".:")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("ipv4", .boolean, "whether version 4 passes, true by default"),
        OptionDescription("ipv6", .boolean, "whether version 6 passes, true by default"),
        OptionDescription("subnet", .any, "true: with a prefix length only; false, the default: without; null: both"),
        OptionDescription(
            "normalize", .boolean, "whether a missing prefix length is added, if subnet allows one", needs: "subnet"),
        OptionDescription("negation", .boolean, "whether a ! before the address is allowed"),
        OptionDescription("expandIPv6", .boolean, "whether version 6 is written in full"),
        OptionDescription(
            "ranges", .texts, "addresses, subnets and networks; with ! those that are rejected"),
        OptionDescription(
            "networks", .any, "an object: names of networks, each with a list of ranges", needs: "ranges"),
    ]
    public static let codes = [
        CodeDescription("ip.invalid"), CodeDescription("ip.ipv6NotAllowed"), CodeDescription("ip.ipv4NotAllowed"),
        CodeDescription("ip.wrongCidr"), CodeDescription("ip.noSubnet"), CodeDescription("ip.hasSubnet"),
        CodeDescription("ip.notInRange"),
    ]

    public let ipv4: Bool
    public let ipv6: Bool
    public let subnet: Subnet
    public let normalize: Bool
    public let negation: Bool
    public let expandIPv6: Bool
    package let ranges: IPRanges

    /// Throws for an invalid range, and if both versions are disabled.
    public init(
        ipv4: Bool = true, ipv6: Bool = true, subnet: Subnet = .refused, normalize: Bool = false,
        negation: Bool = false, expandIPv6: Bool = false, ranges: [String] = [], networks: [String: [String]] = [:]
    ) throws(OptionError) {
        if !ipv4, !ipv6 {
            throw OptionError(option: "ipv6", reason: "must not be false if ipv4 is: no address could pass")
        }
        self.ipv4 = ipv4
        self.ipv6 = ipv6
        self.subnet = subnet
        self.normalize = normalize
        self.negation = negation
        self.expandIPv6 = expandIPv6
        self.ranges = try IPRanges(ranges, networks: networks)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(
            ipv4: try options.boolean("ipv4") ?? true, ipv6: try options.boolean("ipv6") ?? true,
            subnet: try Subnet(options), normalize: try options.boolean("normalize") ?? false,
            negation: try options.boolean("negation") ?? false,
            expandIPv6: try options.boolean("expandIPv6") ?? false, ranges: try options.texts("ranges") ?? [],
            networks: try options.networks("networks"))
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("ip.invalid") }
        let bytes = text.buffer
        let written = WrittenAddress(bytes)
        if subnet == .required, written.length == nil { return context.report("ip.noSubnet") }
        if subnet == .refused, written.length != nil { return context.report("ip.hasSubnet") }
        if written.isNegated, !negation { return context.report("ip.invalid") }
        let source = bytes.part(written.address)
        let isVersion6 = IPAddress.version(of: source) == 6
        var prefix = isVersion6 ? 128 : 32
        if let digits = written.length {
            guard let length = DecimalNumber.read(bytes.part(digits), most: prefix) else {
                return context.report("ip.wrongCidr")
            }
            prefix = length
        }
        guard let address = IPAddress(source) else { return context.report("ip.invalid") }
        if isVersion6, !ipv6 { return context.report("ip.ipv6NotAllowed") }
        if !isVersion6, !ipv4 { return context.report("ip.ipv4NotAllowed") }
        if !ranges.allow(address, prefix: prefix) { return context.report("ip.notInRange") }
        let addsLength = normalize && written.length == nil && subnet != .refused
        if addsLength || expandIPv6 && isVersion6 { replace(bytes, written, address, addsLength, &context) }
    }

    /// Writes the requested form, if it is different.
    private func replace(
        _ text: UnsafeBufferPointer<UInt8>, _ written: WrittenAddress, _ address: IPAddress, _ addsLength: Bool,
        _ context: inout ValidationContext
    ) {
        // "!", 39 digits and colons, a zone of 33 bytes and "/128" at most.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { buffer in
            var count = 0
            func append(_ bytes: some Sequence<UInt8>) {
                for byte in bytes {
                    buffer[count] = byte
                    count += 1
                }
            }
            let start = written.address.lowerBound
            append(text[..<start])
            if expandIPv6, address.isVersion6 {
                count += address.writeExpanded(to: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                append(text[(start + address.zoneStart)..<written.address.upperBound])
            } else {
                append(text[written.address])
            }
            append(text[written.address.upperBound...])
            if addsLength { append((address.isVersion6 ? "/128" : "/32").utf8) }
            let form = UnsafeBufferPointer(rebasing: buffer[..<count])
            if form.elementsEqual(text) { return }
            context.replaceValue(raw: .init(text: context.record.arena.copy(form), count: count))
        }
    }
}

extension Constraint {
    /// Requires an IP address of either version.
    public static var ip: Constraint { .type("ip") }

    /// Requires an IP address, with options.
    ///
    /// Faulty ranges are reported when the plan is made.
    public static func ip(
        ipv4: Bool = true, ipv6: Bool = true, subnet: IpValidator.Subnet = .refused, normalize: Bool = false,
        negation: Bool = false, expandIPv6: Bool = false, ranges: [String] = [], networks: [String: [String]] = [:]
    ) -> Constraint {
        func list(_ texts: [String]) -> AnyValue { .list(texts.map { .text($0) }) }
        return .type(
            "ip",
            [
                "ipv4": .boolean(ipv4), "ipv6": .boolean(ipv6), "subnet": subnet.option,
                "normalize": .boolean(normalize), "negation": .boolean(negation), "expandIPv6": .boolean(expandIPv6),
                "ranges": list(ranges),
                "networks": .object(networks.map { AnyValue.Member($0, list($1)) }),
            ])
    }
}
