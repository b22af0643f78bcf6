internal import ProvisoABI
internal import ProvisoCore

extension ValueWriter {
    /// A point in time: a string for most rules, and the moment itself for those that know about time.
    package func instant(_ text: String) -> WrittenValue {
        var raw = self.text(text).raw
        raw.flags |= NodeFlag.instant
        return WrittenValue(raw: raw)
    }
}
