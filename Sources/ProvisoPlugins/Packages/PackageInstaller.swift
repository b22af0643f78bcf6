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
    }

    /// Installs a package that an index described.
    ///
    /// The package itself is the plugin's file. It is checked as a file that no search for plugins finds, and then gets its
    /// name: one rename, so every reader sees the old plugin or the new one. If anything fails, the directory stays unchanged.
    package func install(_ package: PluginPackage, as entry: PluginPackage.Facts) throws(PluginError) -> Installed {
        let path = path(of: entry.id)
        do throws(PluginFault) {
            guard package.facts == entry else { throw PluginFault("is another package than its index says") }
            let lock = try DirectoryLock(directory.path)
            removeDrafts()
            var versions = try versions()
            if let highest = versions[entry.id], entry.version < highest, !allowsOlder {
                throw PluginFault(
                    "is older than version \(highest), which was installed before: an older version may have known "
                        + "faults; --allow-older installs it")
            }
            let ring = try ring(for: entry.id)
            let draft = directory.prefix + Self.draft + "\(getpid())-" + entry.id + PluginPackage.ending
            defer { unlink(draft) }
            try Self.write(package.bytes, to: draft)
            let key = try check(draft, ring)
            let vendors = try claim(entry, for: key)
            // If it is too late to undo, a higher version must not be forgotten.
            versions[entry.id] = max(versions[entry.id] ?? entry.version, entry.version)
            try write(versions)
            try Self.rename(draft, path)
            for other in files(of: entry.id) where other != path { Self.delete(other) }
            lock.settle()
            return Installed(path: path, key: key, vendors: vendors)
        } catch {
            throw PluginError(file: "\(entry.id) \(entry.version)", reason: error.reason)
        }
    }

    private static let draft = ".new-"

    /// Removes what a process left that was killed: only the holder of the lock writes drafts.
    private func removeDrafts() {
        guard let handle = opendir(directory.path) else { return }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.hasPrefix(Self.draft) || name.hasPrefix(".\(Self.versionsName).") {
                unlink(directory.prefix + name)
            }
        }
    }

    /// Gives the names of vendors to the signer, and writes them down; a second publisher is refused.
    private func claim(_ facts: PluginPackage.Facts, for key: PublicKey) throws(PluginFault) -> [String] {
        let lock = try DirectoryLock(keys.path)
        var names = try VendorNames(in: keys.path)
        let free = try names.claim(facts, for: key)
        guard !free.isEmpty else { return [] }
        let path = PluginDirectory(keys.path).prefix
        let draft = path + ".\(VendorNames.fileName)"
        try Self.write(Array(names.text.utf8), to: draft)
        try Self.rename(draft, path + VendorNames.fileName)
        lock.settle()
        return free
    }

    /// The version of the plugin that is installed; `nil` if there is none.
    package func installed(_ id: String) -> PluginVersion? {
        files(of: id).first.flatMap { try? PluginFile($0) }.flatMap { PluginVersion($0.manifest.version) }
    }

    private func path(of id: String) -> String { directory.prefix + id + PluginPackage.ending }

    /// The files of a plugin that exist: its package, or the library or module of an earlier version of this program.
    private func files(of id: String) -> [String] {
        PluginDirectory.endings.reversed().map { directory.prefix + id + $0 }.filter { access($0, F_OK) == 0 }
    }

    private static func delete(_ path: String) {
        unlink(path)
        unlink(path + PluginSignature.ending)
    }

    /// The ids of the plugins that were installed from packages and are still there.
    package var ids: [String] { ((try? versions()) ?? [:]).keys.filter { installed($0) != nil }.sorted() }

    /// Removes a plugin; the highest version that was installed stays known.
    package func remove(_ id: String) throws(PluginError) {
        do throws(PluginFault) {
            let lock = try DirectoryLock(directory.path)
            let files = PluginPackage.Facts.isID(id) ? files(of: id) : []
            guard let first = files.first else { throw PluginFault(PluginFault.reason(ENOENT)) }
            guard unlink(first) == 0 else { throw PluginFault(PluginFault.reason(errno)) }
            for file in files { Self.delete(file) }
            lock.settle()
        } catch {
            throw PluginError(file: path(of: id), reason: error.reason)
        }
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
        let policy = PluginPolicy(lock: PluginLock([]), keys: keys, trust: PluginTrust([]))
        do throws(PluginError) {
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
        guard folder.contains(Self.versionsName) else { return [:] }
        var versions: [String: PluginVersion] = [:]
        let text = String(decoding: try folder.read(Self.versionsName, limit: 1 << 20), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, let version = PluginVersion(words[1]) else {
                throw PluginFault("cannot be compared with earlier versions: \(Self.versionsName) is damaged")
            }
            // A lower line, wherever it comes from, changes nothing.
            versions[words[0]] = max(versions[words[0]] ?? version, version)
        }
        return versions
    }

    private func write(_ versions: [String: PluginVersion]) throws(PluginFault) {
        let text = versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
        let draft = directory.prefix + ".\(Self.versionsName).\(getpid())"
        try Self.write(Array(text.utf8), to: draft)
        try Self.rename(draft, directory.prefix + Self.versionsName)
    }

    private static func rename(_ draft: String, _ path: String) throws(PluginFault) {
        guard Glibc.rename(draft, path) == 0 else { throw PluginFault("cannot be written (\(SystemError().reason))") }
    }

    /// Writes a new file, and waits until it is on the disk.
    private static func write(_ bytes: [UInt8], to path: String) throws(PluginFault) {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { throw PluginFault("cannot be written (\(SystemError().reason))") }
        defer { close(file) }
        // Independent of the umask: files that others can write to are refused.
        fchmod(file, 0o644)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PluginFault("cannot be written (\(SystemError().reason))") }
            done += count
        }
        guard fsync(file) == 0 else { throw PluginFault("cannot be written (\(SystemError().reason))") }
    }
}
