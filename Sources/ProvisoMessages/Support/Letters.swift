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
