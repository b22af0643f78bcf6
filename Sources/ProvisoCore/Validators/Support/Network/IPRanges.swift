internal import ProvisoMessages

/// A range of addresses that an `ip` rule accepts, or with `!` rejects.
package struct IPRange: Sendable, Hashable {
    package let address: IPAddress
    package let prefix: Int
    package let isNegated: Bool

    /// Reads an address, optionally with `/` and a length after it and `!` before it.
    package init?(_ text: String) {
        let isNegated = text.hasPrefix("!")
        let parts = text.dropFirst(isNegated ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
        var prefix: Int? = address.width
        if parts.count == 2 {
            var digits = String(parts[1])
            prefix = digits.withUTF8 { DecimalNumber.read($0, most: address.width) }
        }
        guard let prefix else { return nil }
        self.address = address
        self.prefix = prefix
        self.isNegated = isNegated
    }

    /// Whether the first bits agree and the other's length is at least this one's.
    package func contains(_ other: IPAddress, prefix otherPrefix: Int) -> Bool {
        guard other.isVersion6 == address.isVersion6, otherPrefix >= prefix else { return false }
        return prefix == 0 || (other.bits ^ address.bits) >> UInt128(address.width - prefix) == 0
    }
}

/// The ranges of an `ip` rule, with the names of networks replaced by their ranges.
package struct IPRanges: Sendable {
    /// The ranges as written, each once.
    package let texts: [String]
    private let ranges: [IPRange]

    /// The networks that every rule knows.
    package static let networks: [String: [String]] = [
        "*": ["any"],
        "any": ["0.0.0.0/0", "::/0"],
        "private": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8"],
        "multicast": ["224.0.0.0/4", "ff00::/8"],
        "linklocal": ["169.254.0.0/16", "fe80::/10"],
        "localhost": ["127.0.0.0/8", "::1"],
        "documentation": ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"],
        "system": ["multicast", "linklocal", "localhost", "documentation"],
    ]

    /// Throws for an entry that is neither a network's name nor a range, and for networks that contain themselves.
    package init(_ texts: [String], networks own: [String: [String]] = [:]) throws(OptionError) {
        let networks = Self.networks.merging(own) { $1 }
        var reader = RangeReader(networks: networks, option: "ranges")
        for text in texts { try reader.read(text) }
        self.texts = reader.texts
        ranges = reader.ranges
        var unused = RangeReader(networks: networks, option: "networks")
        for name in own.keys.sorted() { try unused.read(name) }
    }

    /// Whether the first range that contains the address accepts it; without ranges, every address is accepted.
    package func allow(_ address: IPAddress, prefix: Int) -> Bool {
        if ranges.isEmpty { return true }
        for range in ranges where range.contains(address, prefix: prefix) { return !range.isNegated }
        return false
    }
}

/// Replaces the names of networks by their ranges: each network is read once, or twice if `!` negates it.
private struct RangeReader {
    /// More levels of networks than this are a mistake.
    private static let mostDepth = 64

    let networks: [String: [String]]
    let option: String
    private(set) var texts: [String] = []
    private(set) var ranges: [IPRange] = []
    private var known: Set<String> = []
    /// The networks being read, the outermost first.
    private var open: [String] = []

    init(networks: [String: [String]], option: String) {
        self.networks = networks
        self.option = option
    }

    mutating func read(_ text: String, isNegated outer: Bool = false) throws(OptionError) {
        let isNegated = outer != text.hasPrefix("!")
        let plain = text.hasPrefix("!") ? String(text.dropFirst()) : text
        if open.contains(plain) { throw error("the network '\(plain)' contains itself: remove it from its own list") }
        let written = (isNegated ? "!" : "") + plain
        // A range or network that was already read adds nothing: the first one decides.
        guard known.insert(written).inserted else { return }
        guard let members = networks[plain] else { return try append(plain, written) }
        if open.count == Self.mostDepth {
            throw error(
                "networks are nested more than \(Self.mostDepth) levels deep at '\(plain)': list its ranges instead")
        }
        open.append(plain)
        for member in members { try read(member, isNegated: isNegated) }
        open.removeLast()
    }

    private mutating func append(_ plain: String, _ written: String) throws(OptionError) {
        guard let range = IPRange(written) else {
            throw error(
                "'\(plain)' is neither a network's name nor an address or a range of them",
                suggestion: Suggestion.nearest(to: plain, in: networks.keys))
        }
        texts.append(written)
        ranges.append(range)
    }

    private func error(_ reason: String, suggestion: String? = nil) -> OptionError {
        OptionError(option: option, reason: reason, suggestion: suggestion)
    }
}
