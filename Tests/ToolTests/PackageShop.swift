import Foundation
import ProvisoPlugins
import Testing

/// A publisher with a key, an index of versions 1.0.0 and 1.2.0, and a user who trusts the key.
struct PackageShop {
    static let package = "org.evil-1.2.0-\(processor).proviso-plugin"
    static let processor = PluginPackage.processor
    static let install = ["plugin", "install", "--index", "index", "--plugins", "installed", "--keys", "keys"]
    static let upgrade = ["plugin", "upgrade", "--index", "index", "--plugins", "installed", "--keys", "keys"]

    let tool: Tool

    /// Publishes the versions, and signs the index or not.
    static func open(signing isSigned: Bool = false, _ body: (PackageShop) throws -> Void) throws {
        let shop = PackageShop(tool: try Tool(rules: "rules: [[v, evil/x]]"))
        defer { shop.tool.remove() }
        for name in ["index", "installed", "keys"] { try shop.makeDirectory(name) }
        try #require(try shop.tool.run(["plugin", "keygen", "mine"]).status == 0)
        try shop.publish(["1.0.0", "1.2.0"], "mine.key", signing: isSigned)
        try shop.tool.write([UInt8](shop.tool.bytes("mine.pub")), to: "keys/org.evil.pub")
        try body(shop)
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: name), withIntermediateDirectories: false)
    }

    func publish(_ versions: [String], _ key: String, signing isSigned: Bool = false, id: String = "org.evil") throws {
        for version in versions {
            try HostilePlugin(id: id, manifest: "\"version\": \"\(version)\", \"locales\": [\"en\"]").build(in: tool)
            let calls = [
                ["plugin", "sign", "--key", key, "plugins/evil.so"],
                ["plugin", "pack", "--license", "MIT", "--output", "next", "plugins/evil.so"],
                ["plugin", "publish", "--to", "index", "next"] + (isSigned ? ["--key", key] : []),
            ]
            for call in calls {
                let result = try tool.run(call)
                try #require(result.status == 0, "\(call): \(result.errors)")
            }
        }
    }

    func edit(_ file: String, _ old: String, _ new: String) throws {
        var bytes = try tool.bytes(file)
        if file.hasSuffix(".json") {
            bytes = Data(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
        } else {
            // Only the head of a package is text.
            let end = try #require(bytes.firstIndex(of: UInt8(ascii: "}")))
            let text = String(decoding: bytes[...end], as: UTF8.self).replacingOccurrences(of: old, with: new)
            bytes = Data(text.utf8) + bytes[(end + 1)...]
        }
        try tool.write([UInt8](bytes), to: file)
    }

    func names(in directory: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: tool.folder.appending(path: directory).path()))
    }
}
