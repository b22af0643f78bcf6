import ProvisoABI

/// The host's functions, where the host is new enough to have them and offers them.
///
/// A host built with an earlier minor version passes a shorter table: what is past its `size` is not read.
enum Offered {
    typealias Item = @convention(c) (UnsafePointer<proviso_value>?, UInt64) -> UnsafePointer<proviso_value>?
    typealias Member =
        @convention(c) (
            UnsafePointer<proviso_value>?, UInt64, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<UInt64>?
        ) -> UnsafePointer<proviso_value>?
    typealias Find =
        @convention(c) (UnsafePointer<proviso_value>?, UnsafePointer<CChar>?, UInt64) -> UnsafePointer<proviso_value>?
    typealias Log = @convention(c) (UnsafePointer<proviso_host>?, UInt32, UnsafePointer<CChar>?, UInt64) -> Void
    typealias Report =
        @convention(c) (
            UnsafeMutablePointer<proviso_call>?, UInt64, UnsafePointer<CChar>?, UnsafePointer<proviso_parameter>?,
            UInt64
        ) -> Void

    static func listItem(_ host: UnsafePointer<proviso_host>) -> Item? {
        reaches(host.pointee.size, MemoryLayout.offset(of: \proviso_host.list_item)) ? host.pointee.list_item : nil
    }

    static func objectMember(_ host: UnsafePointer<proviso_host>) -> Member? {
        reaches(host.pointee.size, MemoryLayout.offset(of: \proviso_host.object_member))
            ? host.pointee.object_member : nil
    }

    static func objectFind(_ host: UnsafePointer<proviso_host>) -> Find? {
        reaches(host.pointee.size, MemoryLayout.offset(of: \proviso_host.object_find)) ? host.pointee.object_find : nil
    }

    static func log(_ host: UnsafePointer<proviso_host>) -> Log? {
        reaches(host.pointee.size, MemoryLayout.offset(of: \proviso_host.log)) ? host.pointee.log : nil
    }

    static func host(_ call: UnsafeMutablePointer<proviso_call>?) -> UnsafePointer<proviso_host>? {
        guard let call, reaches(call.pointee.size, MemoryLayout.offset(of: \proviso_call.host)) else { return nil }
        return call.pointee.host
    }

    static func deadline(_ call: UnsafeMutablePointer<proviso_call>) -> UInt64 {
        reaches(call.pointee.size, MemoryLayout.offset(of: \proviso_call.deadline)) ? call.pointee.deadline : 0
    }

    static func isCancelled(_ call: UnsafeMutablePointer<proviso_call>) -> Bool {
        guard reaches(call.pointee.size, MemoryLayout.offset(of: \proviso_call.cancelled)) else { return false }
        return call.pointee.cancelled.map { $0.pointee != 0 } ?? false
    }

    static func report(_ call: UnsafeMutablePointer<proviso_call>) -> Report? {
        reaches(call.pointee.size, MemoryLayout.offset(of: \proviso_call.report)) ? call.pointee.report : nil
    }

    static func record(_ call: UnsafeMutablePointer<proviso_call>) -> UnsafePointer<proviso_value>? {
        reaches(call.pointee.size, MemoryLayout.offset(of: \proviso_call.record)) ? call.pointee.record : nil
    }

    /// Whether a struct of this size holds the pointer-sized member at this offset.
    private static func reaches(_ size: UInt32, _ offset: Int?) -> Bool {
        guard let offset else { return false }
        return Int(size) >= offset + MemoryLayout<UInt64>.size
    }
}
