/// Finds the ends of lines in bytes that may be incomplete: at a line feed, and with `endsAtReturns` also at a carriage
/// return or at both together.
struct LineEnds {
    private let bytes: UnsafeRawBufferPointer
    private let endsAtReturns: Bool
    private let isAtEnd: Bool

    init(_ bytes: UnsafeRawBufferPointer, endsAtReturns: Bool, isAtEnd: Bool) {
        self.bytes = bytes
        self.endsAtReturns = endsAtReturns
        self.isAtEnd = isAtEnd
    }

    /// The offset after the first line break whose last byte is at or after `start`; `nil` if there is none yet.
    func first(from start: Int) -> Int? {
        let feed = bytes.first(.lineBreak, from: start, to: bytes.count)
        guard endsAtReturns,
            let found = bytes.first(.carriageReturn, from: start, to: feed ?? bytes.count), found + 1 != feed
        else { return feed.map { $0 + 1 } }
        return found + 1 < bytes.count || isAtEnd ? found + 1 : nil
    }

    /// The offset after the last line break; the bytes before `scanned` have none, but can end with half of one.
    func last(from scanned: Int) -> Int? {
        if let feed = bytes.last(.lineBreak, from: scanned, to: bytes.count) { return feed + 1 }
        guard endsAtReturns else { return nil }
        // The line feed of a carriage return at the end may not have been read yet.
        let end = isAtEnd ? bytes.count : bytes.count - 1
        return bytes.last(.carriageReturn, from: max(0, scanned - 1), to: end).map { $0 + 1 }
    }
}
