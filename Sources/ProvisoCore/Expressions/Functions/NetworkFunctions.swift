/// `ip`, `cidr` and what they can do, as Kubernetes has them.
enum NetworkFunctions {
    static func ip(_ value: ExprValue) -> ExprValue {
        if case .network(let network) = value { return .address(network.address) }
        guard let text = value.string else { return .noOverload }
        return ExprAddress(text).map { .address($0) } ?? Conversions.failure(text, "an IP address")
    }

    static func cidr(_ value: ExprValue) -> ExprValue {
        guard let text = value.string else { return .noOverload }
        return ExprNetwork(text).map { .network($0) }
            ?? Conversions.failure(text, "a range of IP addresses, such as 10.0.0.0/8")
    }

    static func isIP(_ values: [ExprValue]) -> ExprValue {
        guard let text = values[0].string else { return .noOverload }
        guard let address = ExprAddress(text) else { return .bool(false) }
        guard values.count > 1 else { return .bool(true) }
        guard case .int(let version) = values[1] else { return .noOverload }
        return .bool(version == (address.isVersion4 ? 4 : 6))
    }

    static func isCIDR(_ value: ExprValue) -> ExprValue {
        value.string.map { .bool(ExprNetwork($0) != nil) } ?? .noOverload
    }

    static func isCanonical(_ value: ExprValue) -> ExprValue {
        guard let text = value.string else { return .noOverload }
        return ExprAddress(text).map { .bool($0.text == text) } ?? Conversions.failure(text, "an IP address")
    }

    static func test(_ value: ExprValue, _ body: (ExprAddress) -> Bool) -> ExprValue {
        guard case .address(let address) = value else { return .noOverload }
        return .bool(body(address))
    }

    static func family(_ value: ExprValue) -> ExprValue {
        guard case .address(let address) = value else { return .noOverload }
        return .int(address.isVersion4 ? 4 : 6)
    }

    static func contains(_ network: ExprValue, _ other: ExprValue, range: Bool) -> ExprValue {
        guard case .network(let network) = network else { return .noOverload }
        switch other {
        case .address(let address) where !range: return .bool(network.contains(address))
        case .network(let inner) where range: return .bool(network.contains(inner))
        default:
            guard let text = other.string else { return .noOverload }
            if range {
                return ExprNetwork(text).map { .bool(network.contains($0)) } ?? Conversions.failure(text, "a range")
            }
            return ExprAddress(text).map { .bool(network.contains($0)) } ?? Conversions.failure(text, "an IP address")
        }
    }

    static func masked(_ value: ExprValue) -> ExprValue {
        guard case .network(let network) = value else { return .noOverload }
        return .network(network.masked)
    }

    static func prefixLength(_ value: ExprValue) -> ExprValue {
        guard case .network(let network) = value else { return .noOverload }
        return .int(Int64(network.prefixLength))
    }
}
