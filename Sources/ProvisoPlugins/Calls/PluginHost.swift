internal import Glibc
internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages
internal import Synchronization

/// The table of host functions: one per plugin, kept until the process ends.
///
/// Each plugin has its own table, so that a log line names its plugin.
package enum PluginHost {
    static func table(name: String) -> UnsafePointer<proviso_host> {
        let table = UnsafeMutablePointer<proviso_host>.allocate(capacity: 1)
        table.initialize(
            to: proviso_host(
                size: UInt32(MemoryLayout<proviso_host>.size), minor: PROVISO_ABI_MINOR, name: permanent("proviso"),
                version: permanent(Version.current), log: writeLog, list_item: listItem, object_member: objectMember,
                object_find: objectFind, extension: noExtension))
        rename(table, to: name)
        return UnsafePointer(table)
    }

    /// Sets the name of the table's plugin: first the file, then the plugin's id.
    static func rename(_ table: UnsafePointer<proviso_host>, to name: String) {
        names.withLock { $0[UInt(bitPattern: table)] = name }
    }

    /// The names of the plugins by their tables.
    ///
    /// This is a dictionary and not memory after the table, because a plugin may pass a copy of the table.
    private static let names = Mutex<[UInt: String]>([:])

    static func name(of table: UnsafePointer<proviso_host>?) -> String {
        names.withLock { $0[UInt(bitPattern: table)] } ?? "plugin"
    }

    /// Formats a log line: always one line, without characters that could control a terminal.
    package static func logLine(plugin: String, severity: UInt32, text: String) -> String {
        let word =
            switch Int(severity) {
            case PROVISO_LOG_DEBUG: "debug"
            case PROVISO_LOG_INFO: "info"
            case PROVISO_LOG_WARNING: "warning"
            case PROVISO_LOG_HOST_MISBEHAVING: "error (host misbehaving)"
            default: "error"
            }
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return "\(plugin): \(word): \(String(String.UnicodeScalarView(scalars)).visible)\n"
    }

    private static func permanent(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The maximum length of a string from a plugin, in bytes.
let longestPluginText: UInt64 = 1 << 20

private func writeLog(
    _ host: UnsafePointer<proviso_host>?, _ severity: UInt32, _ text: UnsafePointer<CChar>?, _ length: UInt64
) {
    guard let text else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(min(length, 4096)))
    var line = PluginHost.logLine(
        plugin: PluginHost.name(of: host), severity: severity, text: String(decoding: bytes, as: UTF8.self))
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

private func listItem(_ list: UnsafePointer<proviso_value>?, _ index: UInt64) -> UnsafePointer<proviso_value>? {
    guard let list, list.pointee.kind == ValueKind.list.rawValue else { return nil }
    return node(list.pointee, index).map(value)
}

private func objectMember(
    _ object: UnsafePointer<proviso_value>?, _ index: UInt64, _ key: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<UInt64>?
) -> UnsafePointer<proviso_value>? {
    guard let object, object.pointee.kind == ValueKind.object.rawValue, let found = node(object.pointee, index)
    else {
        return nil
    }
    key?.pointee = found.pointee.key
    length?.pointee = UInt64(found.pointee.key_length)
    return value(found)
}

private func objectFind(
    _ object: UnsafePointer<proviso_value>?, _ key: UnsafePointer<CChar>?, _ length: UInt64
) -> UnsafePointer<proviso_value>? {
    guard let object, let key, object.pointee.kind == ValueKind.object.rawValue else { return nil }
    for index in 0..<object.pointee.length {
        guard let found = node(object.pointee, index) else { return nil }
        guard UInt64(found.pointee.key_length) == length, let own = found.pointee.key else { continue }
        if memcmp(own, key, Int(length)) == 0 { return value(found) }
    }
    return nil
}

private func noExtension(_ host: UnsafePointer<proviso_host>?, _ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? { nil }

private func node(_ parent: proviso_value, _ index: UInt64) -> UnsafePointer<prv_node>? {
    guard index < parent.length, let handle = parent.as.handle else { return nil }
    return handle.assumingMemoryBound(to: prv_node.self) + Int(index)
}

/// Returns the value that a node begins with.
private func value(_ node: UnsafePointer<prv_node>) -> UnsafePointer<proviso_value> {
    UnsafeRawPointer(node).assumingMemoryBound(to: proviso_value.self)
}
