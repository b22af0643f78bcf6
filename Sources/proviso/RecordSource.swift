import Glibc
import JSONBridge
import Proviso

/// The records of one input, one after the other, from a buffer that grows only with the largest record.
///
/// Understands NDJSON (a record a line), a JSON array (a record an item) and JSON texts one after the other.
final class RecordSource {
    /// How the input is divided into records.
    enum Form {
        case lines, items, texts
    }

    /// A record's bytes, good until the next one is asked for.
    struct RawRecord {
        let bytes: UnsafeRawBufferPointer
        /// The readable bytes from the record's start on.
        let capacity: Int
        /// The line it starts on, from 1.
        let line: Int
        /// What stands before it on that line, so that columns can be counted.
        let before: UnsafeRawBufferPointer
    }

    /// Larger records are refused: whoever sends one has left out the line breaks.
    static let maximumRecord = 1 << 30

    let name: String
    private let descriptor: Int32
    private var form: Form?
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var line = 1
    /// Where the current line starts in the buffer, or 0 if that is gone already.
    private var lineStart = 0
    private var isInArray = false

    /// The form is seen from the first bytes where none is given.
    init(descriptor: Int32, name: String, form: Form? = nil) {
        self.descriptor = descriptor
        self.form = form
        self.name = name
        buffer = .allocate(byteCount: (1 << 20) + Int(PRV_JSON_PADDING), alignment: 64)
    }

    /// Opens a file; "-" is standard input.
    convenience init(path: String, form: Form? = nil) throws(SystemError) {
        guard path != "-" else {
            self.init(descriptor: STDIN_FILENO, name: "<stdin>", form: form)
            return
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw SystemError(code: EISDIR)
        }
        self.init(descriptor: descriptor, name: path, form: form)
    }

    deinit {
        buffer.deallocate()
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next record, nil at the end; throws when the input cannot be read or divided any further.
    func next() throws(SourceError) -> RawRecord? {
        switch form {
        case .lines: return try nextLine()
        case .items: return try nextItem()
        case .texts: return try nextText()
        case nil:
            form = try decideForm()
            return try next()
        }
    }

    private func nextLine() throws(SourceError) -> RawRecord? {
        while true {
            guard let length = try lineLength() else { return nil }
            let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<start + length])
            let record = RawRecord(
                bytes: bytes, capacity: buffer.count - start, line: line,
                before: UnsafeRawBufferPointer(start: nil, count: 0))
            start = min(start + length + 1, end)
            line += 1
            if bytes.contains(where: { !Self.isBlank($0) }) { return record }
        }
    }

    /// The bytes up to the next line break or the end of the input; nil when there are none.
    private func lineLength() throws(SourceError) -> Int? {
        var searched = 0
        while true {
            let from = start + searched
            if from < end, let base = buffer.baseAddress, let found = memchr(base + from, 0x0A, end - from) {
                return UnsafeRawPointer(found) - UnsafeRawPointer(base + start)
            }
            searched = end - start
            if isAtEnd { return searched == 0 ? nil : searched }
            try refill()
        }
    }

    private func nextItem() throws(SourceError) -> RawRecord? {
        if !isInArray {
            isInArray = true
            try skipBlanks()
            advance(1)
            try skipBlanks()
            if byte == UInt8(ascii: "]") { return try finishArray() }
        } else {
            try skipBlanks()
            if byte == UInt8(ascii: "]") { return try finishArray() }
            guard byte == UInt8(ascii: ",") else {
                throw fault("a comma or ] was expected between the items of the array")
            }
            advance(1)
        }
        return try value()
    }

    private func finishArray() throws(SourceError) -> RawRecord? {
        advance(1)
        try skipBlanks()
        guard byte == nil else { throw fault("there is more after the end of the array") }
        return nil
    }

    private func nextText() throws(SourceError) -> RawRecord? {
        try skipBlanks()
        return byte == nil ? nil : try value()
    }

    /// The JSON value that starts here, found by its brackets and quotes alone.
    private func value() throws(SourceError) -> RawRecord {
        try skipBlanks()
        var scan = ValueScan()
        while true {
            let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<end])
            if let length = scan.end(in: bytes, isAtEnd: isAtEnd) {
                guard length > 0 else { throw fault("a value was expected") }
                let before = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[lineStart..<start])
                let record = RawRecord(
                    bytes: UnsafeRawBufferPointer(rebasing: bytes[..<length]), capacity: buffer.count - start,
                    line: line,
                    before: before)
                advance(length)
                return record
            }
            if isAtEnd { throw fault("the input ends within a value") }
            try refill()
        }
    }

    /// Looks at the first bytes: an array, lines, or texts that span lines.
    private func decideForm() throws(SourceError) -> Form {
        try skipMark()
        try skipBlanks()
        if byte == UInt8(ascii: "[") { return .items }
        guard let length = try lineLength() else { return .lines }
        var scan = ValueScan()
        let first = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<start + length])
        if scan.end(in: first, isAtEnd: true) == nil {
            // A text that goes on in the next line cannot go on with a brace: that is a line of its own behind a broken
            // one. A pipe may deliver that line later.
            var next: UInt8?
            while true {
                next = UnsafeRawBufferPointer(buffer)[(start + length)..<end].first { !Self.isBlank($0) }
                if next != nil || isAtEnd { break }
                try refill()
            }
            if next != UInt8(ascii: "{") { return .texts }
        }
        // Blanks before the first record are columns of its line.
        start = lineStart
        return .lines
    }

    /// Passes over a byte order mark, which is no part of the first line.
    private func skipMark() throws(SourceError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        repeat { try refill() } while !isAtEnd && end < mark.count && mark.starts(with: buffer[..<end])
        if buffer[..<end].starts(with: mark) { (start, lineStart) = (mark.count, mark.count) }
    }

    private var byte: UInt8? { start < end ? buffer[start] : nil }

    private func skipBlanks() throws(SourceError) {
        while true {
            while let byte, Self.isBlank(byte) { advance(1) }
            if start < end || isAtEnd { return }
            try refill()
        }
    }

    /// Moves on, counting the lines that go by.
    private func advance(_ count: Int) {
        var from = start
        let to = min(start + count, end)
        while from < to, let base = buffer.baseAddress, let found = memchr(base + from, 0x0A, to - from) {
            from = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            line += 1
            lineStart = from
        }
        start = to
    }

    /// Moves what is left to the front and reads more behind it, in a larger buffer if there is no room.
    private func refill() throws(SourceError) {
        // What stands before a value on its own line is kept for its column, unless that is a long way.
        let kept = start - lineStart <= 4096 ? min(lineStart, start) : start
        if kept > 0, let base = buffer.baseAddress {
            memmove(base, base + kept, end - kept)
            start -= kept
            end -= kept
            lineStart = max(0, lineStart - kept)
        }
        let padding = Int(PRV_JSON_PADDING)
        if end + padding >= buffer.count {
            guard buffer.count < Self.maximumRecord else { throw fault("a record is larger than 1 GB") }
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
            larger.copyMemory(from: UnsafeRawBufferPointer(buffer)[..<end].rebased)
            buffer.deallocate()
            buffer = larger
        }
        while true {
            let count = read(descriptor, buffer.baseAddress.map { $0 + end }, buffer.count - padding - end)
            if count > 0 {
                end += count
            } else if count == 0 {
                isAtEnd = true
            } else if errno == EINTR {
                continue
            } else {
                throw SourceError(line: line, reason: "cannot read on: \(SystemError().reason)")
            }
            return
        }
    }

    private func fault(_ reason: String) -> SourceError { SourceError(line: line, reason: reason) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}

extension Slice where Base == UnsafeRawBufferPointer {
    fileprivate var rebased: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self) }
}

/// An input that cannot be divided into records any further.
struct SourceError: Error {
    let line: Int
    let reason: String
}
