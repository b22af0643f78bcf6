extension IpValidator.Subnet {
    init(_ options: borrowing OptionReader) throws(OptionError) {
        switch options.value("subnet") {
        case nil, .boolean(false)?: self = .refused
        case .boolean(true)?: self = .required
        case .null?: self = .optional
        default: throw OptionError(option: "subnet", reason: "must be true, false or null")
        }
    }

    var option: AnyValue {
        switch self {
        case .refused: false
        case .optional: nil
        case .required: true
        }
    }
}

extension OptionReader {
    /// An object whose values are strings or lists of strings; empty if the option is not given.
    func networks(_ name: String) throws(OptionError) -> [String: [String]] {
        guard let value = value(name) else { return [:] }
        guard case .object(let members) = value else {
            throw OptionError(option: name, reason: "must be an object of lists")
        }
        var networks: [String: [String]] = [:]
        for member in members {
            do throws(OptionError) {
                networks[member.key] = try OptionReader([name: .value(member.value)]).texts(name) ?? []
            } catch {
                throw OptionError(option: name, reason: "'\(member.key)' must be a string or a list of strings")
            }
        }
        return networks
    }
}
