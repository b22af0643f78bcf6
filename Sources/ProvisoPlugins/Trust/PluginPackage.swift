internal import ProvisoCore
internal import ProvisoMessages

/// A plugin in one file for publishing: a line with the format, a line of JSON, the signature, and the shared library.
///
/// It has no names of files, so it cannot name any outside of its directory. The signature is that of the library, and
/// what the JSON says is believed only as far as the library's own manifest says the same.
package struct PluginPackage: Sendable {
    /// What an index and a package say about the plugin.
    package struct Facts: Sendable, Hashable {
        package let id: String
        package let version: PluginVersion
        /// The minor version of the plugin interface.
        package let minor: Int
        package let processor: String
        package let types: [String]
        package let summary: String
        /// An SPDX expression, such as `MIT`.
        package let license: String
        package let size: Int
        package let digest: ContentDigest
    }

    /// The suffix of a package's file.
    package static let ending = ".proviso-plugin"
    /// The processor of this build.
    package static var processor: String {
        #if arch(x86_64)
        "x86_64"
        #else
        "aarch64"
        #endif
    }
    /// What packages of WebAssembly modules have in place of a processor: they run on all.
    package static let anyProcessor = "wasm32"
    /// The maximum size of a package.
    package static let maximumSize = 256 << 20
    private static let mark = "proviso-package 1"

    package let facts: Facts
    /// The signature, as in a file of minisign.
    package let signature: String
    /// The shared library.
    package let library: [UInt8]
    /// The SHA-256 of the package's file; `nil` before it is one.
    package let fileDigest: ContentDigest?

    /// Packs a plugin's file, with the signature next to it.
    package init(packing file: String, license: String) throws(PluginError) {
        let plugin = try PluginFile(file)
        do throws(PluginFault) {
            guard let version = PluginVersion(plugin.manifest.version) else {
                throw PluginFault(
                    "has the version '\(plugin.manifest.version)', which cannot be compared with others: "
                        + "it must be like 1.2.0 or 1.2.0-rc.1")
            }
            let (folder, name) = try TrustedFolder.containing(file)
            guard folder.contains(name + PluginSignature.ending) else {
                throw PluginFault("is not signed: 'proviso plugin sign' writes \(name)\(PluginSignature.ending)")
            }
            library = try folder.read(name, limit: Self.maximumSize)
            signature = String(
                decoding: try folder.read(name + PluginSignature.ending, limit: 1 << 14), as: UTF8.self)
            guard PluginSignature(signature) != nil, signature.split(whereSeparator: \.isNewline).count == 4 else {
                throw PluginFault("has a signature that is damaged or not from minisign")
            }
            facts = Facts(plugin.manifest, version, license: license, library)
            fileDigest = nil
            guard facts.digest == plugin.digest else { throw PluginFault("was changed while it was read") }
        } catch {
            throw PluginError(file: file, reason: error.reason)
        }
    }

    /// Reads a package.
    package init(parsing bytes: [UInt8]) throws(PluginFault) {
        var rest = bytes[...]
        func line() throws(PluginFault) -> String {
            guard let end = rest.prefix(1 << 20).firstIndex(of: UInt8(ascii: "\n")) else { throw Self.damaged }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard try line() == Self.mark else {
            throw PluginFault("is not a package of version 1, as 'proviso plugin pack' writes it")
        }
        guard let value = try? AnyValue(json: line()), let facts = Facts(value) else { throw Self.damaged }
        var lines: [String] = []
        for _ in 0..<4 { lines.append(try line()) }
        library = Array(rest)
        guard library.count == facts.size, library.withUnsafeBytes({ ContentDigest(of: $0) }) == facts.digest else {
            throw PluginFault("is damaged: its size or SHA-256 is not \(facts.size) or \(facts.digest)")
        }
        self.facts = facts
        fileDigest = bytes.withUnsafeBytes { ContentDigest(of: $0) }
        signature = lines.map { $0 + "\n" }.joined()
    }

    /// Returns the key that signed the library; throws if the signature is not valid.
    func signer(of keys: [PublicKey]) throws(PluginFault) -> PublicKey {
        guard let signature = PluginSignature(signature) else { throw Self.damaged }
        return try signature.check(library, keys)
    }

    private static let damaged = PluginFault("is a damaged package")

    /// The package's file.
    package var bytes: [UInt8] {
        let lines = signature.split(whereSeparator: \.isNewline).map { $0 + "\n" }.joined()
        return Array("\(Self.mark)\n\(facts.json)\n\(lines)".utf8) + library
    }

    /// The name of the package's file.
    package var name: String { facts.fileName }
}

extension PluginPackage.Facts {
    init(_ manifest: PluginManifest, _ version: PluginVersion, license: String, _ library: [UInt8]) {
        id = manifest.id
        self.version = version
        minor = manifest.minor
        processor = library.withUnsafeBytes(WasmFile.isModule) ? PluginPackage.anyProcessor : PluginPackage.processor
        types = manifest.rules.map(\.type.rawValue)
        summary = manifest.rules.first?.summary ?? ""
        self.license = license
        size = library.count
        digest = library.withUnsafeBytes { ContentDigest(of: $0) }
    }

    /// Throws if the manifest in the library, which is signed, says anything else.
    func check(_ manifest: PluginManifest) throws(PluginFault) {
        guard manifest.id == id, manifest.version == version.description, manifest.minor == minor,
            manifest.rules.map(\.type.rawValue) == types, manifest.rules.first?.summary ?? "" == summary
        else {
            let types = manifest.rules.map(\.type.rawValue).joined(separator: ", ")
            throw PluginFault(
                "is not what it claims: its signed manifest says \(manifest.id) \(manifest.version) with \(types), and the "
                    + "summary '\(manifest.rules.first?.summary ?? "")'")
        }
    }

    /// Reads the output of `json`; `nil` if it is anything else.
    init?(_ value: AnyValue) {
        guard let id = value["id"]?.string, Self.isID(id), let version = value["version"]?.string,
            let parsed = PluginVersion(version), let minor = value["abi"]?.int,
            let processor = value["processor"]?.string, Self.isID(processor),
            case .list(let types)? = value["types"], let digest = value["sha256"]?.string.flatMap(ContentDigest.init),
            let size = value["size"]?.int, (0...PluginPackage.maximumSize).contains(size)
        else { return nil }
        self.id = id
        self.version = parsed
        self.minor = minor
        self.processor = processor
        self.types = types.compactMap(\.string)
        summary = value["summary"]?.string ?? ""
        license = value["license"]?.string ?? ""
        self.size = size
        self.digest = digest
    }

    /// The name of the package's file in an index.
    package var fileName: String { "\(id)-\(version)-\(processor)\(PluginPackage.ending)" }

    /// Whether the id can be the name of a file, as all ids of manifests can.
    static func isID(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || ".-_".utf8.contains($0) }
        return isPlain && !text.isEmpty && text.utf8.count <= 128 && text.first != "." && text.first != "-"
    }

    /// One JSON object on one line.
    package var json: String {
        var writer = JSONWriter()
        writer.object { write(to: &$0) }
        return writer.text
    }

    func write(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("version", version.description)
        writer.member("abi", minor)
        writer.member("processor", processor)
        writer.member("types", types)
        writer.member("summary", summary)
        writer.member("license", license)
        writer.member("size", size)
        writer.member("sha256", digest.description)
    }
}
