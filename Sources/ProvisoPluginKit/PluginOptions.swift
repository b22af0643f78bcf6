/// The options of one use of a rule type, borrowed while its validator is made.
///
/// Every reader returns `nil` if the option is not given, and throws where it is given with another kind of value.
public struct PluginOptions: ~Escapable {
    /// The options as the object they are.
    public let object: PluginValue

    @_lifetime(copy object)
    init(_ object: PluginValue) {
        self.object = object
    }

    /// A Boolean option, `nil` if the rule does not set it.
    public func boolean(_ name: String) throws(PluginOptionError) -> Bool? {
        try read(name, "true or false") { $0.boolean }
    }

    /// An integer option, `nil` if the rule does not set it.
    public func integer(_ name: String) throws(PluginOptionError) -> Int64? {
        try read(name, "an integer") { $0.integer }
    }

    /// A number option, `nil` if the rule does not set it.
    public func double(_ name: String) throws(PluginOptionError) -> Double? {
        try read(name, "a number") { $0.double }
    }

    /// A string option, `nil` if the rule does not set it.
    public func string(_ name: String) throws(PluginOptionError) -> String? {
        try read(name, "a string") { $0.kind == .text ? $0.string : nil }
    }

    /// Reads a list of strings; a single string is a list of one.
    public func strings(_ name: String) throws(PluginOptionError) -> [String]? {
        try read(name, "a list of strings") { value in
            if value.kind == .text { return value.string.map { [$0] } }
            guard value.kind == .list else { return nil }
            var items: [String] = []
            for index in 0..<value.count {
                guard let item = value.item(at: index), item.kind == .text, let text = item.string else { return nil }
                items.append(text)
            }
            return items
        }
    }

    private func read<Result>(
        _ name: String, _ expected: String, as convert: (PluginValue) -> Result?
    ) throws(PluginOptionError) -> Result? {
        guard let value = object.member(name) else {
            guard object.count == 0 || object.isReadable else {
                throw PluginOptionError(option: name, "The host offers no way to read options.")
            }
            return nil
        }
        guard let result = convert(value) else {
            throw PluginOptionError(option: name, "It must be \(expected).")
        }
        return result
    }
}

extension PluginValue {
    /// Whether the host offers a way to look into an object.
    var isReadable: Bool {
        guard let host else { return false }
        return Offered.objectFind(host) != nil || Offered.objectMember(host) != nil
    }
}
