internal import Proviso

/// The options of `remote` as rule files write them.
enum RemoteOptions {
    static func timeout(_ options: borrowing OptionReader) throws(OptionError) -> Duration {
        guard let number = try options.number("timeout") else { return .seconds(10) }
        let seconds = Double(ParameterValue(number).plainText) ?? 0
        // A duration has bounds of its own: only what is surely within them becomes one.
        let timeout = Duration.seconds(min(max(seconds, 0), 1000))
        try check(timeout: timeout)
        return timeout
    }

    static func check(timeout: Duration) throws(OptionError) {
        guard timeout > .zero, timeout <= .seconds(300) else {
            throw OptionError(option: "timeout", reason: "must be more than 0 and at most 300 seconds")
        }
    }

    static func retries(_ options: borrowing OptionReader) throws(OptionError) -> Int {
        let count = try options.count("retries") ?? 2
        try check(retries: count)
        return count
    }

    static func check(retries: Int) throws(OptionError) {
        guard retries >= 0 else { throw OptionError(option: "retries", reason: "must not be negative") }
        guard retries <= 10 else { throw OptionError(option: "retries", reason: "must be at most 10") }
    }

    static func headers(_ options: borrowing OptionReader) throws(OptionError) -> [String: String] {
        var headers: [String: String] = [:]
        for member in try members(options, "headers") {
            guard case .text(let text) = member.value else {
                throw OptionError(option: "headers", reason: "'\(member.key)' must be a string")
            }
            headers[member.key] = text
        }
        return headers
    }

    static func extra(_ options: borrowing OptionReader) throws(OptionError) -> [(
        name: String, content: RemoteValidator.Extra
    )] {
        if case .list(let names)? = options.value("extra") {
            var extra: [(name: String, content: RemoteValidator.Extra)] = []
            for name in names {
                guard case .text(let name) = name else {
                    throw OptionError(option: "extra", reason: "must be an object, or a list of attributes")
                }
                extra.append((name, .attribute(name)))
            }
            return extra
        }
        return try members(options, "extra").map { member in
            if case .object(let inner) = member.value, inner.count == 1,
                case .text(let name)? = member.value["attribute"]
            {
                return (member.key, .attribute(name))
            }
            return (member.key, .value(member.value))
        }
    }

    private static func members(
        _ options: borrowing OptionReader, _ name: String
    ) throws(OptionError) -> [AnyValue.Member] {
        switch options.value(name) {
        case nil: return []
        case .object(let members): return members
        default: throw OptionError(option: name, reason: "must be an object")
        }
    }
}
