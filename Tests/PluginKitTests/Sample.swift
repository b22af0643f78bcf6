import ProvisoABI

/// A value for a test, as plain data.
indirect enum Sample: Sendable {
    case absent, null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(String)
    case text(String)
    case bytes([UInt8])
    case list([Sample])
    case object([(String, Sample)])
    /// A kind no version of the ABI has.
    case unknown(UInt32)

    static let none = Sample.object([])

    /// One of every kind.
    static let everyKind: [Sample] = [
        .absent, .null, .boolean(true), .integer(.min), .unsigned(.max), .double(1e300), .decimal("1e9999"), .text("x"),
        .bytes([0xFF, 0]), .list([.text("x"), .null]), .object([("x", .integer(1))]), .unknown(11), .unknown(.max),
    ]
}

/// A member of an object, as this host lays it out.
struct Member {
    let key: UnsafePointer<CChar>
    let keyLength: UInt64
    let value: proviso_value
}

/// Memory of the values of one test.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    func pointer(_ sample: Sample) -> UnsafePointer<proviso_value> {
        copy([value(sample)])
    }

    func value(_ sample: Sample) -> proviso_value {
        var value = proviso_value()
        switch sample {
        case .absent: value.kind = UInt32(PROVISO_ABSENT)
        case .null: value.kind = UInt32(PROVISO_NULL)
        case .boolean(let boolean):
            value.kind = UInt32(PROVISO_BOOL)
            value.as.boolean = boolean ? 1 : 0
        case .integer(let integer):
            value.kind = UInt32(PROVISO_INTEGER)
            value.as.integer = integer
        case .unsigned(let integer):
            value.kind = UInt32(PROVISO_UNSIGNED)
            value.as.unsigned_integer = integer
        case .double(let number):
            value.kind = UInt32(PROVISO_DOUBLE)
            value.as.number = number
        case .decimal(let text): value = bytes(Array(text.utf8), PROVISO_DECIMAL)
        case .text(let text): value = bytes(Array(text.utf8), PROVISO_TEXT)
        case .bytes(let some): value = bytes(some, PROVISO_BYTES)
        case .list(let items):
            value.kind = UInt32(PROVISO_LIST)
            value.as.handle = UnsafeRawPointer(copy(items.map(self.value)))
            value.length = UInt64(items.count)
        case .object(let members):
            value.kind = UInt32(PROVISO_OBJECT)
            value.as.handle = UnsafeRawPointer(copy(members.map(member)))
            value.length = UInt64(members.count)
        case .unknown(let kind):
            value.kind = kind
            value.length = 7
        }
        return value
    }

    private func member(_ key: String, _ sample: Sample) -> Member {
        let bytes = copy(key.utf8.map(CChar.init(bitPattern:)))
        return Member(key: bytes, keyLength: UInt64(key.utf8.count), value: value(sample))
    }

    private func bytes<Kind: BinaryInteger>(_ bytes: [UInt8], _ kind: Kind) -> proviso_value {
        var value = proviso_value()
        value.kind = UInt32(truncatingIfNeeded: kind)
        value.as.text = copy(bytes.map(CChar.init(bitPattern:)))
        value.length = UInt64(bytes.count)
        return value
    }

    /// Copies to memory of the exact size, so that a reader past the end is seen by a memory checker.
    private func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let size = elements.count * MemoryLayout<Element>.stride
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Element>.alignment)
        blocks.append(block)
        return UnsafePointer(block.initializeMemory(as: Element.self, from: elements, count: elements.count))
    }
}
