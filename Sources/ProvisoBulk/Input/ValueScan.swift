/// Finds the end of a JSON value by brackets and quotes alone; resumes when there are more bytes.
struct ValueScan {
    private var offset = 0
    private var depth = 0
    private var text = TextScan()
    private var isScalar = false

    /// The length of the value at the start of `bytes`, or `nil` if it is incomplete.
    mutating func end(in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        while offset < bytes.count {
            let byte = bytes[offset]
            if text.isOpen {
                text.scan(byte)
                offset += 1
                if !text.isOpen, depth == 0 { return offset }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if isScalar { return offset }
                text.isOpen = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if isScalar { return offset }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return offset }
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return offset }
            default:
                if depth == 0 { isScalar = true }
            }
            offset += 1
        }
        return isAtEnd && isScalar ? offset : nil
    }
}

/// Whether a scan is in a string, whose end is a quotation mark without a backslash before it.
struct TextScan {
    var isOpen = false
    private var isEscaped = false

    /// Reads a byte of the string.
    mutating func scan(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isOpen = false
        }
    }
}
