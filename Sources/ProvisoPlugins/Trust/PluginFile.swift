internal import Glibc
internal import SystemBridge

/// A plugin's file before anything in it runs: checked, and copied to memory where nobody can change it.
///
/// What was checked is what the linker gets, whatever becomes of the file meanwhile; and a file that is overwritten in
/// place, or cut short, takes nothing along that was loaded from it.
final class PluginFile: @unchecked Sendable {
    /// The path as it was given.
    let name: String
    let digest: Digest
    let manifest: PluginManifest
    /// Where it tells the linker to look for libraries.
    let runPaths: [String]
    /// Whether a lock file names it.
    let isLocked: Bool
    /// The sealed copy.
    let descriptor: Int32
    /// Changed under the lock of those that were loaded.
    private var isKept = false

    /// Larger files are refused: no plugin is as large.
    static let maximumSize = 1 << 30

    /// Makes all checks that can be made without running the file.
    convenience init(
        _ name: String, policy: PluginPolicy = PluginPolicy(), passed: PluginSteps = noSteps
    ) throws(PluginError) {
        do throws(PluginFault) {
            let (folder, file) = try TrustedFolder.containing(name)
            try self.init(name, file, in: folder, lock: policy.lock(of: folder), policy, passed)
        } catch {
            throw PluginError(file: name, reason: error.reason)
        }
    }

    init(
        _ path: String, _ name: String, in folder: TrustedFolder, lock: PluginLock?, _ policy: PluginPolicy,
        _ passed: PluginSteps
    ) throws(PluginFault) {
        passed(.folder, "nobody but root and user \(geteuid()) can change it, or put another in its place")
        let (original, status) = try folder.open(name)
        defer { close(original) }
        passed(.file, "a regular file of \(status.st_size) bytes")
        if let reason = TrustedFolder.fault(of: status) { throw PluginFault(reason) }
        passed(.rights, "belongs to user \(status.st_uid), mode \(String(status.st_mode & 0o7777, radix: 8))")
        let copy = try PrivateCopy(of: original, status, name: name)
        let digest = Digest(of: copy.bytes)
        passed(.copy, "copied to sealed memory, SHA-256 \(digest)")
        let headers = ELFFile(copy.descriptor, size: copy.bytes.count)
        if let reason = headers.fault { throw PluginFault(reason) }
        passed(.binary, "a shared library for this processor, complete and harmless to load")
        manifest = try headers.manifest()
        runPaths = headers.runPaths
        passed(.manifest, manifest.summary)
        isLocked = try Self.isHeld(name, digest, by: lock, policy)
        passed(.lock, isLocked ? "is what the lock file says" : "no lock file names it, and none has to")
        try Self.checkSignature(of: copy.bytes, name, in: folder, policy, passed)
        self.name = path
        self.digest = digest
        descriptor = copy.release()
    }

    deinit { if !isKept { close(descriptor) } }

    /// The path for the linker, which stays this file's as long as the process.
    ///
    /// Names are all the linker goes by: for one it knows it returns what it loaded first, whatever the name means now.
    func keep() -> String {
        isKept = true
        return "/proc/self/fd/\(descriptor)"
    }

    private static func isHeld(
        _ name: String, _ digest: Digest, by lock: PluginLock?, _ policy: PluginPolicy
    ) throws(PluginFault) -> Bool {
        if let lock, try lock.holds(name, digest) { return true }
        guard policy.isLocked else { return false }
        let lacking = lock == nil ? "there is no lock file" : "the lock file does not name it"
        throw PluginFault("is not locked (\(lacking)): run 'proviso plugin lock' if you trust it")
    }

    private static func checkSignature(
        of bytes: UnsafeRawBufferPointer, _ name: String, in folder: TrustedFolder, _ policy: PluginPolicy,
        _ passed: PluginSteps
    ) throws(PluginFault) {
        guard !policy.keys.isEmpty else { return passed(.signature, "none is asked for: no keys are trusted") }
        let file = name + PluginSignature.ending
        guard folder.contains(file) else {
            throw PluginFault("is not signed: \(file) is missing beside it ('proviso plugin sign' writes it)")
        }
        let text: [UInt8]
        do throws(PluginFault) {
            text = try folder.read(file, limit: 1 << 14)
        } catch {
            throw PluginFault("has a signature, \(file), that \(error.reason)")
        }
        guard let signature = PluginSignature(String(decoding: text, as: UTF8.self)) else {
            throw PluginFault("has a signature, \(file), that is damaged or none of minisign")
        }
        let key = try signature.check(bytes, policy.keys)
        passed(.signature, "signed with the key \(key.id)")
    }
}

/// A copy of a file in memory, sealed and mapped.
private struct PrivateCopy: ~Copyable {
    let descriptor: Int32
    let bytes: UnsafeRawBufferPointer

    init(of original: Int32, _ status: stat, name: String) throws(PluginFault) {
        let size = Int(status.st_size)
        guard size <= PluginFile.maximumSize else {
            throw PluginFault("is larger than \(PluginFile.maximumSize >> 20) MB")
        }
        let copy = prv_memory_file(name)
        guard copy >= 0 else { throw PluginFault(Self.failure) }
        do throws(PluginFault) {
            try Self.fill(copy, from: original, status)
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

    /// Hands out the descriptor, which is then the caller's to close.
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
        guard prv_seal(copy) else { throw PluginFault(failure) }
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
