internal import ProvisoMessages

/// The length and the classes of characters of a password.
struct PasswordProfile {
    /// In code points.
    private(set) var length = 0
    /// The length of the longest run of one character.
    private(set) var longestRun = 0
    /// Bit n stands for class n: lowercase letters, uppercase letters, digits, all others.
    private var seen: UInt8 = 0

    var classes: Int { seen.nonzeroBitCount }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var run = 0
        var last: Unicode.Scalar?
        while index < text.count {
            let (scalar, width) = text.scalar(at: index)
            run = scalar == last ? run + 1 : 1
            longestRun = max(longestRun, run)
            last = scalar
            seen |= 1 << Self.group(of: scalar)
            length += 1
            index += width
        }
    }

    private static func group(of scalar: Unicode.Scalar) -> UInt8 {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            return byte.isLowercase ? 0 : byte.isUppercase ? 1 : byte.isDigit ? 2 : 3
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter: return 0
        case .uppercaseLetter, .titlecaseLetter: return 1
        case .decimalNumber: return 2
        default: return 3
        }
    }
}
