internal import BulkBridge
internal import Glibc

/// A lock, and something to wait for while holding it.
final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Lets others in until the condition holds; to be called with the lock held.
    func wait(until holds: () -> Bool) {
        while !holds() { pthread_cond_wait(condition, mutex) }
    }

    /// Tells those who wait to look again.
    func notify() { pthread_cond_broadcast(condition) }
}

/// A thread of its own that runs a closure.
struct Thread {
    private let handle: pthread_t

    /// Nil when the system has no more threads to give.
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
