internal import JSONBridge
internal import ProvisoABI

/// How much of other values the turns of one record have: each item of a list has those that its rule reads.
struct KeptValues {
    private(set) var weight = 0

    /// What may be kept in all; after that, large values are left out.
    private static let most = 4_000_000
    private static let few = 1_000

    /// Whether large values are left out.
    var isFull: Bool { weight > Self.most }

    /// A copy of a value; `…` in place of a large one, if there are many of them.
    mutating func copy(_ raw: proviso_value) -> AnyValue {
        let size = Record.size(of: raw)
        if isFull, size > Self.few { return .text("…") }
        weight += size
        return AnyValue(raw: raw)
    }

    /// Notes that a value is kept which an expression made.
    mutating func add(_ size: Int) { weight += size }
}
