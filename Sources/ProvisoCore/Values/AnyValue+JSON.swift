internal import JSONBridge
internal import ProvisoABI

/// Reading and writing JSON.
extension AnyValue {
    /// Reads a JSON text of any kind: an object, a list, a string, a number, `true`, `false` or `null`.
    ///
    /// Numbers keep their value exactly, and members their order. Throws an `InputError` with the byte at fault.
    public init(json: String) throws(InputError) { try self.init(json: Array(json.utf8)) }

    /// Reads a JSON text in UTF-8.
    public init(json: [UInt8]) throws(InputError) {
        let padded = json + [UInt8](repeating: 0, count: Int(PRV_JSON_PADDING))
        // The closure's errors lose their type on the way through the standard library.
        let result = padded.withUnsafeBytes { bytes in
            Result { () throws(InputError) in try AnyValue(paddedJSON: bytes, count: json.count) }
        }
        self = try result.get()
    }

    private init(paddedJSON bytes: UnsafeRawBufferPointer, count: Int) throws(InputError) {
        let arena = Arena()
        var node = prv_node.absent
        var offset = 0
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = prv_reader_parse(prv_reader_of_thread(), arena.handle, start, count, &node, &offset)
        guard Int(status) == PRV_JSON_OK else {
            throw InputError(status: status, offset: offset, in: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
        self = withExtendedLifetime(arena) { AnyValue(raw: node.value) }
    }

    /// The value as compact JSON, members in their order.
    ///
    /// `absent`, numbers that are not finite and decimals whose text is not a number are `null`.
    public var json: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }
}
