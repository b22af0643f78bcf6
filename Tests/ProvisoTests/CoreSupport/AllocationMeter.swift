import AllocationCounter

/// Counts the heap allocations of the thread it was made on.
struct AllocationMeter {
    private let start = allocation_count_of_thread()

    func count() -> UInt64 { allocation_count_of_thread() - start }
}
