internal import Proviso

/// Where lines end in bytes of which more may come: at a line feed, or where `endsAtReturns` says so at a carriage
/// return, or at both together.
struct LineEnds {
    private let bytes: UnsafeRawBufferPointer
    private let endsAtReturns: Bool
    private let isAtEnd: Bool

    init(_ bytes: UnsafeRawBufferPointer, endsAtReturns: Bool, isAtEnd: Bool) {
        self.bytes = bytes
        self.endsAtReturns = endsAtReturns
        self.isAtEnd = isAtEnd
    }

    /// One past the first line break whose last byte stands at `start` or behind; nil when it has not come yet.
    func first(from start: Int) -> Int? {
        let feed = bytes.first(.lineBreak, from: start, to: bytes.count)
        guard endsAtReturns,
            let found = bytes.first(.carriageReturn, from: start, to: feed ?? bytes.count), found + 1 != feed
        else { return feed.map { $0 + 1 } }
        return found + 1 < bytes.count || isAtEnd ? found + 1 : nil
    }

    /// One past the last line break; the bytes before `scanned` are known to have none but perhaps half of one.
    func last(from scanned: Int) -> Int? {
        if let feed = bytes.last(.lineBreak, from: scanned, to: bytes.count) { return feed + 1 }
        guard endsAtReturns else { return nil }
        // One at the very end may have its line feed still to come.
        let end = isAtEnd ? bytes.count : bytes.count - 1
        return bytes.last(.carriageReturn, from: max(0, scanned - 1), to: end).map { $0 + 1 }
    }
}
