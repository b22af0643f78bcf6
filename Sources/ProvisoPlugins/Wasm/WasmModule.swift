internal import Glibc
internal import ProvisoMessages
internal import Synchronization
internal import WasmBridge

/// A trusted plugin's WebAssembly module in this process, from its first use until the process ends.
///
/// It looks like a shared library's descriptor to the rest of the host: its functions call the module.
final class WasmModule: @unchecked Sendable {
    let descriptor: PluginDescriptor

    private init(_ file: PluginFile, _ limits: WorkerLimits) throws(PluginFault) {
        try WasmEngine.load()
        let host = PluginHost.table(name: file.manifest.id)
        let bytes = try file.contents()
        var reason = [CChar](repeating: 0, count: 512)
        let own = prv_wasm_limits(patience: limits.patience.wholeNanoseconds, memory: min(limits.memory, 4 << 30))
        guard let code = prv_wasm_compile(bytes, bytes.count, &reason, reason.count),
            let plugin = prv_wasm_open(code, own, host, &reason, reason.count)
        else { throw PluginFault(WasmEngine.text(reason)) }
        descriptor = try PluginDescriptor(plugin, manifest: file.manifest, host: host)
    }

    /// Compiles a file, or returns it if it was compiled before.
    ///
    /// The limits of the first use are those of the module.
    static func open(_ file: PluginFile, _ limits: WorkerLimits) throws(PluginFault) -> WasmModule {
        let granted = try limits.granting(file.manifest.capabilities)
        let result: Result<WasmModule, PluginFault> = loaded.withLock { loaded in
            if let known = loaded[file.digest] { return known }
            let result = Result { () throws(PluginFault) in try WasmModule(file, granted) }
            // A missing engine may be installed while the program runs.
            if case .success = result { loaded[file.digest] = result }
            return result
        }
        return try result.get()
    }

    private static let loaded = Mutex<[ContentDigest: Result<WasmModule, PluginFault>]>([:])
}

/// The engine for WebAssembly modules: Wasmtime, loaded when the first module is used.
///
/// It is not linked, because few programs need its 30 MB.
package enum WasmEngine {
    /// The variable that names the library.
    package static let variable = "PROVISO_WASMTIME"

    /// The engine's library, without links in its path; only root and this user can change it.
    package static func find() throws(PluginFault) -> String {
        var reasons: [String] = []
        for path in candidates {
            guard let reason = TrustedFolder.fault(ofFile: path) ?? ProjectDirectory.fault(of: path, in: variable)
            else {
                guard let resolved = RootDirectory.resolved(path) else { continue }
                return resolved
            }
            reasons.append("\(path) \(reason)")
        }
        throw fault(reasons.first ?? "libwasmtime.so is in none of \(folders.joined(separator: ", "))")
    }

    /// Loads the engine into this process, if it is not loaded yet.
    static func load() throws(PluginFault) {
        var reason = [CChar](repeating: 0, count: 512)
        guard prv_wasm_engine(try find(), &reason, reason.count) else { throw fault(text(reason)) }
    }

    /// The fault of a module whose engine cannot be used.
    static func fault(_ reason: String) -> PluginFault {
        PluginFault(
            "is a WebAssembly module, and its engine cannot be loaded (\(reason)): install Wasmtime's C API of version 50, "
                + "for example by 'make wasm-engine', or name it with \(variable)")
    }

    /// What of the engine changes when it is replaced: which file it is, and when it was written.
    static func identity(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let (written, changed) = (status.st_mtim, status.st_ctim)
        return "\(path) \(status.st_dev) \(status.st_ino) \(status.st_size) \(written.tv_sec).\(written.tv_nsec) "
            + "\(changed.tv_sec).\(changed.tv_nsec)"
    }

    /// The files that are tried: the one that the variable names, or those that exist.
    private static var candidates: [String] {
        if let named = Environment.value(variable) { return [named] }
        return folders.map { $0 + "/libwasmtime.so" }.filter { access($0, F_OK) == 0 }
    }

    /// The user's directory, and those of the system.
    private static var folders: [String] {
        let own = UserDirectories.own.home.map { [$0 + "/.local/lib/proviso"] } ?? []
        return own + ["/usr/local/lib/proviso", "/usr/local/lib", "/usr/lib", "/usr/lib64"]
    }

    /// A clause from the bridge: printable, and cut where it is too long.
    static func text(_ reason: [CChar]) -> String {
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).visible
    }
}
