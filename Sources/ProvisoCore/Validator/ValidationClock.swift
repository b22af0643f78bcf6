internal import CLibrary

/// The time for validators.
public struct ValidationClock: Sendable {
    private let read: @Sendable () -> Int64

    /// Creates a clock from a closure that returns the seconds since 1970-01-01 UTC; it is called once per check.
    public init(secondsSince1970 read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// The machine's clock.
    public static let system = ValidationClock {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }

    /// A clock that always shows the same time, for tests.
    public static func fixed(_ secondsSince1970: Int64) -> ValidationClock {
        ValidationClock { secondsSince1970 }
    }

    /// The seconds since 1970-01-01 UTC.
    public var now: Int64 { read() }
}
