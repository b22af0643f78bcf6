internal import Glibc
internal import ProvisoCore
internal import ProvisoMessages

/// Installs packages into a directory of plugins, after all checks.
package struct PackageInstaller {
    /// The file with the highest version of each plugin that was ever installed in a directory.
    package static let versionsName = "proviso-plugins.versions"

    private let directory: PluginDirectory
    private let keys: KeyRing
    /// Whether an older version than one that was installed before may be installed.
    private let allowsOlder: Bool

    package init(_ directory: String, keys: KeyRing, allowsOlder: Bool = false) {
        self.directory = PluginDirectory(directory)
        self.keys = keys
        self.allowsOlder = allowsOlder
    }

    /// What an installation did.
    package struct Installed {
        /// The path of the plugin.
        package let path: String
        /// The key of its publisher.
        package let key: PublicKey
        /// The vendors' names that belong to the publisher from now on.
        package let vendors: [String]
        /// Whether the directory has a lock file, which does not know the new contents.
        package let isLocked: Bool
    }

    /// Installs a package that an index described.
    ///
    /// The package itself is the plugin's file. It is checked as a file that no search for plugins finds, and then gets its
    /// name: one rename, so every reader sees the old plugin or the new one. If anything fails, the directory stays unchanged.
    package func install(_ package: PluginPackage, as entry: PluginPackage.Facts) throws(PluginError) -> Installed {
        let path = path(of: entry.id)
        return try PluginError.about("\(entry.id) \(entry.version)") { () throws(PluginFault) in
            guard package.facts == entry else { throw PluginFault("is another package than its index says") }
            let lock = try changing()
            var versions = try versions()
            if let highest = versions[entry.id], entry.version < highest, !allowsOlder {
                throw PluginFault(
                    "is older than version \(highest), which was installed before: an older version may have known "
                        + "faults; --allow-older installs it")
            }
            // No file takes the place of a directory, and by then the version and the vendor would be written.
            var status = stat()
            guard lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
                throw PluginFault("cannot be installed: \(path) is a directory")
            }
            let ring = try ring(for: entry.id)
            let draft = try lock.draft(of: entry.id + PluginPackage.ending, package.bytes)
            defer { unlink(draft) }
            let key = try check(draft, ring)
            // No host would take them, and the vendor's name would be written down.
            if let reason = BundledPlugins.refusalEverywhere(of: entry.id, entry.types.map(RuleType.init(rawValue:))) {
                throw PluginFault("cannot be installed: \(reason)")
            }
            let vendors = try claim(entry, for: key)
            // If it is too late to undo, a higher version must not be forgotten.
            versions[entry.id] = max(versions[entry.id] ?? entry.version, entry.version)
            try lock.replace(Self.versionsName, Self.bytes(of: versions))
            try lock.rename(draft, to: entry.id + PluginPackage.ending)
            for other in files(of: entry.id) where other != path { Self.delete(other) }
            lock.settle()
            let isLocked = try TrustedFolder(directory.path).contains(PluginLock.fileName)
            return Installed(path: path, key: key, vendors: vendors, isLocked: isLocked)
        }
    }

    /// The right to change the directory.
    private func changing() throws(PluginFault) -> DirectoryLock {
        do throws(PluginFault) {
            return try DirectoryLock(directory.path)
        } catch {
            throw PluginFault("needs the directory \(directory.path), which \(error.reason)")
        }
    }

    /// Gives the names of vendors to the signer, and writes them down; a second publisher is refused.
    private func claim(_ facts: PluginPackage.Facts, for key: PublicKey) throws(PluginFault) -> [String] {
        let lock = try DirectoryLock(keys.path)
        var names = try VendorNames(in: keys.path)
        let free = try names.claim(facts, for: key)
        guard !free.isEmpty else { return [] }
        try lock.replace(VendorNames.fileName, Array(names.text.utf8))
        lock.settle()
        return free
    }

    /// The version of the plugin that is installed and the SHA-256 of its library, also if it is revoked; `nil` if there is none.
    package func installed(_ id: String) -> (version: PluginVersion, digest: ContentDigest)? {
        var policy = PluginPolicy(trust: PluginTrust([]))
        policy.revoked = RevokedPlugins()
        guard let path = files(of: id).first, let file = try? PluginFile(path, policy: policy),
            let version = PluginVersion(file.manifest.version)
        else { return nil }
        return (version, file.digest)
    }

    /// What the publishers have revoked, as far as this user knows.
    package func revoked() throws(PluginError) -> RevokedPlugins { try .ofUser(and: keys.path) }

    private func path(of id: String) -> String { directory.prefix + id + PluginPackage.ending }

    /// The files of a plugin that exist: its package, or the library or module of an earlier version of this program.
    private func files(of id: String) -> [String] {
        PluginDirectory.endings.reversed().map { directory.prefix + id + $0 }.filter { access($0, F_OK) == 0 }
    }

    private static func delete(_ path: String) {
        unlink(path)
        unlink(path + PluginSignature.ending)
    }

    /// Removes what a killed installation left, also where there is nothing to install.
    package func tidy() { _ = try? DirectoryLock(directory.path) }

    /// The ids of the plugins that were installed from packages and are still there.
    package var ids: [String] { ((try? versions()) ?? [:]).keys.filter { installed($0) != nil }.sorted() }

    /// Removes a plugin; the highest version that was installed stays known.
    package func remove(_ id: String) throws(PluginError) {
        try PluginError.about(id) { () throws(PluginFault) in
            let lock = try changing()
            let files = PluginPackage.Facts.isID(id) ? files(of: id) : []
            guard let first = files.first else { throw PluginFault("is not installed in \(directory.path)") }
            guard unlink(first) == 0 else {
                throw PluginFault("cannot be removed from \(directory.path): \(SystemError().reason)")
            }
            for file in files { Self.delete(file) }
            lock.settle()
        }
    }

    /// The id of the installed plugin that has a rule type; another name is returned unchanged.
    package func id(of name: String) -> String {
        guard VendorNames.vendor(name) != nil else { return name }
        var policy = PluginPolicy(directories: [directory.path], trust: PluginTrust([]))
        policy.revoked = RevokedPlugins()
        let plugins = Registry().loadingPlugins(policy).plugins
        return plugins.first { $0.manifest.rules.contains { $0.type.rawValue == name } }?.manifest.id ?? name
    }

    private func ring(for id: String) throws(PluginFault) -> [PublicKey] {
        do throws(PluginError) {
            return try keys.keys(for: id)
        } catch {
            throw PluginFault("cannot be verified: \(error.file) \(error.reason)")
        }
    }

    /// Makes all checks of a plugin's file, and returns the key that signed it.
    private func check(_ draft: String, _ keys: [PublicKey]) throws(PluginFault) -> PublicKey {
        // The lock file knows the old contents, under the final name.
        var policy = PluginPolicy(lock: PluginLock([]), keys: keys, trust: PluginTrust([]))
        do throws(PluginError) {
            policy.revoked = try revoked()
            guard let signer = try PluginFile(draft, policy: policy).signer else {
                throw PluginError(file: draft, reason: "is not signed")
            }
            return signer
        } catch {
            throw PluginFault(error.reason)
        }
    }

    private func versions() throws(PluginFault) -> [String: PluginVersion] {
        let folder = try TrustedFolder(directory.path)
        var versions: [String: PluginVersion] = [:]
        for line in try folder.list(Self.versionsName) ?? [] {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, let version = PluginVersion(words[1]) else {
                throw PluginFault(
                    "needs the list \(folder.path(of: Self.versionsName)), which is damaged: '\(line.prefix(60))'")
            }
            // A lower line, wherever it comes from, changes nothing.
            versions[words[0]] = max(versions[words[0]] ?? version, version)
        }
        return versions
    }

    private static func bytes(of versions: [String: PluginVersion]) -> [UInt8] {
        Array(versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined().utf8)
    }
}
