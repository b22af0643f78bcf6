import ProvisoABI
import Synchronization

/// The C functions behind the function pointers of a descriptor.
///
/// To the C side, an instance is the address of an `Instance`.
enum Thunks {
    typealias Create =
        @convention(c) (
            UnsafePointer<proviso_host>?, UnsafePointer<proviso_value>?,
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

    private static let claimed = Mutex<[any PluginValidator.Type]>([])

    /// One C function for each validator.
    ///
    /// `create` is not told which rule type is meant, and Swift makes no C function of a generic one; so each of
    /// these knows its number.
    static let creators: [Create] = [
        { create(0, $0, $1, $2, $3) }, { create(1, $0, $1, $2, $3) }, { create(2, $0, $1, $2, $3) },
        { create(3, $0, $1, $2, $3) }, { create(4, $0, $1, $2, $3) }, { create(5, $0, $1, $2, $3) },
        { create(6, $0, $1, $2, $3) }, { create(7, $0, $1, $2, $3) }, { create(8, $0, $1, $2, $3) },
        { create(9, $0, $1, $2, $3) }, { create(10, $0, $1, $2, $3) }, { create(11, $0, $1, $2, $3) },
        { create(12, $0, $1, $2, $3) }, { create(13, $0, $1, $2, $3) }, { create(14, $0, $1, $2, $3) },
        { create(15, $0, $1, $2, $3) }, { create(16, $0, $1, $2, $3) }, { create(17, $0, $1, $2, $3) },
        { create(18, $0, $1, $2, $3) }, { create(19, $0, $1, $2, $3) }, { create(20, $0, $1, $2, $3) },
        { create(21, $0, $1, $2, $3) }, { create(22, $0, $1, $2, $3) }, { create(23, $0, $1, $2, $3) },
    ]

    /// Takes one of `creators` for each validator; nil where there are not enough of them left.
    static func claim(_ validators: [any PluginValidator.Type]) -> ArraySlice<Create>? {
        claimed.withLock { claimed in
            guard claimed.count + validators.count <= creators.count else { return nil }
            let first = claimed.count
            claimed += validators
            return creators[first..<claimed.count]
        }
    }

    static let validate: Validate = { instance, value, call in
        guard let instance, let value else { return Int32(PROVISO_FAULT_ARGUMENT) }
        return Instance.with(instance) { $0.verdict(value, host: Offered.host(call), call: PluginCall(call)) }
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
                let verdict = instance.verdict(value, host: host, call: PluginCall(call, silent: true))
                guard verdict >= 0 else { return verdict }
                verdicts[row] = UInt8(truncatingIfNeeded: verdict)
            }
            return 0
        }
    }

    static let destroy: Destroy = { instance in
        guard let instance else { return }
        Instance.destroy(instance)
    }

    private static func create(
        _ number: Int, _ host: UnsafePointer<proviso_host>?, _ options: UnsafePointer<proviso_value>?,
        _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ failure: UnsafeMutablePointer<proviso_failure>?
    ) -> Int32 {
        let found = claimed.withLock { $0.indices.contains(number) ? $0[number] : nil }
        guard let type = found, let instance else { return Int32(PROVISO_FAULT_ARGUMENT) }
        do {
            let none = proviso_value()
            let made = try withUnsafePointer(to: none) { none in
                try type.makeInstance(PluginOptions(PluginValue(options ?? none, host: host)))
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
