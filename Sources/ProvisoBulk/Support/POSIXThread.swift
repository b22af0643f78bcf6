internal import BulkBridge
internal import Glibc

/// A thread that runs a closure.
struct POSIXThread {
    private let handle: pthread_t

    /// `nil` if the system cannot start another thread.
    init?(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var handle = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        let status = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            return nil
        }
        self.handle = handle
    }

    func join() { pthread_join(handle, nil) }

    /// How many processors this process may use.
    static var processors: Int { Int(prv_processors()) }
}
