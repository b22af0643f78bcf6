internal import ProvisoABI

/// What a plugin made for one use of a rule type: destroyed with the last check that uses it.
package final class PluginInstance: @unchecked Sendable {
    let rule: PluginRule
    let pointer: UnsafeMutableRawPointer?

    /// Checks the options against the plugin's list and hands them over.
    init(_ rule: PluginRule, options: OptionReader) throws(OptionError) {
        let object = try Self.object(options, for: rule)
        self.rule = rule
        pointer = try Self.create(rule, object)
    }

    deinit {
        if rule.functions.create != nil { rule.functions.destroy?(pointer) }
    }

    private static func create(_ rule: PluginRule, _ options: AnyValue) throws(OptionError) -> UnsafeMutableRawPointer?
    {
        guard let create = rule.functions.create else { return nil }
        let arena = Arena()
        var raw = options.raw(in: arena)
        var failure = proviso_failure()
        failure.size = UInt32(MemoryLayout<proviso_failure>.size)
        var instance: UnsafeMutableRawPointer?
        let result = withExtendedLifetime(arena) { create(rule.host, rule.own, &raw, &instance, &failure) }
        if result == 0 { return instance }
        throw error(failure, result, rule)
    }

    static func error(_ failure: proviso_failure, _ result: Int32, _ rule: PluginRule) -> OptionError {
        let named = CName.read(failure.option)
        let option = rule.options.first { $0.description.name == named }?.description.name
        let reason = CName.text(failure.reason).map(clause) ?? ""
        return OptionError(
            option: option, reason: reason.isEmpty ? "plugin \(rule.plugin) \(PluginResult.words(result))" : reason)
    }

    /// A plugin's sentence as reasons are written: without a full stop, to stand behind a colon.
    private static func clause(_ sentence: String) -> String {
        var text = Blanks.trim(sentence)
        if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
        guard let first = text.first, text.dropFirst().first.map({ $0.isLowercase || $0 == " " }) ?? false else {
            return text
        }
        return first.lowercased() + text.dropFirst()
    }

    /// The options as the plugin gets them, checked against what it declared.
    static func object(_ options: OptionReader, for rule: PluginRule) throws(OptionError) -> AnyValue {
        var members: [AnyValue.Member] = []
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
            guard let known = rule.options.first(where: { $0.description.name == name }) else {
                // A message for one problem is the host's own affair.
                if rule.codes.contains(where: { $0.code.problem == name }) { continue }
                throw OptionError(option: name, reason: "is not known")
            }
            guard case .value(let value) = value, known.kinds >> value.kind.rawValue & 1 != 0 else {
                throw OptionError(option: name, reason: "must be \(words(known.kinds))")
            }
            members.append(AnyValue.Member(name, value))
        }
        for option in rule.options where option.description.isRequired && options.values[option.description.name] == nil
        {
            throw OptionError(option: option.description.name, reason: "is needed")
        }
        return .object(members)
    }

    private static func words(_ kinds: UInt32) -> String {
        let words = Kind.allCases.filter { kinds >> $0.rawValue & 1 != 0 }.map(word)
        var distinct: [String] = []
        for word in words where !distinct.contains(word) { distinct.append(word) }
        return distinct.isEmpty ? "left out" : distinct.joined(separator: " or ")
    }

    private static func word(_ kind: Kind) -> String {
        switch kind {
        case .absent: "left out"
        case .null: "null"
        case .boolean: "true or false"
        case .integer, .unsigned: "a whole number"
        case .double, .decimal: "a number"
        case .text: "a text"
        case .bytes: "bytes"
        case .list: "a list"
        case .object: "an object"
        }
    }
}
