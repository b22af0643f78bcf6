/// The maximum length of a message: a pattern may repeat a parameter, and a parameter may be as long as a record.
package enum MessageLimit {
    /// The maximum number of bytes, without the note that says that the message was cut.
    package static let bytes = 65_536
    /// The maximum number of items that a message shows of a list.
    package static let items = 1_000
    /// The end of a message that was cut.
    package static let note = "… (cut after 65,536 bytes)"

    /// The text, or its beginning and the note if it is longer than a message may be.
    package static func cut(_ text: String) -> String {
        text.utf8.count <= bytes ? text : beginning(of: text) + note
    }

    /// As much of the text as a message may have.
    static func beginning(of text: String) -> String {
        if text.utf8.count <= bytes { return text }
        return text.lendBytes { String(decoding: $0.prefix(length(of: $0, room: bytes)), as: UTF8.self) }
    }

    /// The ends of the isolates that are open where a message was cut: the note is not a part of them.
    static func ends(ofIsolatesIn text: String) -> String {
        let open = text.unicodeScalars.reduce(0) { open, scalar in
            switch scalar {
            case "\u{2068}": open + 1
            case "\u{2069}": max(0, open - 1)
            default: open
            }
        }
        // A hostile string can have any number of them.
        return String(repeating: "\u{2069}", count: min(open, 8))
    }

    /// The number of bytes that fit, without half a character.
    package static func length(of text: UnsafeBufferPointer<UInt8>, room: Int) -> Int {
        guard text.count > room else { return text.count }
        var end = max(0, room)
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

extension String {
    fileprivate func lendBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }
}
