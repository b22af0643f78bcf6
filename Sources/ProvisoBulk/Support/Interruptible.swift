internal import BulkBridge
internal import Glibc

/// Calls a function of the system again as long as a signal interrupts it, but not after one that ends the run.
///
/// File systems of networks and in user space interrupt `open` and `fsync` too.
func repeatingInterrupted(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR || prv_interrupt_signal() != 0 { return result }
    }
}
