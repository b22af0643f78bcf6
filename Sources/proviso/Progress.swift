import Glibc

/// A line that says how far a long run is, on a terminal only.
struct Progress: ~Copyable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var isOnScreen = false

    init() {
        start = clock.now
        last = start
    }

    /// Shows the line anew, from the second second on and at most five times a second.
    mutating func update(records: Int, invalid: Int) {
        guard isShown, records & 1023 == 0 else { return }
        let now = clock.now
        let elapsed = Self.seconds(now - start)
        guard elapsed > 1, Self.seconds(now - last) > 0.2 else { return }
        last = now
        isOnScreen = true
        var output = Output(descriptor: STDERR_FILENO)
        output.write("\r\u{1B}[K\(records) records, \(invalid) invalid, \(Int(Double(records) / elapsed)) records/s")
        output.flush()
    }

    /// Takes the line away before anything else is written.
    mutating func finish() {
        guard isOnScreen else { return }
        isOnScreen = false
        var output = Output(descriptor: STDERR_FILENO)
        output.write("\r\u{1B}[K")
        output.flush()
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }
}
