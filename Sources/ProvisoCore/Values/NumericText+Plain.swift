internal import ProvisoMessages

extension NumericText {
    /// Whether text spells a number as people and programs do: `7`, `-7.50`, and not `007`, `+7`, `7e0` or `.7`.
    ///
    /// Numbers that this library itself writes with an exponent may have one.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
        let first = index
        while index < bytes.count, bytes[index].isDigit { index += 1 }
        guard index > first, index == first + 1 || bytes[first] != UInt8(ascii: "0") else { return false }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            let point = index
            index += 1
            while index < bytes.count, bytes[index].isDigit { index += 1 }
            if index == point + 1 { return false }
        }
        if index == bytes.count { return true }
        guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return Number(text)?.plainText == text
    }

    static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isPlain($0) }
    }
}
