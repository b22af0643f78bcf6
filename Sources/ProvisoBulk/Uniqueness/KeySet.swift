internal import Glibc
package import Proviso

/// An exact set of byte strings that uses limited memory: what does not fit is in temporary files.
///
/// A table of hashes points into a log of the keys. The first bits of a hash select its page. When a page is full, all
/// pages are split. So finding a key reads one page, also when the table is a file.
///
/// SQLite would do the same with more: a run adds keys and never removes or sorts them, and a checkpoint only needs the
/// length of the log, to which a resumed run cuts it back.
///
/// It has no lock: the caller allows no other use while it adds keys, as `UniqueValues` does.
package final class KeySet {
    private static let slots = 256
    /// A table of more pages would be larger than any file system.
    private static let maximumBits = 40
    private static let pageSize = slots * MemoryLayout<Entry>.stride

    private struct Entry {
        var hash: UInt64
        var offset: UInt64
    }

    let log: KeyLog
    private let memoryLimit: Int
    private var bits = 0
    private var counts: [UInt16] = [0]
    private var memory: UnsafeMutablePointer<Entry>?
    private var file: TemporaryFile?

    package init(memoryLimit: Int, log: KeyLog) {
        self.memoryLimit = memoryLimit
        self.log = log
        memory = .allocate(capacity: Self.slots)
    }

    deinit {
        memory?.deallocate()
    }

    /// Every process has another seed, so that no data can contain many keys for the same page.
    static func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    package func contains(_ key: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
        try find(key, Self.hash(key)) != nil
    }

    /// Adds a key; returns false if the set already has it.
    package func insert(_ key: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
        try insert(key, ofRecord: 0) == nil
    }

    /// Adds a key with the number of its record; if the set already has it, returns the number it was added with.
    func insert(_ key: UnsafeRawBufferPointer, ofRecord number: Int) throws(SystemError) -> Int? {
        let hash = Self.hash(key)
        if let first = try find(key, hash) { return first }
        try add(Entry(hash: hash, offset: UInt64(try log.append(key, ofRecord: number))))
        return nil
    }

    /// Fills the table with the keys of the log.
    func rebuild() throws(SystemError) {
        try log.forEachKey { (key, offset) throws(SystemError) in
            let hash = Self.hash(key)
            // Splitting does not separate equal keys, so they would fill a page.
            if try find(key, hash) != nil { throw log.damage }
            try add(Entry(hash: hash, offset: UInt64(offset)))
        }
    }

    /// Whether the whole table is in memory; the log may be in a file.
    package var isInMemory: Bool { memory != nil }

    private func page(of hash: UInt64) -> Int { bits == 0 ? 0 : Int(hash >> UInt64(64 - bits)) }

    /// The number that a key was added with.
    private func find(_ key: UnsafeRawBufferPointer, _ hash: UInt64) throws(SystemError) -> Int? {
        let page = page(of: hash)
        let count = Int(counts[page])
        var offsets: [UInt64] = []
        if let memory {
            let first = memory + page * Self.slots
            for slot in 0..<count where first[slot].hash == hash { offsets.append(first[slot].offset) }
        } else {
            try withPage(page, count: count) { entries in
                for entry in entries where entry.hash == hash { offsets.append(entry.offset) }
            }
        }
        for offset in offsets {
            guard let (found, number) = try log.key(at: Int(offset)), found.count == key.count else { continue }
            if found.withUnsafeBytes({ $0.elementsEqual(key) }) { return number }
        }
        return nil
    }

    private func add(_ entry: Entry) throws(SystemError) {
        while counts[page(of: entry.hash)] == Self.slots { try split() }
        let page = page(of: entry.hash)
        let slot = page * Self.slots + Int(counts[page])
        if let memory {
            memory[slot] = entry
        } else {
            try withUnsafeBytes(of: entry) { bytes throws(SystemError) in
                try file?.write(bytes, at: slot * MemoryLayout<Entry>.stride)
            }
        }
        counts[page] += 1
    }

    /// Splits each page into two, by the next bit of the hashes.
    private func split() throws(SystemError) {
        if bits == Self.maximumBits { throw SystemError(reason: "there are too many keys") }
        let old = (memory: memory, file: file, counts: counts)
        let bit = UInt64(1) << UInt64(63 - bits)
        let size = counts.count * 2 * Self.pageSize
        var next: (memory: UnsafeMutablePointer<Entry>?, file: TemporaryFile?)
        if old.memory != nil, size <= memoryLimit {
            next.memory = .allocate(capacity: counts.count * 2 * Self.slots)
        } else {
            next.file = try TemporaryFile()
        }
        var nextCounts = [UInt16](repeating: 0, count: counts.count * 2)
        let pair = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * Self.slots)
        pair.initialize(repeating: Entry(hash: 0, offset: 0), count: 2 * Self.slots)
        defer { pair.deallocate() }
        for page in old.counts.indices {
            try withPage(page, count: Int(old.counts[page])) { entries in
                for entry in entries {
                    let half = entry.hash & bit == 0 ? 0 : 1
                    let slot = Int(nextCounts[2 * page + half])
                    pair[half * Self.slots + slot] = entry
                    nextCounts[2 * page + half] += 1
                }
            }
            if let memory = next.memory {
                (memory + 2 * page * Self.slots).update(from: pair, count: 2 * Self.slots)
            } else {
                let bytes = UnsafeRawBufferPointer(start: pair, count: 2 * Self.pageSize)
                try next.file?.write(bytes, at: 2 * page * Self.pageSize)
            }
        }
        old.memory?.deallocate()
        (memory, file, counts) = (next.memory, next.file, nextCounts)
        bits += 1
    }

    private func withPage(
        _ page: Int, count: Int, _ body: (UnsafeBufferPointer<Entry>) -> Void
    ) throws(SystemError) {
        if let memory { return body(UnsafeBufferPointer(start: memory + page * Self.slots, count: count)) }
        let buffer = UnsafeMutableBufferPointer<Entry>.allocate(capacity: max(count, 1))
        defer { buffer.deallocate() }
        let bytes = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count * MemoryLayout<Entry>.stride)
        try file?.read(bytes, at: page * Self.pageSize)
        body(UnsafeBufferPointer(start: buffer.baseAddress, count: count))
    }
}
