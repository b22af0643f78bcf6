package import Proviso

/// The values that the records of a run have, where rules compare records.
package final class RecordClaims: @unchecked Sendable {
    private let keys: KeySet
    /// Why a value could not be looked up; the run then has no result.
    private(set) var failure: SystemError?

    init(keys: KeySet) {
        self.keys = keys
    }

    /// Without any values; the table of them stays within a limit of memory.
    package convenience init(memoryLimit: Int) {
        self.init(keys: KeySet(memoryLimit: memoryLimit, log: KeyLog()))
    }

    /// Decides for each value in a log whether it was there before; to be called for one chunk at a time, in order.
    func settle(_ log: ClaimLog, length: inout Int) {
        do throws(SystemError) {
            try log.settle { key throws(SystemError) in try !keys.insert(key) }
        } catch {
            failure = failure ?? error
        }
        length = keys.log.length
    }

    func synchronize() throws(SystemError) { try keys.log.synchronize() }

    func remove() { keys.log.remove() }
}

/// The values that the records of one chunk have.
///
/// First all are noted, as if none was taken; then they are settled in the order of the data; then the records with
/// taken values are judged once more, with the true answers.
final class ClaimLog: Claims {
    private struct Entry {
        let start: Int
        let count: Int
        var isTaken = false
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The first entry of each record.
    private var firsts: [Int] = []
    /// The entries that are left of a record that is judged again; nil while values are noted.
    private var rest: Range<Int>?

    func begin() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        rest = nil
    }

    func beginRecord() { firsts.append(entries.count) }

    /// Makes a record get the true answers from now on.
    func replay(_ record: Int) { rest = range(of: record) }

    func isTaken(_ record: Int) -> Bool { range(of: record).contains { entries[$0].isTaken } }

    private func range(of record: Int) -> Range<Int> {
        firsts[record]..<(record + 1 < firsts.count ? firsts[record + 1] : entries.count)
    }

    func isTaken(_ key: [UInt8]) -> Bool {
        guard let left = rest else {
            entries.append(Entry(start: bytes.count, count: key.count))
            bytes += key
            return false
        }
        let found = left.first { bytes[entries[$0].start..<entries[$0].start + entries[$0].count].elementsEqual(key) }
        guard let found else { return false }
        rest = found + 1..<left.upperBound
        return entries[found].isTaken
    }

    func settle(_ isTaken: (UnsafeRawBufferPointer) throws(SystemError) -> Bool) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in
                for index in entries.indices {
                    let (start, count) = (entries[index].start, entries[index].count)
                    entries[index].isTaken = try isTaken(bytes.part(start..<start + count))
                }
            }
        }
        try result.get()
    }
}

extension Plan {
    /// Whether a rule compares the values of records.
    package var comparesRecords: Bool {
        ruleSet.rules.contains { $0.body.type == "unique" && $0.body.options["target"] == nil }
    }
}
