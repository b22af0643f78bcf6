internal import Synchronization

/// What a handle of the C interface stands for.
class HandledObject: @unchecked Sendable {}

/// The objects that callers hold handles of.
///
/// A handle is a number and no address: one that was closed, was never given out, or stands for something else is found
/// out without touching memory. It is the only thing that all users of the library in a process share.
enum Handles {
    private final class Shard: Sendable {
        let objects = Mutex<[UInt64: HandledObject]>([:])
    }

    private static let shards = (0..<64).map { _ in Shard() }
    private static let last = Atomic<UInt64>(0)

    /// Gives out a handle that keeps an object until it is closed.
    static func open(_ object: HandledObject) -> UInt64 {
        let number = last.add(1, ordering: .relaxed).newValue
        // An odd factor gives each number another handle, and small numbers, which callers pass by mistake, none.
        let handle = number &* 0x9E37_79B9_7F4A_7C15
        shard(of: handle).objects.withLock { $0[handle] = object }
        return handle
    }

    static func object<Object: HandledObject>(of handle: UInt64, _ type: Object.Type) -> Object? {
        shard(of: handle).objects.withLock { $0[handle] } as? Object
    }

    /// Returns whether the handle was open.
    static func close(_ handle: UInt64) -> Bool {
        let object = shard(of: handle).objects.withLock { $0.removeValue(forKey: handle) }
        return object != nil
    }

    private static func shard(of handle: UInt64) -> Shard { shards[Int(truncatingIfNeeded: handle >> 58)] }
}
