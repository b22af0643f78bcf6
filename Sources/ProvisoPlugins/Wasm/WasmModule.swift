internal import Glibc
internal import ProvisoABI
internal import Synchronization
internal import WasmBridge

/// A plugin's WebAssembly module, compiled and confined in this process, from its first use until the process ends.
///
/// It looks like a shared library's descriptor to the rest of the host: its functions call the module. A module has no
/// access to files, to the network or to the memory of the host.
final class WasmModule: @unchecked Sendable {
    let descriptor: PluginDescriptor

    private init(_ file: PluginFile, _ limits: WorkerLimits) throws(PluginFault) {
        let (plugin, host) = try Self.enter(file, limits)
        descriptor = try PluginDescriptor(plugin, manifest: file.manifest, host: host)
    }

    /// Compiles a file and makes its first instance; what it says of itself is not checked yet.
    static func enter(
        _ file: PluginFile, _ limits: WorkerLimits
    ) throws(PluginFault) -> (plugin: UnsafePointer<proviso_plugin>, host: UnsafePointer<proviso_host>) {
        try WasmEngine.load()
        let host = PluginHost.table(name: file.manifest.id)
        let bytes = try file.contents()
        var reason = [CChar](repeating: 0, count: 512)
        let own = prv_wasm_limits(
            fuel: Self.fuel(for: limits.patience), memory: min(limits.memory, 4 << 30), late: UInt32(limits.faults))
        guard let plugin = prv_wasm_open(bytes, bytes.count, own, host, &reason, reason.count) else {
            throw PluginFault(WasmEngine.text(reason))
        }
        return (plugin, host)
    }

    /// Compiles a file, or returns it if it was compiled before.
    ///
    /// The limits of the first use are those of the module.
    static func open(_ file: PluginFile, _ limits: WorkerLimits) throws(PluginFault) -> WasmModule {
        let granted = try limits.granting(file.manifest.capabilities)
        if file.manifest.capabilities.threads {
            throw PluginFault("requests threads in its manifest, which a WebAssembly module cannot start")
        }
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

    /// The fuel for a time: an instruction takes about a third of a nanosecond on a fast machine, one on a slow one.
    ///
    /// Fuel and not time, so that a value's verdict does not depend on the load of the machine.
    private static func fuel(for patience: Duration) -> UInt64 {
        let (seconds, fraction) = patience.components
        let nanoseconds = Double(seconds) * 1e9 + Double(fraction) / 1e9
        return UInt64(min(max(nanoseconds, 1e6), 1e18))
    }
}
