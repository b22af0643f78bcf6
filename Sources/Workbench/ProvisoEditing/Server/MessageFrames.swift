/// Cuts the input of a language server into messages: a header with `Content-Length`, an empty line, and the content.
package struct MessageFrames {
    /// The maximum size of a message; a longer one is skipped.
    package static let maximumLength = 32 << 20
    private static let maximumHeader = 4096

    private var buffer: [UInt8] = []
    private var start = 0
    /// Whether what follows is not a header: the input is skipped up to the next one.
    private var isLost = false

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) { buffer += bytes }

    /// What the input begins with.
    package enum Frame: Equatable {
        case message([UInt8])
        /// A message that is refused, with the reason.
        case refused(String)
    }

    /// The next message; `nil` if it has not arrived as a whole.
    package mutating func next() -> Frame? {
        defer { compact() }
        if isLost {
            skip()
            if isLost { return nil }
        }
        guard let end = headerEnd() else {
            guard buffer.count - start > Self.maximumHeader else { return nil }
            start += 1
            return lost("expected a header of at most \(Self.maximumHeader) bytes, and an empty line after it")
        }
        guard let length = Self.length(buffer[start..<end.header]) else {
            // The header may be after the rest of a message that is longer than its own header said.
            start += 1
            return lost("expected a header 'Content-Length: NUMBER'")
        }
        guard length <= Self.maximumLength else {
            start = end.content
            return lost("expected at most \(Self.maximumLength) bytes, found Content-Length: \(length)")
        }
        guard buffer.count - end.content >= length else { return nil }
        start = end.content + length
        return .message(Array(buffer[end.content..<start]))
    }

    private mutating func lost(_ reason: String) -> Frame? {
        isLost = true
        return .refused(reason)
    }

    /// Skips to the next header: JSON has no line that begins with its name, but a message that is longer than its
    /// header said may end in the same line.
    private mutating func skip() {
        let name = Array("Content-Length:".utf8)
        while buffer.count - start >= name.count {
            if buffer[start] | 0x20 == 0x63,
                zip(buffer[start...], name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 | 0x20 })
            {
                return isLost = false
            }
            start += 1
        }
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
