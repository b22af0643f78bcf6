import ProvisoABI

/// The C functions that the function pointers of a descriptor call.
///
/// To the C side, an instance is the address of an `Instance`.
enum Thunks {
    typealias Create =
        @convention(c) (
            UnsafePointer<proviso_host>?, UnsafePointer<proviso_rule>?, UnsafePointer<proviso_value>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<proviso_failure>?
        ) -> Int32

    typealias Validate =
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<proviso_value>?, UnsafeMutablePointer<proviso_call>?
        ) -> Int32
    typealias ValidateBatch =
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<proviso_value>?, UInt64, UInt64, UnsafeMutablePointer<UInt8>?,
            UnsafeMutablePointer<proviso_call>?
        ) -> Int32
    typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

    static let validate: Validate = { instance, value, call in
        guard let instance, let value else { return Int32(PROVISO_FAULT_ARGUMENT) }
        return Instance.with(instance) {
            $0.validate(PluginValue(value, host: Offered.host(call)), call: PluginCall(call)).rawValue
        }
    }

    static let validateBatch: ValidateBatch = { instance, values, stride, count, verdicts, call in
        guard count > 0 else { return 0 }
        guard let instance, let values, let verdicts, let stride = Int(exactly: stride),
            let count = Int(exactly: count), stride >= MemoryLayout<proviso_value>.size,
            !stride.multipliedReportingOverflow(by: count).overflow
        else { return Int32(PROVISO_FAULT_ARGUMENT) }
        let host = Offered.host(call)
        return Instance.with(instance) { instance in
            for row in 0..<count {
                if row & 1023 == 0, let call, Offered.isCancelled(call) { return Int32(PROVISO_FAULT_CANCELLED) }
                let value = (UnsafeRawPointer(values) + row * stride).assumingMemoryBound(to: proviso_value.self)
                let verdict = instance.validate(PluginValue(value, host: host), call: PluginCall(call, silent: true))
                if verdict == .cancelled { return verdict.rawValue }
                verdicts[row] = UInt8(exactly: verdict.rawValue) ?? UInt8(PROVISO_UNCHECKED)
            }
            return 0
        }
    }

    static let destroy: Destroy = { instance in
        guard let instance else { return }
        Instance.destroy(instance)
    }

    static let create: Create = { host, rule, options, instance, failure in
        guard let rule, let instance else { return Int32(PROVISO_FAULT_ARGUMENT) }
        let validator = OfferedRule.validator(of: rule)
        do {
            let none = proviso_value()
            let made = try withUnsafePointer(to: none) { none in
                try validator.makeInstance(PluginOptions(PluginValue(options ?? none, host: host)))
            }
            instance.pointee = made.address
            return 0
        } catch let error as PluginOptionError {
            explain(error, in: failure)
            return Int32(PROVISO_FAULT_ARGUMENT)
        } catch {
            explain(PluginOptionError(option: nil, "\(error)"), in: failure)
            return Int32(PROVISO_FAULT_EXCEPTION)
        }
    }

    private static func explain(_ error: PluginOptionError, in failure: UnsafeMutablePointer<proviso_failure>?) {
        guard let failure, Int(failure.pointee.size) >= MemoryLayout<proviso_failure>.size,
            let texts = CText.untilNext(error.reason, error.option ?? "")
        else { return }
        failure.pointee.reason = texts.reason
        failure.pointee.option = error.option == nil ? nil : texts.option
    }
}
