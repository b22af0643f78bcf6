#if Server
internal import Synchronization

/// Whether a body came as a whole; what sends it to the run says so before its end.
final class BodyState: Sendable {
    private let kept = Mutex<String?>(nil)

    /// Why some of the body did not come; `nil` if all did.
    var reason: String? { kept.withLock { $0 } }

    /// Says why the rest does not come.
    func end(_ reason: String) { kept.withLock { $0 = reason } }
}
#endif
