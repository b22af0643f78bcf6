internal import Glibc

/// Tells validators what time it is.
public struct ValidationClock: Sendable {
    private let read: @Sendable () -> Int64

    /// A clock from a closure that gives the seconds since 1970-01-01 UTC; it is asked once for each check.
    public init(secondsSince1970 read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// The machine's clock.
    public static let system = ValidationClock {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }

    /// A clock that stands still, for tests.
    public static func fixed(_ secondsSince1970: Int64) -> ValidationClock {
        ValidationClock { secondsSince1970 }
    }

    /// The seconds since 1970-01-01 UTC.
    public var now: Int64 { read() }
}
