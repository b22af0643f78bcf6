package import JSONBridge
package import ProvisoABI

/// The memory of one record's lists, objects and replaced strings, taken back all at once.
package final class Arena {
    package let handle: OpaquePointer

    package init() {
        handle = prv_arena_create()
    }

    deinit {
        prv_arena_destroy(handle)
    }

    package func reset() {
        prv_arena_reset(handle)
    }

    package func copy(_ text: String) -> UnsafePointer<CChar> {
        var text = text
        return text.withUTF8 { copy($0) }
    }

    package func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
        // Strings of no bytes get a place too, so that none is ever at a null pointer.
        let memory = take(max(bytes.count, 1))
        if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        return UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
    }

    package func nodes(_ count: Int) -> UnsafeMutablePointer<prv_node> {
        let memory = take(max(count, 1) * MemoryLayout<prv_node>.stride)
        let nodes = memory.bindMemory(to: prv_node.self, capacity: count)
        nodes.initialize(repeating: .absent, count: count)
        return nodes
    }

    private func take(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = prv_arena_take(handle, size) else { preconditionFailure("out of memory") }
        return memory
    }
}

extension proviso_value {
    /// The bytes of a string or of a number's own text.
    package var textBytes: UnsafeBufferPointer<UInt8> {
        let start = UnsafeRawPointer(self.as.text)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: Int(length))
    }

    package init(kind: ValueKind) {
        self.init()
        self.kind = kind.rawValue
    }

    package init(text: UnsafePointer<CChar>, count: Int, kind: ValueKind = .text) {
        self.init(kind: kind)
        self.as.text = text
        length = UInt64(count)
    }

    package init(text: String, in arena: Arena, kind: ValueKind = .text) {
        self.init(text: arena.copy(text), count: text.utf8.count, kind: kind)
    }

    package init(nodes: UnsafeMutablePointer<prv_node>, count: Int, kind: ValueKind) {
        self.init(kind: kind)
        self.as.handle = UnsafeRawPointer(nodes)
        length = UInt64(count)
    }
}
