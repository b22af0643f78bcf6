extension Duration {
    /// The nanoseconds, between one and those of twelve days.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(min(max(seconds, 0), 1_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000, 1))
    }
}
