internal import Glibc
internal import ProvisoMessages
internal import WasmBridge

/// The engine for WebAssembly modules: Wasmtime, loaded when the first module is used.
///
/// It is not linked, because few programs need its 30 MB.
package enum WasmEngine {
    /// The variable that names the library.
    package static let variable = "PROVISO_WASMTIME"

    /// Loads the engine, if it is not loaded yet.
    package static func load() throws(PluginFault) {
        var reasons: [String] = []
        for path in candidates {
            if let path, let reason = TrustedFolder.fault(ofFile: path) {
                reasons.append("\(path) \(reason)")
                continue
            }
            var reason = [CChar](repeating: 0, count: 512)
            if prv_wasm_engine(path, &reason, reason.count) { return }
            reasons.append(text(reason))
        }
        let looked = named.map { "\(variable) is \($0)" } ?? "libwasmtime.so is not in the system's library directories"
        throw PluginFault(
            "is a WebAssembly module, and its engine cannot be loaded (\(looked): \(reasons.last ?? "no reason given")): "
                + "install Wasmtime's C API of version 50, for example by 'make wasm-engine', or name it with \(variable)"
        )
    }

    /// The file that the variable names.
    private static var named: String? {
        getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where the library is looked for; `nil` means the directories of the system.
    private static var candidates: [String?] {
        if let named { return [named] }
        let own = UserDirectories.own.home.map { [$0 + "/.local/lib/proviso/libwasmtime.so"] } ?? []
        return (own + ["/usr/local/lib/proviso/libwasmtime.so"]).filter { access($0, R_OK) == 0 } + [nil]
    }

    /// A clause from the bridge: printable, and cut where it is too long.
    static func text(_ reason: [CChar]) -> String {
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).visible
    }
}
