internal import CryptoBridge

/// A trusted key for plugin signatures, in the format of the program minisign (Ed25519).
public struct PublicKey: Sendable, Hashable {
    /// The id of the key, as minisign shows it: 8 bytes of its file, which its owner can choose.
    public let id: String
    let identifier: [UInt8]
    let bytes: [UInt8]

    /// Reads a public key: a comment line, which may be missing, and the key in base64.
    public init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix(Self.untrusted) }
        guard lines.count == 1, let all = Base64.decode(lines[0], count: 2 + 8 + Int(PRV_PUBLIC_KEY_SIZE)),
            all.starts(with: "Ed".utf8)
        else { return nil }
        self.init(identifier: Array(all[2..<10]), bytes: Array(all[10...]))
    }

    init(identifier: [UInt8], bytes: [UInt8]) {
        self.identifier = identifier
        self.bytes = bytes
        id = Self.name(of: identifier)
    }

    /// Reads the keys in the files `*.pub` of a directory, which only root and this user may be able to change.
    public static func keys(in path: String) throws(PluginError) -> [PublicKey] {
        var keys: [PublicKey] = []
        for file in try PluginDirectory(path).files(ending: ".pub") {
            let reason = "is not a public key: it must be a file that 'proviso plugin keygen' or minisign wrote"
            keys.append(try read(file, else: reason))
        }
        guard !keys.isEmpty else { throw PluginError(file: path, reason: "contains no public keys (*.pub)") }
        return keys
    }

    /// Reads the key in a file; `reason` is the problem of any other file.
    static func read(_ file: String, else reason: String) throws(PluginError) -> PublicKey {
        try PluginError.about(file) { () throws(PluginFault) in
            guard let key = PublicKey(String(decoding: try TrustedFolder.read(file, limit: 4096), as: UTF8.self)) else {
                throw PluginFault(reason)
            }
            return key
        }
    }

    /// The keys of the publishers that this user trusts; none if they cannot be read.
    package static var ofUser: [PublicKey] {
        UserDirectories.own.configuration.flatMap { try? keys(in: $0 + "/keys") } ?? []
    }

    /// The SHA-256 of the key itself, without its id: no other key has the same.
    package var fingerprint: ContentDigest { bytes.withUnsafeBytes { ContentDigest(of: $0) } }

    /// The key as messages name it, so that no one can pass for another by the id.
    package var shown: String { "\(id) (SHA-256 \(fingerprint))" }

    /// The contents of the key's file.
    package var text: String { "\(Self.untrusted) minisign public key \(id)\n\(encoded)\n" }

    /// The key in base64, as its file has it.
    package var encoded: String { Base64.encode(Array("Ed".utf8) + identifier + bytes) }

    static let untrusted = "untrusted comment:"

    static func name(of identifier: [UInt8]) -> String {
        // As minisign writes it: a 64-bit number, last byte first.
        let number = identifier.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Encodes and decodes base64 of a known length.
enum Base64 {
    static func decode(_ text: Substring, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var text = String(text)
        let isWhole = text.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { prv_base64_decode($0.baseAddress, $0.count, &bytes, count) }
        }
        return isWhole ? bytes : nil
    }

    static func encode(_ bytes: [UInt8]) -> String {
        let capacity = bytes.count * 2 + 8
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            let isWhole = buffer.withMemoryRebound(to: CChar.self) {
                prv_base64_encode(bytes, bytes.count, $0.baseAddress, capacity)
            }
            return isWhole ? buffer.firstIndex(of: 0) ?? 0 : 0
        }
    }
}
