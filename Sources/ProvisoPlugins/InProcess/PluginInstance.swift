internal import ProvisoABI
internal import ProvisoCore

/// The plugin's object for one use of a rule type, destroyed with the last check that uses it.
package final class PluginInstance: @unchecked Sendable {
    let rule: PluginRule
    let pointer: UnsafeMutableRawPointer?
    /// The options, if they may name attributes that the rule reads.
    let options: AnyValue

    /// Passes the options, which were checked against the manifest, to the plugin.
    init(_ rule: PluginRule, options: AnyValue) throws(OptionError) {
        self.rule = rule
        self.options = rule.manifest.readsRecord ? options : .null
        pointer = try Self.create(rule, options)
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
        let option = rule.manifest.options.first { $0.name == named }?.name
        let reason = CName.text(failure.reason).map(clause) ?? ""
        // Introduced as the plugin's words: they could be those of the host's own advice.
        if !reason.isEmpty { return OptionError(option: option, reason: "its plugin says: '\(reason)'") }
        let failure = "plugin \(rule.plugin) \(PluginResult.words(result))"
        // A plugin that says nothing about the options has failed.
        return option == nil ? OptionError(failure: failure) : OptionError(option: option, reason: failure)
    }

    /// A plugin's sentence in the form of a reason: without a period, to follow a colon.
    private static func clause(_ sentence: String) -> String {
        var text = Blanks.trim(sentence)
        if text.hasSuffix("."), !text.hasSuffix("..") { text.removeLast() }
        guard let first = text.first, text.dropFirst().first.map({ $0.isLowercase || $0 == " " }) ?? false else {
            return text
        }
        return first.lowercased() + text.dropFirst()
    }
}
