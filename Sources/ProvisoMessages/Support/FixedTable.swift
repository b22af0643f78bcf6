/// Constant values in memory of their own: reading them needs no reference counting.
struct FixedTable<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let all: UnsafeMutableBufferPointer<Element>

    init(_ elements: [Element]) {
        all = .allocate(capacity: elements.count)
        _ = all.initialize(fromContentsOf: elements)
    }

    deinit { all.deallocate() }

    var count: Int { all.count }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(all.indices.contains(index))
            return all[index]
        }
    }

    /// Consecutive values, valid while the table lives.
    subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
        @inline(__always) get {
            precondition(range.upperBound <= all.count && range.lowerBound >= 0)
            return UnsafeBufferPointer(rebasing: all[range])
        }
    }
}
