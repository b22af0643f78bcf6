internal import ProvisoABI
package import ProvisoCore

/// A plugin's rule type as a validator, with the same protocol, values and reports as a built-in one.
///
/// The plugin receives the host's own value. A valid value costs no allocation and no reference counting, because the
/// struct holds everything that a call needs; `instance` keeps alive what it points to.
package struct PluginValidator: DirectValidator, @unchecked Sendable {
    let instance: PluginInstance
    private let kindBits: UInt64
    private let target: Target
    /// The other values that the plugin reads; `nil` if it reads none.
    private var view: RecordView?
    /// The same without a count.
    private var viewAddress: Unmanaged<RecordView>?

    init(_ rule: PluginRule, options: AnyValue) throws(OptionError) {
        instance = try PluginInstance(rule, options: options)
        kindBits = UInt64(rule.manifest.kinds.rawValue)
        target = Target(
            function: rule.validate, pointer: UnsafeRawPointer(instance.pointer), host: rule.host,
            rule: Unmanaged.passUnretained(rule))
        // Without a rule set there is no record.
        read(rule.manifest.readsRecord ? .empty : nil)
    }

    package var means: ValueMeaning { instance.rule.manifest.kinds.means }

    package mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        read(try instance.rule.manifest.view(instance.options, binding))
    }

    private mutating func read(_ view: RecordView?) {
        self.view = view
        viewAddress = view.map { Unmanaged.passUnretained($0) }
    }

    package var kinds: ValueKindSet { instance.rule.manifest.kinds }

    @inline(__always)
    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var raw = value.raw
        guard kindBits >> UInt64(raw.kind) & 1 != 0 else { return Self.rejectKind(target.rule, &context) }
        raw.flags &= ~NodeFlag.ofHost
        if let viewAddress { return Self.validate(raw, reading: viewAddress, target, &context) }
        target.validate(&raw, record: nil, &context)
    }

    /// Validates a value together with the other values that the plugin reads.
    @inline(never)
    private static func validate(
        _ value: proviso_value, reading view: Unmanaged<RecordView>, _ target: Target,
        _ context: inout ValidationContext
    ) {
        withUnsafePointer(to: value) { raw in
            view.takeUnretainedValue().withObject(&context) { record, context in
                target.validate(raw, record: record, &context)
            }
        }
    }

    /// What a call needs, without anything that is counted.
    private struct Target {
        let function: PluginRule.Validate
        let pointer: UnsafeRawPointer?
        let host: UnsafePointer<proviso_host>
        let rule: Unmanaged<PluginRule>

        @inline(__always)
        func validate(
            _ raw: UnsafePointer<proviso_value>, record: UnsafePointer<proviso_value>?,
            _ context: inout ValidationContext
        ) {
            let before = context.findings
            let isQuiet = context.isQuiet
            withUnsafeMutablePointer(to: &context) { context in
                var call = PluginCall(
                    call: proviso_call(host: host, report: isQuiet ? nil : receiveFinding, record: record),
                    context: context, rule: rule)
                let result = withUnsafeMutablePointer(to: &call) { call in
                    function(pointer, raw, UnsafeMutableRawPointer(call).assumingMemoryBound(to: proviso_call.self))
                }
                if result == PROVISO_VALID, context.pointee.findings == before { return }
                PluginValidator.judge(result, &call, findings: context.pointee.findings - before)
            }
        }
    }

    // Static, because a method of this struct would copy it to the stack first.

    @inline(never)
    static func rejectKind(_ rule: Unmanaged<PluginRule>, _ context: inout ValidationContext) {
        context.report(rule.takeUnretainedValue().manifest.invalidCode)
    }

    /// Handles all results except plain "valid": if the plugin could not validate the value, it is a fault.
    @inline(never)
    static func judge(_ result: Int32, _ call: inout PluginCall, findings: Int) {
        switch Int(result) {
        case PROVISO_VALID, PROVISO_NOT_APPLICABLE:
            if findings > 0 { call.fault("it reported violations, but returned that the value is valid") }
        case PROVISO_INVALID:
            if findings == 0 { rejectKind(call.rule, &call.context.pointee) }
        default: call.fault("it \(PluginResult.words(result))")
        }
    }
}

extension proviso_call {
    init(
        host: UnsafePointer<proviso_host>, report: PluginRule.Report?, record: UnsafePointer<proviso_value>? = nil
    ) {
        self.init(
            size: UInt32(MemoryLayout<proviso_call>.size), reserved: 0, host: host, deadline: 0, cancelled: nil,
            report: report, record: record)
    }
}

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
