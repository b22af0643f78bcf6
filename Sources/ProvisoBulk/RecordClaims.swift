package import Proviso

/// The values that the records of a run have, where rules compare records.
///
/// The threads that check add to the set while the thread that collects writes it to disk, so every use of the set is
/// behind one lock. Only the call that waits for the disk is outside of it.
package final class RecordClaims: @unchecked Sendable {
    private let monitor = Monitor()
    // What the lock guards.
    private let keys: KeySet
    private var error: SystemError?

    init(keys: KeySet) {
        self.keys = keys
    }

    /// Why a value could not be looked up; nothing from that chunk on has a result.
    var failure: SystemError? { monitor.locked { error } }

    /// Without any values; the table of them stays within a limit of memory.
    package convenience init(memoryLimit: Int) {
        self.init(keys: KeySet(memoryLimit: memoryLimit, log: KeyLog()))
    }

    /// Decides for each value in a log whether it was there before; to be called for one chunk at a time, in order.
    ///
    /// `records` are those before the chunk. Returns where the set's own log ends behind the chunk, and nil when that failed, now or for an earlier chunk.
    package func settle(_ log: ClaimLog, after records: Int = 0) -> KeyLog.Mark? {
        monitor.locked {
            guard error == nil else { return nil }
            do throws(SystemError) {
                try log.settle { (key, index) throws(SystemError) in
                    try keys.insert(key, ofRecord: records + index + 1)
                }
                return keys.log.mark()
            } catch {
                self.error = error
                return nil
            }
        }
    }

    /// Makes sure that all values added so far are on the disk; any thread may call it.
    package func synchronize() throws(SystemError) {
        let file = try monitor.locked { () throws(SystemError) in try keys.log.flush() }
        try file?.synchronize()
    }

    func remove() { monitor.locked { keys.log.remove() } }
}

/// The values that the records of one chunk have.
///
/// First all are noted, as if none was taken; then they are settled in the order of the data; then the records with
/// taken values are judged once more, with the true answers.
package final class ClaimLog: Claims {
    private struct Entry {
        let start: Int
        let count: Int
        /// The record that had the value first; nil where it is this one.
        var first: Int?
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The first entry of each record.
    private var firsts: [Int] = []
    /// The entries that are left of a record that is judged again; nil while values are noted.
    private var rest: Range<Int>?

    package init() {}

    package func begin() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        rest = nil
    }

    package func beginRecord() { firsts.append(entries.count) }

    /// Makes a record get the true answers from now on.
    func replay(_ record: Int) { rest = range(of: record) }

    package func isTaken(_ record: Int) -> Bool { range(of: record).contains { entries[$0].first != nil } }

    private func range(of record: Int) -> Range<Int> {
        firsts[record]..<(record + 1 < firsts.count ? firsts[record + 1] : entries.count)
    }

    package func record(with key: [UInt8]) -> Int? {
        guard let left = rest else {
            entries.append(Entry(start: bytes.count, count: key.count))
            bytes += key
            return nil
        }
        let found = left.first { bytes[entries[$0].start..<entries[$0].start + entries[$0].count].elementsEqual(key) }
        guard let found else { return nil }
        rest = found + 1..<left.upperBound
        return entries[found].first
    }

    /// Asks for each value, with the place of its record in the chunk, which record had it first.
    func settle(_ first: (UnsafeRawBufferPointer, Int) throws(SystemError) -> Int?) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in
                for record in firsts.indices {
                    for index in range(of: record) {
                        let (start, count) = (entries[index].start, entries[index].count)
                        entries[index].first = try first(bytes.part(start..<start + count), record)
                    }
                }
            }
        }
        try result.get()
    }
}

extension Plan {
    /// Whether a rule compares the values of records.
    package var comparesRecords: Bool {
        ruleSet.rules.contains { $0.constraint.type == "unique" && $0.constraint.options["target"] == nil }
    }
}
