internal import Glibc

/// A lock with a condition variable.
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

    /// Releases the lock until the condition is true; the caller holds the lock.
    func wait(until holds: () -> Bool) {
        while !holds() { pthread_cond_wait(condition, mutex) }
    }

    /// Wakes all waiting threads, which then test their conditions again.
    func notify() { pthread_cond_broadcast(condition) }
}

/// A value that can be reached only while its lock is held.
final class Guarded<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func locked<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        try monitor.locked { () throws(Failure) in try body(&value) }
    }
}
