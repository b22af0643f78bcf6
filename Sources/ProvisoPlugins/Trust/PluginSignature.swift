internal import CryptoBridge

/// A detached signature of a file, in the format of the program minisign.
///
/// It is Ed25519 over the BLAKE2b of the file, and a second time over that signature with its comment.
package struct PluginSignature {
    /// The suffix that is added to the name of the signed file.
    package static let ending = ".minisig"

    private let isHashed: Bool
    private let identifier: [UInt8]
    private let bytes: [UInt8]
    private let comment: String
    private let ofComment: [UInt8]

    package init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        let size = Int(PRV_SIGNATURE_SIZE)
        guard lines.count == 4, lines[0].hasPrefix(PublicKey.untrusted), lines[2].hasPrefix(Self.trusted),
            let first = Base64.decode(lines[1], count: 2 + 8 + size), let second = Base64.decode(lines[3], count: size)
        else { return nil }
        switch Array(first[..<2]) {
        case Array("ED".utf8): isHashed = true
        case Array("Ed".utf8): isHashed = false
        default: return nil
        }
        identifier = Array(first[2..<10])
        bytes = Array(first[10...])
        comment = String(lines[2].dropFirst(Self.trusted.count))
        ofComment = second
    }

    static let trusted = "trusted comment: "

    /// The id of the key that it names.
    package var keyID: String { PublicKey.name(of: identifier) }

    /// Whether it names one of these keys.
    func isBy(_ keys: [PublicKey]) -> Bool { keys.contains { $0.identifier == identifier } }

    /// Returns the key that made the signature; throws if the signature is not valid.
    package func check(_ file: UnsafeRawBufferPointer, _ keys: [PublicKey]) throws(PluginFault) -> PublicKey {
        guard let key = keys.first(where: { $0.identifier == identifier }) else {
            throw PluginFault(
                "is signed with the key \(PublicKey.name(of: identifier)), which is not trusted: "
                    + "add its public key to the directory of trusted keys if you trust its owner")
        }
        let isOfFile: Bool
        if isHashed {
            let hash = Self.hash(file)
            isOfFile = prv_ed25519_verifies(bytes, hash, hash.count, key.bytes)
        } else {
            isOfFile = prv_ed25519_verifies(bytes, file.baseAddress, file.count, key.bytes)
        }
        let signed = bytes + comment.utf8
        guard isOfFile, prv_ed25519_verifies(ofComment, signed, signed.count, key.bytes) else {
            throw PluginFault(
                "does not match its signature: it or the signature was changed after signing, "
                    + "or they belong to different versions")
        }
        return key
    }

    /// Returns the key that made the signature of these bytes; throws if the signature is not valid.
    func check(_ file: [UInt8], _ keys: [PublicKey]) throws(PluginFault) -> PublicKey {
        let result = file.withUnsafeBytes { file in
            Result { () throws(PluginFault) in try check(file, keys) }
        }
        return try result.get()
    }

    static func hash(_ bytes: UnsafeRawBufferPointer, size: Int = 64) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: size)
        prv_blake2b(bytes.baseAddress, bytes.count, &digest, size)
        return digest
    }
}
