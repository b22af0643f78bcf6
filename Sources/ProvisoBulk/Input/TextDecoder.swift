internal import Proviso

/// Converts text in another encoding to UTF-8, piece by piece.
///
/// What is not a character of the encoding becomes a byte that UTF-8 does not have, so that it is reported. iconv is not used:
/// its tables are files that a small system does not have.
struct TextDecoder {
    private var encoding: TableFormat.Encoding
    private var isAtStart = true
    /// A byte or a surrogate that waits for its second half.
    private var half: UInt8?
    private var surrogate: UInt16?
    private var output: [UInt8] = []
    private var taken = 0

    init(_ encoding: TableFormat.Encoding) { self.encoding = encoding }

    var hasOutput: Bool { taken < output.count }

    private static let broken: UInt8 = 0xFF

    /// Windows-1252 between 0x80 and 0x9F; 0 where it has no character, which is the control character of Latin-1.
    private static let windows: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    mutating func decode(_ bytes: ArraySlice<UInt8>) {
        output.removeAll(keepingCapacity: true)
        taken = 0
        output.reserveCapacity(bytes.count * 3 / 2)
        switch encoding {
        case .utf8: output += bytes
        case .latin1: for byte in bytes { appendUnit(UInt16(byte)) }
        case .windows1252:
            for byte in bytes {
                let special = (0x80..<0xA0).contains(byte) ? Self.windows[Int(byte) - 0x80] : 0
                appendUnit(special == 0 ? UInt16(byte) : special)
            }
        case .utf16, .utf16le, .utf16be:
            for byte in bytes {
                guard let first = half else {
                    half = byte
                    continue
                }
                half = nil
                unit(first, byte)
            }
        }
    }

    /// Ends the text; true if something was left.
    mutating func end() -> Bool {
        output.removeAll()
        taken = 0
        guard half != nil || surrogate != nil else { return false }
        (half, surrogate) = (nil, nil)
        output.append(Self.broken)
        return true
    }

    private mutating func unit(_ first: UInt8, _ second: UInt8) {
        if isAtStart {
            isAtStart = false
            if encoding == .utf16, first == 0xFE, second == 0xFF { encoding = .utf16be }
            if first == 0xFE && second == 0xFF && encoding == .utf16be { return }
            if first == 0xFF && second == 0xFE && encoding != .utf16be { return }
        }
        let isBig = encoding == .utf16be
        let unit = UInt16(isBig ? first : second) << 8 | UInt16(isBig ? second : first)
        if let high = surrogate {
            surrogate = nil
            if (0xDC00...0xDFFF).contains(unit) {
                let scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + UInt32(unit) - 0xDC00
                appendScalar(scalar)
                return
            }
            output.append(Self.broken)
        }
        if (0xD800...0xDBFF).contains(unit) {
            surrogate = unit
        } else if (0xDC00...0xDFFF).contains(unit) {
            output.append(Self.broken)
        } else {
            appendUnit(unit)
        }
    }

    private mutating func appendUnit(_ unit: UInt16) {
        if unit < 0x80 { return output.append(UInt8(unit)) }
        appendScalar(UInt32(unit))
    }

    private mutating func appendScalar(_ scalar: UInt32) {
        output += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    /// Moves converted bytes as far as there is room; returns their number.
    mutating func take(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, output.count - taken)
        output.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken..<taken + count])) }
        taken += count
        return count
    }
}
