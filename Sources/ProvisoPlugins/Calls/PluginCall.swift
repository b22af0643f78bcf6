internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// The callback of one plugin call, followed by the host's own state.
///
/// It is on the stack of one check. Nothing in it is reference-counted: a valid value costs only its stores.
struct PluginCall {
    /// The first field, so that a pointer to it is also a pointer to this struct.
    var call: proviso_call
    let context: UnsafeMutablePointer<ValidationContext>
    let rule: Unmanaged<PluginRule>
    /// Whether the plugin broke its contract, which is reported once.
    var isFaulty = false
    private var taken = 0

    /// The maximum number of violations per value; further ones are dropped.
    static let mostFindings = 1000

    init(call: proviso_call, context: UnsafeMutablePointer<ValidationContext>, rule: Unmanaged<PluginRule>) {
        self.call = call
        self.context = context
        self.rule = rule
    }

    /// Reports that the plugin reported too many violations.
    mutating func overflow() {
        fault("it reported more than \(Self.mostFindings) violations for one value")
    }

    /// Reports that the result of the plugin cannot be used.
    mutating func fault(_ what: String) {
        if isFaulty { return }
        isFaulty = true
        let rule = rule.takeUnretainedValue()
        context.pointee.reportFault("plugin \(rule.plugin), rule \(rule.type): \(what)")
    }

    /// Receives a violation, if its code and parameters are declared by the rule type.
    mutating func receive(
        _ code: UnsafePointer<CChar>?, _ parameters: UnsafePointer<proviso_parameter>?, _ count: UInt64
    ) {
        taken += 1
        guard taken <= Self.mostFindings else { return overflow() }
        let rule = rule.takeUnretainedValue()
        let name = CName.read(code)
        guard let known = name.flatMap({ rule.codes[$0] }) else {
            return fault("it reported the code '\(CName.text(code, limit: 128) ?? "")', which it did not declare")
        }
        do throws(PluginFault) {
            let read = try PluginParameters.read(parameters, count)
            context.pointee.report(known, read)
        } catch {
            fault("it reported \(known) with \(error.reason)")
        }
    }
}

/// The `report` function of every call.
func receiveFinding(
    _ call: UnsafeMutablePointer<proviso_call>?, _ row: UInt64, _ code: UnsafePointer<CChar>?,
    _ parameters: UnsafePointer<proviso_parameter>?, _ count: UInt64
) {
    guard let call else { return }
    UnsafeMutableRawPointer(call).assumingMemoryBound(to: PluginCall.self).pointee.receive(code, parameters, count)
}

/// The parameters of a violation that a plugin reports.
enum PluginParameters {
    static let most: UInt64 = 64

    /// Copies parameters; those with the same name become a list, because a plugin has no other way to pass one.
    static func read(
        _ start: UnsafePointer<proviso_parameter>?, _ count: UInt64
    ) throws(PluginFault) -> Parameters {
        guard count > 0 else { return [:] }
        guard count <= most else { throw PluginFault("\(count) parameters; at most \(most) are allowed") }
        guard let start else { throw PluginFault("\(count) parameters, but a null pointer to them") }
        var found: [(name: String, values: [ParameterValue])] = []
        for parameter in UnsafeBufferPointer(start: start, count: Int(count)) {
            guard let name = CName.read(parameter.name, limit: 64) else {
                throw PluginFault("a parameter without a name")
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
        switch ValueKind(rawValue: raw.kind) {
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
            throw PluginFault("a list or object as parameter '\(name)' (to pass a list, repeat the parameter)")
        case nil: throw PluginFault("parameter '\(name)' of the unknown kind \(raw.kind)")
        }
    }

    private static func text(_ raw: proviso_value, of name: String) throws(PluginFault) -> String {
        guard raw.length > 0 else { return "" }
        guard raw.length <= longestPluginText, let start = raw.as.text else {
            throw PluginFault("a string of \(raw.length) bytes as parameter '\(name)', which is too long or null")
        }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(raw.length)), as: UTF8.self)
    }
}
