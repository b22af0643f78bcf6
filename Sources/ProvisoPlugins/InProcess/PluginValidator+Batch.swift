package import ProvisoABI
package import ProvisoCore

/// What a plugin says of one value of many.
package enum PluginVerdict: UInt8, Sendable {
    case valid = 0
    case invalid = 1
    /// None of the rule's business; counts as valid.
    case notApplicable = 2
    /// The plugin could not judge the value, so it is not valid.
    case fault = 255
}

extension PluginValidator {
    /// The validator in a check, nil when it is not a plugin's.
    package init?(in check: Check) {
        guard let own = (check.holder as? ValidatorHolder<PluginValidator>)?.validator else { return nil }
        self = own
    }

    /// Judges many values at once, without findings: the bulk path, for columns and for plugins in another process.
    ///
    /// Values of a kind the rule does not accept are invalid without the plugin seeing them. Who needs to know why a
    /// value is invalid, or what the fault was, validates that one by itself.
    package func validateBatch(_ values: [proviso_value]) -> [PluginVerdict] {
        var verdicts = [PluginVerdict](repeating: .invalid, count: values.count)
        let rows = values.indices.filter { instance.rule.manifest.kinds.rawValue >> values[$0].kind & 1 != 0 }
        let accepted = rows.map { row in
            var value = values[row]
            value.flags &= ~NodeFlag.all
            return value
        }
        // 255 and not 0: a row the plugin forgets is a fault, and never valid.
        var bytes = [UInt8](repeating: PluginVerdict.fault.rawValue, count: rows.count)
        if !judge(accepted, &bytes) { bytes = [] }
        for (index, row) in rows.enumerated() {
            verdicts[row] = bytes.isEmpty ? .fault : PluginVerdict(rawValue: bytes[index]) ?? .fault
        }
        return verdicts
    }

    /// Returns false when the plugin could not judge the batch as a whole.
    private func judge(_ values: [proviso_value], _ verdicts: inout [UInt8]) -> Bool {
        if values.isEmpty { return true }
        let functions = instance.rule.functions
        var call = proviso_call(host: instance.rule.host, report: nil)
        if let batch = functions.validate_batch {
            let stride = UInt64(MemoryLayout<proviso_value>.stride)
            return batch(instance.pointer, values, stride, UInt64(values.count), &verdicts, &call) == 0
        }
        for index in values.indices {
            let result = withUnsafePointer(to: values[index]) { instance.rule.validate(instance.pointer, $0, &call) }
            verdicts[index] = UInt8(exactly: result) ?? PluginVerdict.fault.rawValue
        }
        return true
    }
}
