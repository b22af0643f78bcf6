/// The publishers that a user trusts: a directory in which `PREFIX.pub` is the key for the ids `PREFIX` and `PREFIX.*`.
package struct KeyRing: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The keys whose prefix an id has; throws if there are none.
    package func keys(for id: String) throws(PluginError) -> [PublicKey] {
        var keys: [PublicKey] = []
        for file in try PluginDirectory(path, mayBeMissing: true).files(ending: ".pub") {
            let prefix = String(file.dropFirst(PluginDirectory(path).prefix.count).dropLast(".pub".utf8.count))
            guard id == prefix || id.hasPrefix(prefix + ".") else { continue }
            keys.append(try PublicKey.read(file, else: "is not a public key of minisign"))
        }
        if !keys.isEmpty { return keys }
        let prefix = id.split(separator: ".").prefix(2).joined(separator: ".")
        throw PluginError(
            file: path,
            reason: "has no key for '\(id)': if you trust its publisher, put the public key there as \(prefix).pub")
    }
}
