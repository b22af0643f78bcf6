internal import JSONBridge
internal import ProvisoABI

extension AnyValue {
    /// The value of a JSON text, nil when it is none.
    package init?(json: [UInt8]) {
        let padding = [UInt8](repeating: 0, count: Int(PRV_JSON_PADDING))
        self.init(paddedJSON: json + padding, count: json.count)
    }

    private init?(paddedJSON: [UInt8], count: Int) {
        let reader = prv_reader_of_thread()
        let arena = Arena()
        let value = paddedJSON.withUnsafeBytes { bytes -> AnyValue? in
            var node = prv_node.absent
            var offset = 0
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let status = prv_reader_parse(reader, arena.handle, start, count, &node, &offset)
            // A plain nil would be the value null.
            return Int(status) == PRV_JSON_OK ? AnyValue(raw: node.value) : Optional<AnyValue>.none
        }
        guard let value else { return nil }
        self = value
    }

    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    package var int: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

    package var string: String? { if case .text(let text) = self { text } else { nil } }
}
