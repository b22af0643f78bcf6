internal import Proviso

/// The values of the records of one chunk that rules compare across records.
///
/// The first validation collects all values, as if no other record had them. Then `settle` finds those that earlier
/// records have, in the order of the data. Records with such values are validated again, with the correct results.
package final class UniqueValueLog: Claims {
    private struct Entry {
        let start: Int
        let count: Int
        /// The first record with the value; `nil` if it is this one.
        var first: Int?
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The first entry of each record.
    private var firsts: [Int] = []
    /// The remaining entries of a record that is validated again; `nil` while values are collected.
    private var rest: Range<Int>?

    package init() {}

    package func begin() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        rest = nil
    }

    package func beginRecord() { firsts.append(entries.count) }

    /// Prepares the second validation of a record.
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

    /// Calls a closure for each value, with the index of its record in the chunk; it returns the first record with the
    /// value.
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
