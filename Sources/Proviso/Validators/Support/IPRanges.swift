/// A range of addresses that an `ip` rule lets pass, or with `!` does not.
package struct IPRange: Sendable, Hashable {
    package let address: IPAddress
    package let prefix: Int
    package let isNegated: Bool

    /// Reads an address, perhaps with `/` and a length after it and `!` before it.
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

/// The ranges of an `ip` rule with the names of networks replaced by what they stand for.
package struct IPRanges: Sendable {
    /// As written, each once.
    package private(set) var texts: [String] = []
    private var ranges: [IPRange] = []

    /// The networks every rule knows.
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

    /// Throws for what is neither a network's name nor a range, and for networks that contain themselves.
    package init(_ texts: [String], networks own: [String: [String]] = [:]) throws(OptionError) {
        let networks = Self.networks.merging(own) { $1 }
        for text in texts { try add(text, isNegated: false, "ranges", networks, within: []) }
        for name in own.keys.sorted() {
            var unused = Self.none
            try unused.add(name, isNegated: false, "networks", networks, within: [])
        }
    }

    private init() {}
    private static let none = IPRanges()

    private mutating func add(
        _ text: String, isNegated: Bool, _ option: String, _ networks: [String: [String]], within names: [String]
    ) throws(OptionError) {
        let isNegated = isNegated != text.hasPrefix("!")
        let plain = text.hasPrefix("!") ? String(text.dropFirst()) : text
        if names.contains(plain) { throw OptionError(option: option, reason: "'\(plain)' is a network within itself") }
        if let members = networks[plain] {
            for member in members {
                try add(member, isNegated: isNegated, option, networks, within: names + [plain])
            }
            return
        }
        guard let range = IPRange((isNegated ? "!" : "") + plain) else {
            throw OptionError(
                option: option, reason: "'\(plain)' is neither a network's name nor an address or a range of them",
                suggestion: Suggestion.nearest(to: plain, in: networks.keys))
        }
        let written = (isNegated ? "!" : "") + plain
        if texts.contains(written) { return }
        texts.append(written)
        ranges.append(range)
    }

    /// Whether the first range that contains the address lets it pass; without ranges all pass.
    package func allow(_ address: IPAddress, prefix: Int) -> Bool {
        if ranges.isEmpty { return true }
        for range in ranges where range.contains(address, prefix: prefix) { return !range.isNegated }
        return false
    }
}
