import JSONBridge
import Proviso

/// The reader behind records, called directly.
final class JSONReader {
    struct Failure: Error, Equatable {
        let status: Int32
        let offset: Int
    }

    private let reader: OpaquePointer = prv_reader_create()
    private let arena = Arena()
    private var buffer: [UInt8] = []

    deinit {
        prv_reader_destroy(reader)
    }

    /// Reads one JSON text; what stands behind it in memory is chosen to mislead a reader that looks there.
    func value(_ bytes: [UInt8], behind: UInt8 = UInt8(ascii: "]")) throws(Failure) -> AnyValue {
        AnyValue(raw: try node(bytes, behind: behind).value)
    }

    func node(_ bytes: [UInt8], behind: UInt8 = UInt8(ascii: "]")) throws(Failure) -> prv_node {
        prv_arena_reset(arena.handle)
        buffer = bytes + [UInt8](repeating: behind, count: Int(PRV_JSON_PADDING))
        var node = prv_node.absent
        var offset = 0
        let status = buffer.withUnsafeBytes { memory in
            prv_reader_parse(
                reader, arena.handle, memory.bindMemory(to: CChar.self).baseAddress, bytes.count, &node, &offset)
        }
        guard status == PRV_JSON_OK else { throw Failure(status: status, offset: offset) }
        return node
    }
}
