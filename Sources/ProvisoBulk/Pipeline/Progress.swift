internal import Glibc
internal import Proviso

/// Shows the progress of a long run.
package struct Progress: ~Copyable {
    package enum Mode: String, Sendable, CaseIterable {
        /// A line if standard error is a terminal, else nothing.
        case auto
        /// One JSON object per second on standard error.
        case json
        case none
    }

    private let mode: Mode
    /// The bytes of all inputs; `nil` if that is not known.
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var isOnScreen = false
    /// The records and bytes that were read before a resumed run.
    private var before: (records: Int, bytes: Int)?

    init(_ mode: Mode, total: Int?) {
        self.mode = mode == .auto && isatty(STDERR_FILENO) == 0 ? .none : mode
        self.total = total
        start = clock.now
        last = start
    }

    /// Updates the progress: on a terminal after the first second, and at most five times per second.
    mutating func update(_ summary: Summary, bytes: Int) {
        guard mode != .none else { return }
        let now = clock.now
        let before = before ?? (summary.records, bytes)
        self.before = before
        let elapsed = Self.seconds(now - start)
        guard elapsed > 1, Self.seconds(now - last) > (mode == .json ? 1 : 0.2) else { return }
        last = now
        let rate = Double(summary.records - before.records) / elapsed
        var left: Double?
        if let total, bytes > before.bytes { left = Double(total - bytes) * elapsed / Double(bytes - before.bytes) }
        if mode == .json {
            StandardError.line(json(summary, bytes: bytes, elapsed: elapsed, rate: rate, left: left))
        } else {
            show(line(summary, bytes: bytes, rate: rate, left: left))
        }
    }

    private func line(_ summary: Summary, bytes: Int, rate: Double, left: Double?) -> String {
        var line = ""
        if let total, total > 0 { line += "\(min(100, bytes * 100 / total))%, " }
        line += "\(summary.records) records, \(summary.invalid) invalid, \(Int(rate)) records/s"
        if let left { line += ", \(Self.span(Int(left.rounded(.up)))) left" }
        return line
    }

    private func json(_ summary: Summary, bytes: Int, elapsed: Double, rate: Double, left: Double?) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("records", summary.records)
            $0.member("invalid", summary.invalid)
            $0.member("unreadable", summary.unreadable)
            $0.member("bytes", bytes)
            if let total { $0.member("totalBytes", total) }
            $0.member("seconds", Int(elapsed))
            $0.member("recordsPerSecond", Int(rate))
            if let left { $0.member("secondsLeft", Int(left.rounded(.up))) }
        }
        return writer.text
    }

    private mutating func show(_ line: String) {
        isOnScreen = true
        put("\r\u{1B}[K\(line)")
    }

    /// Erases the line before other output.
    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) {
        let output = Output(descriptor: STDERR_FILENO)
        output.write(text)
        output.flush()
    }

    private static func span(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }
}
