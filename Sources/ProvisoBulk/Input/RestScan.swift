internal import Proviso

/// Reads what follows the records in a document, up to its end, by brackets and quotes alone.
struct RestScan {
    /// For each object around the records, from the outermost one, the key that leads to them; `nil` for a list.
    private let keys: [String?]
    /// How many of them are still open.
    private var open: Int
    /// How deep the current value of them is nested.
    private var depth = 0
    private var text = TextScan()
    /// Whether the next string is a key of an object around the records.
    private var expectsKey = false
    /// The key that is there twice.
    private(set) var repeated: String?

    init(_ keys: [String?]) {
        self.keys = keys
        open = keys.count
    }

    var isDone: Bool { open == 0 }

    /// Reads bytes, and returns how many of them are done with; the others must be given again with what follows.
    mutating func run(_ bytes: UnsafeRawBufferPointer) -> Int {
        var at = 0
        while at < bytes.count, open > 0, repeated == nil {
            let byte = bytes[at]
            if text.isOpen {
                text.scan(byte)
            } else if byte == UInt8(ascii: "\""), expectsKey, let key = keys[open - 1] {
                var scan = ValueScan()
                guard let count = scan.end(in: bytes.part(at..<bytes.count), isAtEnd: false) else { return at }
                if (try? AnyValue(json: Array(bytes.part(at..<at + count)))) == .text(key) { repeated = key }
                expectsKey = false
                at += count
                continue
            } else {
                scanValue(byte)
            }
            at += 1
        }
        return at
    }

    private mutating func scanValue(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): text.isOpen = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth > 0 { depth -= 1 } else { open -= 1 }
        case UInt8(ascii: ","): expectsKey = depth == 0
        default: return
        }
    }
}

// Documents that follow each other, each with records.
extension RecordSplitter {
    /// Reads to the end of the document whose records were read, and enters the next one, if there is one.
    ///
    /// Returns false if there is none.
    func enterNextDocument(at pointer: String) throws(Stop) -> Bool {
        var rest = RestScan(levels)
        header = Position()
        while true {
            let count = rest.run(held.bytes)
            dropCounting(count)
            if let key = rest.repeated {
                throw .fault(
                    offset: 0, "the document has '\(key)' twice: only the records of the first one were read".visible)
            }
            if rest.isDone { break }
            if isAtEnd { throw .fault(offset: 0, "the document has no end: the input ends after the records in it") }
            try more()
        }
        guard let first = try firstVisible(from: 0) else {
            dropCounting(held.count)
            return false
        }
        dropCounting(first)
        guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(held.bytes[0]) else {
            throw .fault(offset: 0, "expected another document, or the end, after the document with the records")
        }
        _ = try enterRecords(at: pointer)
        return true
    }
}
