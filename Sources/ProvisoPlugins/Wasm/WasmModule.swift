internal import Glibc
internal import ProvisoABI
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
