#if Server
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ProvisoHummingbird

/// The bytes of a body as they arrive, with a look at the first one.
///
/// One task at a time reads it.
final class BodyFeed: AsyncSequence, @unchecked Sendable {
    typealias Element = ByteBuffer

    private var iterator: RequestBody.AsyncIterator
    private var waiting: [ByteBuffer] = []
    /// Why nothing more came.
    private var failure: (any Error)?

    init(_ body: RequestBody) { iterator = body.makeAsyncIterator() }

    /// The compression of the body; `nil` if it has none.
    ///
    /// It waits for more bytes only as long as those that came begin like compressed ones.
    func compression() async -> String? {
        var start: [UInt8] = waiting.flatMap { Array($0.readableBytesView.prefix(8)) }
        do {
            while Compression.mayFollow(start), let buffer = try await pull() {
                waiting.append(buffer)
                start += buffer.readableBytesView.prefix(8)
            }
        } catch {
            // The next read throws it.
            failure = error
        }
        return Compression.name(of: start)
    }

    /// The first byte that is not a blank; `nil` if there is none in the first 64 KB.
    func firstByte() async throws -> UInt8? {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        var seen = 0
        while seen < 1 << 16, let buffer = try await pull() {
            waiting.append(buffer)
            seen += buffer.readableBytes
            if let byte = buffer.readableBytesView.first(where: { !blanks.contains($0) }) { return byte }
        }
        return nil
    }

    func next() async throws -> ByteBuffer? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return try await pull()
    }

    private func pull() async throws -> ByteBuffer? {
        if let failure { throw failure }
        // Held alone: a property that is borrowed for so long would be locked.
        var iterator = iterator
        defer { self.iterator = iterator }
        return try await iterator.next()
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let feed: BodyFeed

        mutating func next() async throws -> ByteBuffer? { try await feed.next() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: self) }
}
#endif
