internal import CryptoBridge

/// A secret key that signs plugins, in the format of the program minisign, not encrypted.
package struct SigningKey {
    package let publicKey: PublicKey
    private let secret: [UInt8]

    /// Creates a new key; `nil` if the system has no random numbers.
    package init?() {
        var open = [UInt8](repeating: 0, count: Int(PRV_PUBLIC_KEY_SIZE))
        var secret = [UInt8](repeating: 0, count: Int(PRV_SECRET_KEY_SIZE))
        var identifier = [UInt8](repeating: 0, count: 8)
        guard prv_ed25519_make_keys(&open, &secret), prv_random(&identifier, 8) else { return nil }
        publicKey = PublicKey(identifier: identifier, bytes: open)
        self.secret = secret
    }

    /// Reads a key's file; throws for a key with a password, which can be used with minisign itself.
    package init(_ text: String) throws(PluginFault) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix(PublicKey.untrusted) }
        let size = Layout.secret.upperBound + Layout.sumSize
        guard lines.count == 1, let bytes = Base64.decode(lines[0], count: size), bytes.starts(with: "Ed".utf8) else {
            throw PluginFault(
                "is not a secret key: it must be a file that 'proviso plugin keygen' or 'minisign -GW' wrote")
        }
        guard bytes[2..<4].allSatisfy({ $0 == 0 }) else {
            throw PluginFault("has a password: sign with 'minisign -S' instead")
        }
        let identifier = Array(bytes[Layout.identifier])
        secret = Array(bytes[Layout.secret])
        publicKey = PublicKey(identifier: identifier, bytes: Array(secret[32...]))
        // minisign omits the checksum of keys without a password.
        let sum = Array(bytes[Layout.secret.upperBound...])
        guard sum.allSatisfy({ $0 == 0 }) || sum == Self.sum(identifier, secret) else {
            throw PluginFault("is damaged: its checksum does not match")
        }
    }

    /// The contents of the key's file.
    package var text: String {
        let head = Array("Ed".utf8) + [0, 0] + Array("B2".utf8) + [UInt8](repeating: 0, count: 48)
        let all = head + publicKey.identifier + secret + Self.sum(publicKey.identifier, secret)
        return "\(PublicKey.untrusted) minisign secret key \(publicKey.id)\n\(Base64.encode(all))\n"
    }

    /// Returns the contents of a detached signature; `comment` is signed too.
    package func sign(_ file: UnsafeRawBufferPointer, comment: String) -> String {
        let signature = sign(PluginSignature.hash(file))
        let both = sign(signature + comment.utf8)
        let first = Base64.encode(Array("ED".utf8) + publicKey.identifier + signature)
        return """
            \(PublicKey.untrusted) signature by minisign secret key \(publicKey.id)
            \(first)
            \(PluginSignature.trusted)\(comment)
            \(Base64.encode(both))

            """
    }

    private func sign(_ bytes: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(PRV_SIGNATURE_SIZE))
        prv_ed25519_sign(bytes, bytes.count, secret, &signature)
        return signature
    }

    private static func sum(_ identifier: [UInt8], _ secret: [UInt8]) -> [UInt8] {
        (Array("Ed".utf8) + identifier + secret).withUnsafeBytes { PluginSignature.hash($0, size: Layout.sumSize) }
    }

    /// The offsets in the bytes of a key: algorithms, salt and limits of the password, then these.
    private enum Layout {
        static let identifier = 54..<62
        static let secret = 62..<126
        static let sumSize = 32
    }
}
