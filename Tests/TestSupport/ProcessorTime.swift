import Glibc

/// How long a body kept this thread's processor busy: unlike what a clock shows, that is the same under load.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}

/// How many times as long a body takes for eight times the size: about 8 if its work is in proportion, and 64 if it is
/// quadratic.
///
/// The best of several: what is slow each time is slow.
public func growth(from size: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    func seconds(_ size: Int) throws -> Double {
        let time = try processorTime { try body(size) }.components
        return Double(time.attoseconds) * 1e-18 + Double(time.seconds)
    }
    _ = try seconds(1)
    var (small, large) = (try seconds(size), try seconds(8 * size))
    for _ in 0..<5 where large / max(small, 0.000_1) >= 24 {
        small = min(small, try seconds(size))
        large = min(large, try seconds(8 * size))
    }
    return large / max(small, 0.000_1)
}
