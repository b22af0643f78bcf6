internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// What a plugin gets to report to, with the host's own notes behind it.
///
/// Lives on the stack of one check. Nothing in it counts references: on the way of valid data it costs its stores.
struct PluginCall {
    /// First, so that a pointer to it is one to all of this.
    var call: proviso_call
    let context: UnsafeMutablePointer<ValidationContext>
    let rule: Unmanaged<PluginRule>
    /// Whether the plugin broke the contract, which is reported once.
    var isFaulty = false
    private var taken = 0

    /// Findings about one value that are taken; of more, the first ones.
    static let mostFindings = 1000

    init(call: proviso_call, context: UnsafeMutablePointer<ValidationContext>, rule: Unmanaged<PluginRule>) {
        self.call = call
        self.context = context
        self.rule = rule
    }

    /// Reports that there were more findings than are taken.
    mutating func overflow() {
        fault("it reported more than \(Self.mostFindings) findings for one value")
    }

    /// Reports that the plugin's judgement cannot be used.
    mutating func fault(_ what: String) {
        if isFaulty { return }
        isFaulty = true
        let rule = rule.takeUnretainedValue()
        context.pointee.reportFault("plugin \(rule.plugin), rule \(rule.type): \(what)")
    }

    /// Takes a finding, as far as it keeps to what the rule type declared.
    mutating func receive(
        _ code: UnsafePointer<CChar>?, _ parameters: UnsafePointer<proviso_parameter>?, _ count: UInt64
    ) {
        taken += 1
        guard taken <= Self.mostFindings else { return overflow() }
        let rule = rule.takeUnretainedValue()
        let name = CName.read(code)
        guard let known = rule.manifest.codes.first(where: { $0.code.rawValue == name }) else {
            return fault("it reported the code '\(CName.text(code, limit: 128) ?? "")', which it did not declare")
        }
        do throws(PluginFault) {
            let read = try PluginParameters.read(parameters, count)
            context.pointee.report(known.code, read)
        } catch {
            fault("it reported \(known.code) with \(error.reason)")
        }
    }
}

/// The `report` of every call.
func receiveFinding(
    _ call: UnsafeMutablePointer<proviso_call>?, _ row: UInt64, _ code: UnsafePointer<CChar>?,
    _ parameters: UnsafePointer<proviso_parameter>?, _ count: UInt64
) {
    guard let call else { return }
    UnsafeMutableRawPointer(call).assumingMemoryBound(to: PluginCall.self).pointee.receive(code, parameters, count)
}

/// The parameters of a plugin's finding.
enum PluginParameters {
    static let most: UInt64 = 32

    /// Copies parameters; those of one name become a list, since a plugin has no other way to make one.
    static func read(
        _ start: UnsafePointer<proviso_parameter>?, _ count: UInt64
    ) throws(PluginFault) -> Parameters {
        guard count > 0 else { return [:] }
        guard count <= most else { throw PluginFault("\(count) parameters; at most \(most) are taken") }
        guard let start else { throw PluginFault("\(count) parameters that are nowhere") }
        var found: [(name: String, values: [ParameterValue])] = []
        for parameter in UnsafeBufferPointer(start: start, count: Int(count)) {
            guard let name = CName.read(parameter.name, limit: 64) else {
                throw PluginFault("a parameter that has no name")
            }
            let value = try value(parameter.value, of: name)
            if let index = found.firstIndex(where: { $0.name == name }) {
                found[index].values.append(value)
            } else {
                found.append((name, [value]))
            }
        }
        return Parameters(
            found.map { Parameter(name: $0.name, value: $0.values.count == 1 ? $0.values[0] : .list($0.values)) })
    }

    private static func value(_ raw: proviso_value, of name: String) throws(PluginFault) -> ParameterValue {
        switch Kind(rawValue: raw.kind) {
        case .absent, .null: return .text("")
        case .boolean: return .boolean(raw.as.boolean != 0)
        case .integer: return .integer(raw.as.integer)
        case .unsigned: return .unsigned(raw.as.unsigned_integer)
        case .double:
            let number = raw.as.number
            return number.isFinite ? .number(number) : .text("\(number)")
        case .decimal:
            let text = try text(raw, of: name)
            return NumericText(text) == nil ? .text(text) : .decimal(text)
        case .text, .bytes: return .text(try text(raw, of: name))
        case .list, .object:
            throw PluginFault("a list or object as parameter '\(name)' (a list is the parameter several times)")
        case nil: throw PluginFault("parameter '\(name)' of the unknown kind \(raw.kind)")
        }
    }

    private static func text(_ raw: proviso_value, of name: String) throws(PluginFault) -> String {
        guard raw.length > 0 else { return "" }
        guard raw.length <= longestPluginText, let start = raw.as.text else {
            throw PluginFault("a text of \(raw.length) bytes as parameter '\(name)', or without its bytes")
        }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(raw.length)), as: UTF8.self)
    }
}
