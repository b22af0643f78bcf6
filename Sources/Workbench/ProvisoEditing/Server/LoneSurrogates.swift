extension [UInt8] {
    /// JSON in which each escape of half a character (`\ud83d` alone) is replaced by U+FFFD, which also counts as one
    /// unit of UTF-16.
    var withoutLoneSurrogates: [UInt8] {
        var result = self
        var index = 0
        while index + 5 < count {
            guard self[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = unit(at: index), unit & 0xF800 == 0xD800 else {
                index += 2
                continue
            }
            if unit < 0xDC00, let next = self.unit(at: index + 6), next & 0xFC00 == 0xDC00 {
                index += 12
            } else {
                result.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
                index += 6
            }
        }
        return result
    }

    /// The unit of UTF-16 that an escape stands for.
    private func unit(at index: Int) -> UInt16? {
        guard index + 5 < count, self[index] == UInt8(ascii: "\\"), self[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt16(String(decoding: self[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
