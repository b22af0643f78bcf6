/// `base64.encode` and `base64.decode` (RFC 4648).
enum EncodingFunctions {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ value: ExprValue) -> ExprValue {
        guard case .bytes(let bytes) = value else { return .noOverload }
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * UInt32($1.offset)) }
            for digit in 0..<4 {
                text.append(
                    digit <= group.count ? digits[Int(bits >> (18 - 6 * UInt32(digit)) & 63)] : UInt8(ascii: "="))
            }
        }
        return .string(String(decoding: text, as: UTF8.self))
    }

    static func decode(_ value: ExprValue) -> ExprValue {
        guard let text = value.string else { return .noOverload }
        let sought = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        var (bits, count) = (UInt32(0), 0)
        var bytes: [UInt8] = []
        for character in sought {
            guard let digit = digits.firstIndex(of: character) else { return Conversions.failure(text, "Base64") }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return sought.count % 4 == 1 ? Conversions.failure(text, "Base64") : .bytes(bytes)
    }
}
