import ProvisoABI

/// One call of `validate`: where findings go, and what the host says of the time.
public struct PluginCall: ~Escapable {
    private let raw: UnsafeMutablePointer<proviso_call>?
    /// Set in a batch, which reports nothing.
    private let silent: Bool

    @_lifetime(borrow raw)
    init(_ raw: UnsafeMutablePointer<proviso_call>?, silent: Bool = false) {
        self.raw = raw
        self.silent = silent
    }

    /// Whether findings are wanted; otherwise the verdict alone is, and `report` does nothing.
    public var wantsFindings: Bool { !silent && raw.flatMap(Offered.report) != nil }

    /// Whether the answer is no longer wanted: long work looks at it and returns `cancelled`.
    public var isCancelled: Bool { raw.map(Offered.isCancelled) ?? false }

    /// When the host wants an answer, in nanoseconds of the monotonic clock; nil is "no limit".
    public var deadline: UInt64? {
        guard let time = raw.map(Offered.deadline), time != 0 else { return nil }
        return time
    }

    /// The other values that the rule reads, as an object; `nil` if the manifest has no `reads`, or the host is older
    /// than version 1.1 of the interface.
    ///
    /// If `reads` names options, the members are the attributes that they name, by these names, and an attribute that
    /// the record does not have is absent. With "record", it is the whole record.
    public var record: PluginValue? {
        @_lifetime(copy self)
        get {
            guard let raw, let record = Offered.record(raw) else { return nil }
            return _overrideLifetime(PluginValue(record, host: Offered.host(raw)), copying: self)
        }
    }

    /// Reports a finding and returns `invalid`, so that a check can end with `return call.report("iban.checksum")`.
    ///
    /// `code` is one of the validator's `codes`. The parameters are made only where findings are wanted.
    @discardableResult
    public func report(
        _ code: StaticString, _ parameters: @autoclosure () -> KeyValuePairs<StaticString, PluginParameter> = [:]
    ) -> PluginVerdict {
        guard !silent, let raw, let report = Offered.report(raw) else { return .invalid }
        let list = ParameterList(parameters())
        list.withParameters { report(raw, 0, CText.name(code), $0.baseAddress, UInt64($0.count)) }
        return .invalid
    }

    /// Writes a line to the host's log.
    public func log(_ severity: PluginLogSeverity, _ line: String) {
        guard let host = Offered.host(raw), let log = Offered.log(host) else { return }
        var line = line
        line.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                log(host, severity.rawValue, $0.baseAddress, UInt64($0.count))
            }
        }
    }
}

/// How serious a log line is.
public enum PluginLogSeverity: UInt32, Sendable {
    /// For developers.
    case debug = 0
    /// For information.
    case info = 1
    /// Something may be wrong.
    case warning = 2
    /// Something failed.
    case error = 3
    /// The host broke the contract of the ABI.
    case hostMisbehaving = 4
}

/// A parameter of a finding; messages show it in the reader's language.
public enum PluginParameter: Sendable {
    /// A Boolean.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// An integer that fits only an unsigned 64-bit number.
    case unsigned(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A string.
    case text(String)
    /// Strings that the message joins as its language does ("a, b or c").
    case list([String])
}
