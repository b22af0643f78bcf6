internal import CLibrary
internal import JSONBridge
internal import ProvisoABI

/// The values of `by` of a group as bytes: values that are spelled otherwise are others, even where they read alike, as
/// for `distinct` and for expressions.
struct GroupKey: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []

    init() {}

    init(_ values: [String?]) {
        for value in values {
            guard var value else {
                appendNothing()
                continue
            }
            value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        }
    }

    /// The values; `nil` where there is none.
    var values: [String?] {
        var (values, place) = ([String?](), 0)
        while place < bytes.count {
            guard bytes[place] == 1 else {
                values.append(nil)
                place += 1
                continue
            }
            let start = place + 1 + MemoryLayout<UInt32>.size
            let count = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 1, as: UInt32.self) }
            values.append(String(decoding: bytes[start..<start + Int(count)], as: UTF8.self))
            place = start + Int(count)
        }
        return values
    }

    private mutating func appendNothing() { bytes.append(0) }

    private mutating func append(_ text: UnsafeRawBufferPointer) {
        bytes.append(1)
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count)) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: text)
    }

    /// Makes it the key of a record; false if a value is neither empty nor a string or an integer.
    mutating func read(_ groups: UnsafeBufferPointer<Int>, of slots: UnsafeMutablePointer<prv_node>) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        for slot in groups {
            let value = slots[slot].value
            if value.isEmpty {
                appendNothing()
            } else if value.kind == ValueKind.text.rawValue, let start = UnsafeRawPointer(value.as.text) {
                append(UnsafeRawBufferPointer(start: start, count: Int(value.length)))
            } else if value.kind == ValueKind.integer.rawValue {
                // An integer and the text that spells it are one group.
                var text = String(value.as.integer)
                text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
            } else {
                return false
            }
        }
        return true
    }

    var hash: UInt64 { bytes.withUnsafeBufferPointer { StableHash.hash($0) } }
}

/// The groups of a rule by their keys, which are found without counting a reference.
struct GroupTable {
    /// The number of each group among `entries`, from 1; 0 where nothing is.
    private var places: [Int32] = Array(repeating: 0, count: 16)
    private(set) var entries: [DatasetFigure.Entry] = []
    private var found: [Unmanaged<DatasetFigure.Entry>] = []
    private var hashes: [UInt64] = []
    /// The group of the last record: the next one is often of the same.
    private var last = 0
    /// The bytes of all keys.
    private(set) var size = 0

    /// The group with a key, which the table keeps alive.
    mutating func find(_ key: GroupKey) -> Unmanaged<DatasetFigure.Entry>? {
        if last < found.count, found[last]._withUnsafeGuaranteedRef({ $0.key.bytes == key.bytes }) {
            return found[last]
        }
        let hash = key.hash
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if hashes[number] == hash, found[number]._withUnsafeGuaranteedRef({ $0.key.bytes == key.bytes }) {
                last = number
                return found[number]
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Adds a group whose key it does not have.
    mutating func insert(_ entry: DatasetFigure.Entry) {
        last = entries.count
        entries.append(entry)
        found.append(.passUnretained(entry))
        hashes.append(entry.key.hash)
        size += entry.key.bytes.count
        if entries.count * 2 <= places.count {
            place(last)
        } else {
            places = Array(repeating: 0, count: places.count * 2)
            for number in entries.indices { place(number) }
        }
    }

    private mutating func place(_ number: Int) {
        var place = Int(truncatingIfNeeded: hashes[number]) & (places.count - 1)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = Int32(number + 1)
    }
}
