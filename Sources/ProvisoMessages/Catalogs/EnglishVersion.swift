/// Which English a translation was made from, so that a change of the English shows which translations are stale.
///
/// A catalog has them in `"@@x-english"`, an object of hashes by code. Those of the library have one for each message;
/// the copies in the binary have none.
package enum EnglishVersion {
    /// The name of the catalog's member with the hashes.
    package static let key = "@@x-english"

    /// The hash of an English message: FNV-1a with 32 bits, as eight hexadecimal digits.
    package static func hash(of message: String) -> String {
        let hash = message.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
