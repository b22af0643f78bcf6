internal import JSONBridge
internal import ProvisoABI

/// How much of other values the turns of one record have: each item of a list has those that its rule reads.
struct KeptValues {
    private(set) var weight = 0
    /// The values that the last item read, which the next one mostly reads again.
    private(set) var last: (place: TablePlace, values: AnyValue, weight: Int)?

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

    /// The values at a place, if they were the last that were copied and nothing has changed since.
    mutating func values(at place: TablePlace) -> AnyValue? {
        guard let last, last.place == place else { return nil }
        weight += last.weight
        return last.values
    }

    /// Remembers values of which the copies weigh what was added since there was `before`.
    mutating func remember(_ values: AnyValue, at place: TablePlace, since before: Int) {
        last = (place, values, weight - before)
    }

    /// Forgets values that may have changed.
    mutating func forget() { if last != nil { last = nil } }

    /// Notes that a value is kept which an expression made.
    mutating func add(_ size: Int) { weight += size }
}
