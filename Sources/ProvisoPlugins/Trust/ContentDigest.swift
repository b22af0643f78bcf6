internal import CryptoBridge

/// The SHA-256 of a file or a record; as a string, 64 lowercase hexadecimal digits.
public struct ContentDigest: Sendable, Hashable, LosslessStringConvertible {
    private let bytes: [UInt8]

    package init(of bytes: UnsafeRawBufferPointer) {
        self.bytes = [UInt8](unsafeUninitializedCapacity: Int(PRV_SHA256_SIZE)) { digest, count in
            prv_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
            count = Int(PRV_SHA256_SIZE)
        }
    }

    /// Parses 64 hexadecimal digits; `nil` if the string is anything else.
    public init?(_ description: String) {
        let digits = description.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 64, description.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    public var description: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
