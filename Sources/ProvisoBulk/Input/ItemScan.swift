/// Splits a JSON array into its items, or a sequence of JSON documents into documents; resumes when there are more
/// bytes.
struct ItemScan {
    /// What is expected next.
    enum State: Int {
        case open, first, value, comma, done
        /// Of an object.
        case key, colon
    }

    private let isArray: Bool
    /// Whether the items are the values of an object.
    private let isObject: Bool
    /// Whether the list is a part of a document, which continues after it; the caller reads the rest.
    private let ignoresRest: Bool
    private(set) var state: State
    private var scan = ValueScan()
    /// The end of what is split; the caller moves the rest to the start of the buffer.
    private(set) var offset = 0
    private(set) var fault: String?

    init(isArray: Bool, isObject: Bool = false, ignoresRest: Bool = false) {
        (self.isArray, self.isObject, self.ignoresRest) = (isArray, isObject, ignoresRest)
        state = isArray ? .open : .value
    }

    /// Whether the list has ended, and what follows it has not been read.
    var isBeforeRest: Bool { ignoresRest && state == .done }

    /// Resumes a scan that was in this state.
    mutating func resume(in state: State) { if isArray { self.state = state } }

    /// To be called when the caller has removed the bytes before `offset`.
    mutating func rebase() { offset = 0 }

    /// Adds the values that end within the bytes.
    mutating func run(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, into spans: inout [Span]) {
        let close = UInt8(ascii: isObject ? "}" : "]")
        while fault == nil {
            if state == .done, ignoresRest { return }
            skipBlanks(bytes, isAtEnd: isAtEnd)
            guard offset < bytes.count, !bytes[offset].isBlank else { break }
            switch state {
            case .open:
                offset += 1
                state = .first
            case .first where bytes[offset] == close, .comma where bytes[offset] == close:
                offset += 1
                state = .done
            case .first: state = isObject ? .key : .value
            case .key: guard key(bytes, isAtEnd: isAtEnd) else { return }
            case .colon where bytes[offset] == UInt8(ascii: ":"):
                offset += 1
                state = .value
            case .colon: fault = "expected ':' after a key"
            case .value: guard value(bytes, isAtEnd: isAtEnd, into: &spans) else { return }
            case .comma where bytes[offset] == UInt8(ascii: ","):
                offset += 1
                state = isObject ? .key : .value
            case .comma where isObject: fault = "expected ',' or '}' after a member of the object"
            case .comma: fault = "expected ',' or ']' after an item of the array"
            case .done: fault = "there is data after the end of the array"
            }
        }
        if isAtEnd, fault == nil, isArray, state != .done {
            fault = "the input ends within the \(isObject ? "object" : "array")"
        }
    }

    /// Skips white space.
    ///
    /// A carriage return at the end is left, because a line feed can follow it.
    private mutating func skipBlanks(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool) {
        while offset < bytes.count, bytes[offset].isBlank {
            if bytes[offset] == .carriageReturn, offset + 1 == bytes.count, !isAtEnd { return }
            offset += 1
        }
    }

    /// Reads the key that starts here; returns false if its end has not been read yet.
    private mutating func key(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Bool {
        guard bytes[offset] == UInt8(ascii: "\"") else {
            fault = "expected a key"
            return false
        }
        guard let length = scan.end(in: bytes.part(offset..<bytes.count), isAtEnd: isAtEnd) else {
            if isAtEnd { fault = "the input ends within a key" }
            return false
        }
        offset += length
        scan = ValueScan()
        state = .colon
        return true
    }

    /// Reads the value that starts here; returns false if its end has not been read yet.
    private mutating func value(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, into spans: inout [Span]) -> Bool {
        guard let length = scan.end(in: bytes.part(offset..<bytes.count), isAtEnd: isAtEnd) else {
            if isAtEnd { fault = "the input ends within a value" }
            return false
        }
        if length == 0 {
            fault = "expected a value"
            return false
        }
        spans.append(Span(start: offset, count: length))
        offset += length
        scan = ValueScan()
        if isArray { state = .comma }
        return true
    }
}
