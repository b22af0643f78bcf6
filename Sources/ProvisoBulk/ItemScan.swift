/// Divides a JSON array into its items, or a sequence of JSON texts into texts; goes on when there are more bytes.
struct ItemScan {
    /// What is expected next.
    enum State: Int {
        case open, first, value, comma, done
    }

    private let isArray: Bool
    private(set) var state: State
    private var scan = ValueScan()
    /// What is divided already; what follows is to stand at the start next time.
    private(set) var offset = 0
    private(set) var fault: String?

    init(isArray: Bool) {
        self.isArray = isArray
        state = isArray ? .open : .value
    }

    /// Goes on where an earlier run was in this state.
    mutating func resume(in state: State) { if isArray { self.state = state } }

    /// Says that the bytes up to `offset` are gone.
    mutating func rebase() { offset = 0 }

    /// Adds the values that end within the bytes.
    mutating func run(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, into spans: inout [Span]) {
        while fault == nil {
            skipBlanks(bytes, isAtEnd: isAtEnd)
            guard offset < bytes.count, !bytes[offset].isBlank else { break }
            switch state {
            case .open:
                offset += 1
                state = .first
            case .first where bytes[offset] == UInt8(ascii: "]"), .comma where bytes[offset] == UInt8(ascii: "]"):
                offset += 1
                state = .done
            case .first, .value:
                state = .value
                guard value(bytes, isAtEnd: isAtEnd, into: &spans) else { return }
            case .comma where bytes[offset] == UInt8(ascii: ","):
                offset += 1
                state = .value
            case .comma: fault = "a comma or ] was expected between the items of the array"
            case .done: fault = "there is more after the end of the array"
            }
        }
        if isAtEnd, fault == nil, isArray, state != .done { fault = "the input ends within the array" }
    }

    /// Goes to the next byte that is not blank; a carriage return stays with the line feed that may come behind it.
    private mutating func skipBlanks(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool) {
        while offset < bytes.count, bytes[offset].isBlank {
            if bytes[offset] == .carriageReturn, offset + 1 == bytes.count, !isAtEnd { return }
            offset += 1
        }
    }

    /// Takes the value that starts here; false when its end has not come yet.
    private mutating func value(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, into spans: inout [Span]) -> Bool {
        guard let length = scan.end(in: bytes.part(offset..<bytes.count), isAtEnd: isAtEnd) else {
            if isAtEnd { fault = "the input ends within a value" }
            return false
        }
        if length == 0 {
            fault = "a value was expected"
            return false
        }
        spans.append(Span(start: offset, count: length))
        offset += length
        scan = ValueScan()
        if isArray { state = .comma }
        return true
    }
}
