internal import Glibc
internal import SystemBridge

/// A plugin's file before any of its code runs: checked, and copied to memory that cannot be changed.
///
/// The linker gets exactly what was checked, whatever happens to the file in the meantime. If the file is overwritten
/// in place or truncated, a plugin that was loaded from it is not affected.
final class PluginFile: @unchecked Sendable {
    /// The path as it was given.
    let name: String
    /// Of the library or module.
    let digest: ContentDigest
    /// Of the whole file, which differs for a package.
    let fileDigest: ContentDigest
    let manifest: PluginManifest
    /// The shared libraries that it needs.
    let libraries: NeededLibraries
    /// Whether it is a WebAssembly module, not a shared library.
    let isModule: Bool
    /// Whether a lock file lists it.
    let isLocked: Bool
    /// The key that signed it, if it is known.
    let signer: PublicKey?
    /// The decision of a person by which it may run in this process.
    let trust: PluginTrust.Entry?
    /// Whether it may run in this process.
    let isTrusted: Bool
    /// The descriptor of the sealed copy.
    let descriptor: Int32
    /// Guarded by the lock of the loaded libraries.
    private var isKept = false

    /// The maximum size of a file; no plugin is that large.
    static let maximumSize = 1 << 30

    /// Makes all checks that are possible without running the file.
    convenience init(
        _ name: String, policy: PluginPolicy = PluginPolicy(), passed: PluginSteps = noSteps
    ) throws(PluginError) {
        do throws(PluginFault) {
            let policy: PluginPolicy = try Self.withTrust(policy)
            let (folder, file) = try TrustedFolder.containing(name)
            try self.init(name, file, in: folder, lock: policy.lock(of: folder), policy, passed)
        } catch {
            throw PluginError(file: name, reason: error.reason)
        }
    }

    private static func withTrust(_ policy: PluginPolicy) throws(PluginFault) -> PluginPolicy {
        do throws(PluginError) {
            return try policy.withTrust()
        } catch {
            throw PluginFault(
                "cannot be found in the list of trusted plugins: \(error.file) \(error.reason)")
        }
    }

    /// Checks a file of a directory; `policy` has the user's trust.
    init(
        _ path: String, _ name: String, in folder: TrustedFolder, lock: PluginLock?, _ policy: PluginPolicy,
        _ passed: PluginSteps
    ) throws(PluginFault) {
        passed(.folder, "only root\(geteuid() == 0 ? "" : " and user \(geteuid())") can change or replace it")
        let (original, status) = try folder.open(name)
        defer { close(original) }
        passed(.file, "a regular file of \(status.st_size) bytes")
        if let reason = TrustedFolder.fault(of: status) { throw PluginFault(reason) }
        passed(.rights, "belongs to user \(status.st_uid), mode \(String(status.st_mode & 0o7777, radix: 8))")
        let package = try Self.package(name, in: folder)
        let copy: PrivateCopy
        if let package {
            copy = try PrivateCopy(of: package.library, name: name)
        } else {
            try Self.checkBeforeCopy(original, status)
            copy = try PrivateCopy(of: original, status, name: name)
        }
        let digest = ContentDigest(of: copy.bytes)
        fileDigest = package?.fileDigest ?? digest
        passed(.copy, "copied to sealed memory, SHA-256 \(digest)")
        isModule = WasmFile.isModule(copy.bytes)
        if isModule {
            let module = WasmFile(copy.bytes)
            if let reason = module.fault { throw PluginFault(reason) }
            passed(.binary, "a WebAssembly module with complete sections")
            manifest = try module.manifest()
            libraries = NeededLibraries()
        } else {
            let headers = ELFFile(copy.descriptor, size: copy.bytes.count)
            if let reason = headers.fault { throw PluginFault(reason) }
            passed(.binary, "a shared library for this processor, complete and harmless to load")
            manifest = try headers.manifest()
            libraries = headers.neededLibraries
        }
        passed(.manifest, manifest.summary)
        try package?.facts.check(manifest)
        isLocked = try Self.isHeld(name, fileDigest, by: lock, in: folder, policy)
        passed(.lock, isLocked ? "matches the lock file" : "it is in no lock file, and none is required")
        if let fault = policy.revocationFault, !policy.isOfProgram {
            throw PluginFault("may be revoked: the list \(fault.file) \(fault.reason)")
        }
        if let revoked = policy.revoked?[manifest.id, digest] {
            throw PluginFault("\(revoked.sentence) ('proviso plugin upgrade' looks for a newer version)")
        }
        let signature = try Self.signature(of: name, package, in: folder)
        signer = try Self.signer(of: copy.bytes, manifest.id, signature, name, policy, passed)
        trust = policy.trust?.decision(on: digest, manifest.id, signedBy: signer)
        isTrusted = policy.isOfProgram || trust != nil
        self.name = path
        self.digest = digest
        descriptor = copy.release()
    }

    deinit { if !isKept { close(descriptor) } }

    /// The contents of the sealed copy.
    func contents() throws(PluginFault) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PluginFault(PluginFault.reason(errno)) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
                return pread(descriptor, rest.baseAddress, rest.count, off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PluginFault(PluginFault.reason(errno)) }
            done += count
        }
        return bytes
    }

    /// Returns the path for the linker, and reserves it for this file until the process ends.
    ///
    /// The linker identifies a library only by its name: for a known name it returns the library that it loaded first.
    func keep() -> String {
        isKept = true
        return "/proc/self/fd/\(descriptor)"
    }

    /// Refuses a large file that cannot be a plugin before up to 1 GiB of it is copied and hashed.
    ///
    /// The copy of every file is checked again.
    private static func checkBeforeCopy(_ original: Int32, _ status: stat) throws(PluginFault) {
        let size = Int(status.st_size)
        guard size <= maximumSize else { throw PluginFault("is larger than \(maximumSize >> 20) MB") }
        // No module is larger; smaller files are copied in no time.
        guard size > WasmFile.maximumSize else { return }
        var start = [UInt8](repeating: 0, count: 4)
        if pread(original, &start, start.count, 0) == start.count, start.withUnsafeBytes(WasmFile.isModule) {
            throw PluginFault(WasmFile.tooLarge)
        }
        if let reason = ELFFile(original, size: size).fault { throw PluginFault(reason) }
    }

    private static func isHeld(
        _ name: String, _ digest: ContentDigest, by lock: PluginLock?, in folder: TrustedFolder, _ policy: PluginPolicy
    ) throws(PluginFault) -> Bool {
        // Which directories a lock file elsewhere is for, only its user knows.
        let command =
            policy.lock == nil
            ? "'proviso plugin lock --plugins \(folder.path)'" : "'proviso plugin lock' with its --plugins and --output"
        if let lock, try lock.holds(name, digest, writtenBy: command) { return true }
        guard policy.isLocked else { return false }
        let lacking = lock == nil ? "there is no lock file" : "the lock file does not list it"
        throw PluginFault("is not locked (\(lacking)): run \(command) to record it")
    }

    /// Reads the package that a file is, if its name says so.
    private static func package(_ name: String, in folder: TrustedFolder) throws(PluginFault) -> PluginPackage? {
        guard name.hasSuffix(PluginPackage.ending) else { return nil }
        return try PluginPackage(parsing: try folder.read(name, limit: PluginPackage.maximumSize + (1 << 20)))
    }

    /// The signature in a package, or beside a library; `nil` if there is none.
    private static func signature(
        of name: String, _ package: PluginPackage?, in folder: TrustedFolder
    ) throws(PluginFault) -> String? {
        if let package { return package.signature }
        let file = name + PluginSignature.ending
        guard folder.contains(file) else { return nil }
        do throws(PluginFault) {
            return String(decoding: try folder.read(file, limit: 1 << 14), as: UTF8.self)
        } catch {
            throw PluginFault("has a signature, \(file), that \(error.reason)")
        }
    }

    /// Returns the key of a signature; throws if a signature is required and missing, or not valid.
    private static func signer(
        of bytes: UnsafeRawBufferPointer, _ id: String, _ text: String?, _ name: String, _ policy: PluginPolicy,
        _ passed: PluginSteps
    ) throws(PluginFault) -> PublicKey? {
        let isRequired = !policy.keys.isEmpty
        let keys = isRequired ? policy.keys : policy.knownKeys + (policy.trust?.publishers(of: id) ?? [])
        let file = name + PluginSignature.ending
        let shown = name.hasSuffix(PluginPackage.ending) ? "in it" : file
        guard isRequired || !keys.isEmpty && text != nil else {
            passed(.signature, "not required: there are no trusted keys")
            return nil
        }
        guard let text else {
            throw PluginFault("is not signed: \(file) does not exist next to it ('proviso plugin sign' writes it)")
        }
        guard let signature = PluginSignature(text) else {
            throw PluginFault("has a signature, \(shown), that is damaged or not from minisign")
        }
        if !isRequired, !signature.isBy(keys) {
            passed(.signature, "not required, and signed with an unknown key")
            return nil
        }
        let key = try signature.check(bytes, keys)
        passed(.signature, "signed with the key \(key.shown)")
        return key
    }
}

/// A copy of a file in memory, sealed and mapped.
private struct PrivateCopy: ~Copyable {
    let descriptor: Int32
    let bytes: UnsafeRawBufferPointer

    init(of original: Int32, _ status: stat, name: String) throws(PluginFault) {
        try self.init(Int(status.st_size), name) { copy throws(PluginFault) in
            try Self.fill(copy, from: original, status)
        }
    }

    init(of library: [UInt8], name: String) throws(PluginFault) {
        try self.init(library.count, name) { copy throws(PluginFault) in
            var done = 0
            while done < library.count {
                let count = library[done...].withUnsafeBytes { write(copy, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw PluginFault(Self.failure) }
                done += count
            }
        }
    }

    private init(
        _ size: Int, _ name: String, fill: (Int32) throws(PluginFault) -> Void
    ) throws(PluginFault) {
        let copy = prv_memory_file(name)
        guard copy >= 0 else { throw PluginFault(Self.failure) }
        do throws(PluginFault) {
            try fill(copy)
            guard prv_seal(copy) else { throw PluginFault(Self.failure) }
            bytes = try Self.map(copy, size)
        } catch {
            close(copy)
            throw error
        }
        descriptor = copy
    }

    deinit {
        close(descriptor)
        Self.unmap(bytes)
    }

    /// Returns the descriptor, which the caller must close.
    consuming func release() -> Int32 {
        let (own, mapped) = (descriptor, bytes)
        discard self
        Self.unmap(mapped)
        return own
    }

    private static var failure: String { "cannot be copied to memory (\(String(cString: strerror(errno))))" }

    private static func fill(_ copy: Int32, from original: Int32, _ before: stat) throws(PluginFault) {
        var done = 0
        while done < Int(before.st_size) {
            let count = sendfile(copy, original, nil, Int(before.st_size) - done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw PluginFault(failure) }
            if count == 0 { break }
            done += count
        }
        var after = stat()
        guard fstat(original, &after) == 0, done == Int(before.st_size), after.st_size == before.st_size,
            after.st_mtim.tv_sec == before.st_mtim.tv_sec, after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
        else { throw PluginFault("was changed while it was read: copy it elsewhere first, then move it there") }
    }

    private static func map(_ copy: Int32, _ size: Int) throws(PluginFault) -> UnsafeRawBufferPointer {
        if size == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, copy, 0)
        guard let start, start != MAP_FAILED else { throw PluginFault(failure) }
        return UnsafeRawBufferPointer(start: start, count: size)
    }

    private static func unmap(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
