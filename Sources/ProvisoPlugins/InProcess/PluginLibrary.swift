internal import Glibc
internal import ProvisoABI
internal import Synchronization
internal import WasmBridge

/// A plugin's file that is loaded into this process, from `dlopen` until the process ends.
///
/// It is never unloaded, because Swift and C++ libraries do not support that. A file is entered once, however often it
/// is loaded.
final class PluginLibrary: @unchecked Sendable {
    let descriptor: PluginDescriptor
    private let host: UnsafePointer<proviso_host>
    private let startResult = Mutex<Int32?>(nil)

    private init(_ file: PluginFile, handle: UnsafeMutableRawPointer) throws(PluginFault) {
        let fileName = file.name.split(separator: "/").last.map(String.init) ?? file.name
        host = PluginHost.table(name: fileName)
        guard let symbol = dlsym(handle, "proviso_plugin_entry_v1") else {
            throw PluginFault(Self.entryFault(handle))
        }
        let enter = unsafeBitCast(symbol, to: Entry.self)
        guard let pointer = enter(host) else {
            throw PluginFault(Self.declined)
        }
        descriptor = try PluginDescriptor(pointer, manifest: file.manifest, host: host)
        PluginHost.rename(host, to: file.manifest.id)
    }

    private typealias Entry = @convention(c) (UnsafePointer<proviso_host>?) -> UnsafePointer<proviso_plugin>?

    /// Loads a file, or returns it if it was loaded before.
    ///
    /// `linked` is called once the linker has found all libraries, before the entry function.
    static func open(_ file: PluginFile, linked: () -> Void = {}) throws(PluginFault) -> PluginLibrary {
        let result: Result<PluginLibrary, PluginFault> = loaded.withLock { loaded in
            if let known = loaded[file.digest] {
                if case .success = known { linked() }
                return known
            }
            let path = file.keep()
            guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
                let message = dlerror().map { String(cString: $0) } ?? "no reason given"
                return .failure(PluginFault(LinkerMessage.reason(message, path: path)))
            }
            linked()
            let result = Result { () throws(PluginFault) in try PluginLibrary(file, handle: handle) }
            loaded[file.digest] = result
            return result
        }
        return try result.get()
    }

    /// All files that were entered, including refused plugins: an entry function is called once per process.
    private static let loaded = Mutex<[ContentDigest: Result<PluginLibrary, PluginFault>]>([:])

    /// Runs the plugin's `init`, if it has not run yet.
    func start() throws(PluginFault) {
        let result = startResult.withLock { result in
            let value = result ?? descriptor.start?(host) ?? 0
            result = value
            return value
        }
        if result != 0 { throw PluginFault("failed to initialize: its 'init' \(PluginResult.words(result))") }
    }

    private static func entryFault(_ handle: UnsafeMutableRawPointer) -> String {
        entryFault(otherMajor: (2...9).first { dlsym(handle, "proviso_plugin_entry_v\($0)") != nil }.map { "\($0)" })
    }

    /// The problem of a library without the entry function, but perhaps with that of another major version.
    static func entryFault(otherMajor: String?) -> String {
        guard let otherMajor else {
            return "is a shared library, but not a Proviso plugin: it does not export 'proviso_plugin_entry_v1'"
        }
        return
            "needs a newer host: it supports only version \(otherMajor) of the plugin interface, not version 1"
    }

    static let declined = "refuses to work with this host (its entry function returned null)"
}

/// Describes the return values of a plugin's functions.
enum PluginResult {
    static func words(_ result: Int32) -> String {
        switch Int(result) {
        case PROVISO_FAULT_ARGUMENT: "returned -2 (an argument it cannot work with)"
        case PROVISO_FAULT_MEMORY: "returned -3 (out of memory)"
        case PROVISO_FAULT_KIND: "returned -4 (a kind of value it does not accept)"
        case PROVISO_FAULT_CANCELLED: "returned -5 (cancelled)"
        case PROVISO_FAULT_EXCEPTION: "returned -6 (an exception)"
        case PROVISO_FAULT: "returned -1 (a fault)"
        default: prv_wasm_words(result).map { String(cString: $0) } ?? "returned \(result), which is not a valid result"
        }
    }
}
