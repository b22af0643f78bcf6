internal import Glibc
internal import JSONBridge
package import ProvisoABI
internal import ProvisoCore
internal import WorkerBridge

/// The values of many rows in the form that a worker reads: with offsets instead of pointers.
///
/// It grows to the size of a request and no further.
package final class PackedValues {
    package private(set) var count = 0
    private var values: [proviso_value] = []
    /// The end of each row's strings and items.
    private var ends: [Int] = []
    private var data = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0

    /// The start of strings and items: after the values of a full request, whatever the number of rows.
    private static let base = Int(PRV_WORKER_MOST_ROWS) * MemoryLayout<proviso_value>.stride
    private static let room = Int(PRV_WORKER_REQUEST_SIZE) - base
    private static let deepest = 600

    /// Starts at a position of another object's data, so that equal values become equal bytes.
    package init(from start: Int = 0) {
        used = start
    }

    deinit {
        data.deallocate()
    }

    package var isFull: Bool { count == Int(PRV_WORKER_MOST_ROWS) }

    package func removeAll() {
        count = 0
        used = 0
        values.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Adds a row; false if there is not enough space for it.
    package func append(_ value: proviso_value) -> Bool {
        let before = used
        guard !isFull, let packed = pack(value, depth: 0) else {
            used = before
            return false
        }
        values.append(packed)
        ends.append(used)
        count += 1
        return true
    }

    /// The start of a row's strings and items.
    package func start(of row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

    /// Whether a row equals the only row of another object that has the same start.
    package func row(_ row: Int, equals other: PackedValues) -> Bool {
        let (one, two) = (values[row], other.values[0])
        guard one.kind == two.kind, one.flags == two.flags, one.length == two.length,
            one.as.unsigned_integer == two.as.unsigned_integer, ends[row] == other.ends[0]
        else { return false }
        let (start, size) = (start(of: row), ends[row] - start(of: row))
        guard size > 0, let own = data.baseAddress, let its = other.data.baseAddress else { return size == 0 }
        return memcmp(own + start, its + start, size) == 0
    }

    /// Writes a range of rows to a request.
    func write(_ rows: Range<Int>, to request: UnsafeMutableRawPointer) {
        values.withUnsafeBytes { bytes in
            let stride = MemoryLayout<proviso_value>.stride
            let part = UnsafeRawBufferPointer(rebasing: bytes[rows.lowerBound * stride..<rows.upperBound * stride])
            if let first = part.baseAddress { request.copyMemory(from: first, byteCount: part.count) }
        }
        let (start, end) = (start(of: rows.lowerBound), ends[rows.upperBound - 1])
        if end > start, let first = data.baseAddress {
            (request + Self.base + start).copyMemory(from: first + start, byteCount: end - start)
        }
    }

    private func pack(_ value: proviso_value, depth: Int) -> proviso_value? {
        var packed = value
        // The host's marks differ between two runs of a record, and plugins must not see them.
        packed.flags &= ~NodeFlag.ofHost
        switch value.kindOrAbsent {
        case .decimal, .text, .bytes:
            guard let offset = copy(value.as.text, Int(value.length)) else { return nil }
            packed.as.unsigned_integer = offset
        case .list, .object:
            guard depth < Self.deepest, let offset = pack(value.nodes, depth: depth) else { return nil }
            packed.as.unsigned_integer = offset
        default: break
        }
        return packed
    }

    private func pack(_ nodes: UnsafeBufferPointer<prv_node>, depth: Int) -> UInt64? {
        let stride = MemoryLayout<prv_worker_node>.stride
        guard nodes.count <= Self.room / stride, let start = take(nodes.count * stride, alignment: 8) else {
            return nil
        }
        for (index, node) in nodes.enumerated() {
            guard let key = copy(node.key, Int(node.key_length)), let value = pack(node.value, depth: depth + 1) else {
                return nil
            }
            // `data` may have moved in the meantime.
            data.storeBytes(
                of: prv_worker_node(value: value, key: key, key_length: UInt64(node.key_length)),
                toByteOffset: start + index * stride, as: prv_worker_node.self)
        }
        return UInt64(Self.base + start)
    }

    private func copy(_ text: UnsafePointer<CChar>?, _ count: Int) -> UInt64? {
        guard let start = take(count, alignment: 1) else { return nil }
        if let text, count > 0, let first = data.baseAddress { memcpy(first + start, text, count) }
        return UInt64(Self.base + start)
    }

    /// Reserves some bytes and zeroes the gap before them, because gaps are compared too.
    private func take(_ size: Int, alignment: Int) -> Int? {
        let start = (used + alignment - 1) & ~(alignment - 1)
        guard size <= Self.room - start else { return nil }
        if start + size > data.count { grow(to: start + size) }
        for index in used..<start { data[index] = 0 }
        used = start + size
        return start
    }

    private func grow(to size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(max(size * 2, 1024), Self.room), alignment: 16)
        if let first = data.baseAddress, used > 0 {
            larger.copyMemory(from: UnsafeRawBufferPointer(start: first, count: min(used, data.count)))
        }
        data.deallocate()
        data = larger
    }
}
