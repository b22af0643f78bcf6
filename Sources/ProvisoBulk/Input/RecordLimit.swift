/// Limits for one record, so that no input uses up the memory.
package enum RecordLimit {
    /// The maximum size of a record: 256 MB, or an eighth of `--memory`.
    ///
    /// The parser's table of tokens can take four times this size.
    package static func bytes(memory: Int?) -> Int { memory.map { $0 / 8 } ?? 256 << 20 }

    /// The maximum number of findings of a record that reports list; the others are only counted.
    package static let findings = 10_000

    /// The maximum number of bytes of the findings of a record that reports list; the others are only counted.
    package static let findingBytes = 4 << 20

    /// The maximum number of bytes for the values of a record: 2 GB, or a quarter of `--memory`.
    package static func valueBytes(memory: Int?) -> Int { memory.map { $0 / 4 } ?? 2 << 30 }

    /// The largest window of a zstd frame, as a power of two: 128 MB, as in the zstd tool, or half of `--memory`.
    package static func windowLogarithm(memory: Int?) -> Int {
        guard let memory else { return 27 }
        return max(17, min(31, Int.bitWidth - 1 - (memory / 2).leadingZeroBitCount))
    }
}
