/// Classes of ASCII characters.
extension UInt8 {
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inlinable package var isUppercase: Bool { self &- 0x41 < 26 }
    @inlinable package var isLowercase: Bool { self &- 0x61 < 26 }
    @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

    /// The lowercase form of an ASCII uppercase letter; any other byte unchanged.
    @inlinable package var lowercased: UInt8 { isUppercase ? self | 0x20 : self }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes equal ASCII text in lowercase, ignoring their own case.
    @inlinable package func equalsFolded(_ lowercase: StaticString) -> Bool {
        guard count == lowercase.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index].lowercased != lowercase.utf8Start[index] { return false }
        return true
    }
}
