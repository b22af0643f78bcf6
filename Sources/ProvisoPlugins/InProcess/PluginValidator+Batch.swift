package import ProvisoABI
package import ProvisoCore
internal import WasmBridge

/// A plugin's verdict on one value of a batch.
package enum PluginVerdict: UInt8, Sendable {
    case valid = 0
    case invalid = 1
    /// The rule does not apply to the value, which counts as valid.
    case notApplicable = 2
    /// The plugin could not validate the value, so it is not valid.
    case fault = 255
}

extension PluginValidator {
    /// The validator of a check; `nil` if the check is not from a plugin.
    package init?(in check: Check) {
        guard let own = (check.holder as? ValidatorHolder<PluginValidator>)?.validator else { return nil }
        self = own
    }

    /// Validates many values at once, without violations, for columns and for plugins in another process.
    ///
    /// Values of a kind that the rule does not accept are invalid, and the plugin does not see them. To get the
    /// violations or the fault of one value, validate it alone. A rule that reads a record gets an empty one.
    package func validateBatch(_ values: [proviso_value]) -> [PluginVerdict] {
        var verdicts = [PluginVerdict](repeating: .invalid, count: values.count)
        let rows = values.indices.filter { instance.rule.manifest.kinds.rawValue >> values[$0].kind & 1 != 0 }
        let accepted = rows.map { row in
            var value = values[row]
            value.flags &= ~NodeFlag.ofHost
            return value
        }
        // 255 and not 0: a row that the plugin forgets is a fault, and never valid.
        var bytes = [UInt8](repeating: PluginVerdict.fault.rawValue, count: rows.count)
        if !judge(accepted, &bytes) { bytes = [] }
        for (index, row) in rows.enumerated() {
            verdicts[row] = bytes.isEmpty ? .fault : PluginVerdict(rawValue: bytes[index]) ?? .fault
        }
        return verdicts
    }

    /// Returns false if the plugin could not validate the batch as a whole.
    private func judge(_ values: [proviso_value], _ verdicts: inout [UInt8]) -> Bool {
        if values.isEmpty { return true }
        let functions = instance.rule.functions
        let record = proviso_value(kind: .object)
        return withUnsafePointer(to: record) { record in
            let readsRecord = instance.rule.manifest.readsRecord
            var call = proviso_call(host: instance.rule.host, report: nil, record: readsRecord ? record : nil)
            if let batch = functions.validate_batch, !readsRecord {
                let stride = UInt64(MemoryLayout<proviso_value>.stride)
                let result = batch(instance.pointer, values, stride, UInt64(values.count), &verdicts, &call)
                // Patience is for a value, and what a value of a module ends is its own fault.
                if result > PRV_WASM_TRAP { return result == 0 }
            }
            for index in values.indices {
                let result = withUnsafePointer(to: values[index]) {
                    instance.rule.validate(instance.pointer, $0, &call)
                }
                verdicts[index] = UInt8(exactly: result) ?? PluginVerdict.fault.rawValue
            }
            return true
        }
    }
}
