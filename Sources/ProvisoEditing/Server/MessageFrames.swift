/// Cuts the input of a language server into messages: a header with `Content-Length`, an empty line, and the content.
package struct MessageFrames {
    /// The maximum size of a message; a longer one is skipped.
    package static let maximumLength = 32 << 20
    private static let maximumHeader = 4096

    private var buffer: [UInt8] = []
    private var start = 0
    /// How many bytes of a message that is too long are still to be skipped.
    private var skipped = 0

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        if skipped > 0 {
            let count = min(skipped, bytes.count)
            skipped -= count
            buffer += bytes.dropFirst(count)
        } else {
            buffer += bytes
        }
    }

    /// What the input begins with.
    package enum Frame: Equatable {
        case message([UInt8])
        /// A message that is refused, with the reason.
        case refused(String)
    }

    /// The next message; `nil` if it has not arrived as a whole.
    package mutating func next() -> Frame? {
        defer { compact() }
        guard let end = headerEnd() else {
            guard buffer.count - start > Self.maximumHeader else { return nil }
            start = buffer.count
            return .refused("expected a header of at most \(Self.maximumHeader) bytes, and an empty line after it")
        }
        guard let length = Self.length(buffer[start..<end.header]) else {
            start = end.content
            return .refused("expected a header 'Content-Length: NUMBER'")
        }
        guard length <= Self.maximumLength else {
            let there = min(length, buffer.count - end.content)
            start = end.content + there
            skipped = length - there
            return .refused("expected at most \(Self.maximumLength) bytes, found Content-Length: \(length)")
        }
        guard buffer.count - end.content >= length else { return nil }
        start = end.content + length
        return .message(Array(buffer[end.content..<start]))
    }

    private mutating func compact() {
        guard start > 0, start == buffer.count || start > 1 << 16 else { return }
        buffer.removeFirst(start)
        start = 0
    }

    /// Where the header ends and the content begins.
    private func headerEnd() -> (header: Int, content: Int)? {
        var index = start
        let limit = min(buffer.count, start + Self.maximumHeader)
        while index < limit {
            if buffer[index] == 0x0A {
                if index + 1 < buffer.count, buffer[index + 1] == 0x0A { return (index, index + 2) }
                if index + 2 < buffer.count, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A {
                    return (index, index + 3)
                }
            }
            index += 1
        }
        return nil
    }

    private static func length(_ header: ArraySlice<UInt8>) -> Int? {
        for line in header.split(separator: 0x0A) {
            let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            let digits = parts[1].filter { $0 != " " && $0 != "\r" }
            return Int(digits).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }

    /// A message with its header.
    package static func framed(_ message: String) -> String {
        "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
    }
}
