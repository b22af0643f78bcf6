import ProvisoABI

/// A value of the host's, borrowed for the time of one call.
///
/// It is a view: nothing is copied until the plugin reads a `String`. A list or an object is read item by item through
/// the host, and shows no items if the host does not support that.
public struct PluginValue: ~Escapable {
    let raw: UnsafePointer<proviso_value>
    let host: UnsafePointer<proviso_host>?

    @_lifetime(borrow raw)
    init(_ raw: UnsafePointer<proviso_value>, host: UnsafePointer<proviso_host>?) {
        self.raw = raw
        self.host = host
    }

    /// What a value holds.
    public enum Kind: UInt32, Sendable {
        /// There is no value.
        case absent = 0
        /// A null.
        case null = 1
        /// A Boolean.
        case boolean = 2
        /// An integer that fits a signed 64-bit number.
        case integer = 3
        /// An integer that fits only an unsigned 64-bit number.
        case unsigned = 4
        /// A floating-point number.
        case double = 5
        /// A number as a string, because neither 64 bits nor a double hold it exactly.
        case decimal = 6
        /// A string.
        case text = 7
        /// Bytes, which are not text.
        case bytes = 8
        /// A list.
        case list = 9
        /// An object.
        case object = 10
    }

    /// What it holds; `nil` for a kind that is newer than this kit.
    public var kind: Kind? { Kind(rawValue: raw.pointee.kind) }

    /// Whether the host knows that every byte of the text is below 0x80; false means "not known".
    public var isASCII: Bool { raw.pointee.flags & UInt32(PROVISO_FLAG_ASCII) != 0 }

    /// The boolean; `nil` for any other kind.
    public var boolean: Bool? { kind == .boolean ? raw.pointee.as.boolean != 0 : nil }

    /// The integer; `nil` for any other kind, and beyond `Int64`.
    public var integer: Int64? { kind == .integer ? raw.pointee.as.integer : nil }

    /// The integer beyond `Int64`; `nil` for any other kind.
    public var unsigned: UInt64? { kind == .unsigned ? raw.pointee.as.unsigned_integer : nil }

    /// The number as the nearest `Double`; `nil` if the kind is not a number.
    public var double: Double? {
        switch kind {
        case .integer: Double(raw.pointee.as.integer)
        case .unsigned: Double(raw.pointee.as.unsigned_integer)
        case .double: raw.pointee.as.number
        case .decimal: string.flatMap { Double($0) }
        default: nil
        }
    }

    /// The bytes of a string (UTF-8), of a decimal (its own ASCII text) or of bytes; empty for any other kind.
    public var utf8: Span<UInt8> {
        @_lifetime(copy self)
        get {
            switch kind {
            case .text, .bytes, .decimal: span(of: raw.pointee.as.text, length: raw.pointee.length)
            default: span(of: nil, length: 0)
            }
        }
    }

    /// A copy of the text, or a decimal's own text; `nil` for any other kind.
    public var string: String? {
        guard kind == .text || kind == .decimal else { return nil }
        return utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The number of items of a list or members of an object; 0 for any other kind.
    public var count: Int {
        guard kind == .list || kind == .object else { return 0 }
        return Int(exactly: raw.pointee.length) ?? 0
    }

    /// An item of a list; nil past its end and for any other kind.
    @_lifetime(copy self)
    public func item(at index: Int) -> PluginValue? {
        guard kind == .list, index >= 0, index < count, let host, let call = Offered.listItem(host),
            let found = call(raw, UInt64(index))
        else { return nil }
        return _overrideLifetime(PluginValue(found, host: host), copying: self)
    }

    /// The member of an object with this key; `nil` if there is none, and for any other kind.
    @_lifetime(copy self)
    public func member(_ key: String) -> PluginValue? {
        guard let found = pointer(toMember: key) else { return nil }
        return _overrideLifetime(PluginValue(found, host: host), copying: self)
    }

    /// Calls `body` with the members of an object and their keys, in the order of the data.
    public func forEachMember<Failure: Error>(
        _ body: (_ key: Span<UInt8>, _ value: PluginValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard kind == .object, let host, let call = Offered.objectMember(host) else { return }
        for index in 0..<count {
            var key: UnsafePointer<CChar>?
            var length: UInt64 = 0
            guard let found = call(raw, UInt64(index), &key, &length) else { return }
            try body(span(of: key, length: length), PluginValue(found, host: host))
        }
    }

    private func pointer(toMember key: String) -> UnsafePointer<proviso_value>? {
        guard kind == .object, let host else { return nil }
        if let find = Offered.objectFind(host) {
            var key = key
            return key.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { find(raw, $0.baseAddress, UInt64($0.count)) }
            }
        }
        guard let member = Offered.objectMember(host) else { return nil }
        for index in 0..<count {
            var found: UnsafePointer<CChar>?
            var length: UInt64 = 0
            guard let value = member(raw, UInt64(index), &found, &length) else { return nil }
            let matches = span(of: found, length: length).withUnsafeBufferPointer { $0.elementsEqual(key.utf8) }
            if matches { return value }
        }
        return nil
    }

    @_lifetime(copy self)
    private func span(of text: UnsafePointer<CChar>?, length: UInt64) -> Span<UInt8> {
        let start = UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self)
        let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(exactly: length) ?? 0)
        return _overrideLifetime(bytes.span, copying: self)
    }
}
