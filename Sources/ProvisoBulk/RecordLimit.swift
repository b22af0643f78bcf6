/// How large one record may be, so that no input takes all the memory there is.
package enum RecordLimit {
    /// How many bytes of text a record may have: 256 MB, or an eighth of the memory that was given.
    ///
    /// The parser's table of tokens may take four times as much.
    package static func bytes(memory: Int?) -> Int { memory.map { $0 / 8 } ?? 256 << 20 }

    /// How many findings of a record reports list; the others are counted.
    package static let findings = 10_000

    /// How many bytes the values of a record may take: 2 GB, or a quarter of the memory that was given.
    package static func valueBytes(memory: Int?) -> Int { memory.map { $0 / 4 } ?? 2 << 30 }

    /// The largest window of a zstd frame, as a power of two: 128 MB, as the zstd tool has it, or half of the memory
    /// that was given.
    package static func windowLogarithm(memory: Int?) -> Int {
        guard let memory else { return 27 }
        return max(17, min(31, Int.bitWidth - 1 - (memory / 2).leadingZeroBitCount))
    }
}
