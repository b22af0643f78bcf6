internal import JSONBridge
internal import ProvisoABI

extension ValidationContext {
    /// Pays for work that the data causes, such as a loop over items, a search or a trial: see `Meter`.
    ///
    /// Returns false if the record has become too costly. That is reported, as a fault of the rule that runs, and the
    /// caller stops without a finding of its own. Pay once for a loop or a walk, never for a single value.
    @inline(__always)
    package mutating func pay(_ steps: Int) -> Bool {
        meter.pointee.pay(steps) || refuse()
    }

    /// Pays for one look at a string, where the steps of a record are limited whatever its size.
    ///
    /// Elsewhere such a look is free: it takes time in proportion to the record anyway. `price` is the number of steps
    /// for sixteen bytes. Returns false as `pay(_:)` does.
    @inline(__always)
    package mutating func pay(forBytes count: Int, price: Int = 1) -> Bool {
        !meter.pointee.isBounded || pay(count &* price / 16)
    }

    /// Pays for one look at a string that takes long for each byte, whatever limits the record has.
    ///
    /// A price of up to 256 steps for sixteen bytes is no more than the record may take for them.
    package mutating func payAlways(forBytes count: Int, price: Int) -> Bool { pay(count &* price / 16) }

    /// Pays for bytes that a rule writes into the record, which keeps them until it ends.
    ///
    /// Returns false as `pay(_:)` does; then nothing may be written.
    package mutating func pay(forWriting count: Int) -> Bool {
        meter.pointee.mayWrite(count) ? pay(count / 8) : refuse()
    }

    /// Pays for reading the text of another attribute, which each item of a list does again.
    func charge(forReading other: proviso_value) {
        guard other.length > 64, [.text, .decimal].contains(other.kindOrAbsent) else { return }
        meter.pointee.charge(Int(other.length) / 8)
    }

    /// Whether the record has become too costly, so that no rule that pays runs any more.
    package var isTooCostly: Bool { meter.pointee.isExhausted }

    /// Reports once that the record is too costly.
    @inline(never)
    private mutating func refuse() -> Bool {
        if meter.pointee.isRefused { return false }
        meter.pointee.isRefused = true
        // What is found while a shape is tried is not kept: the rule that tries it reports.
        meter.pointee.isUnreported = isTrial
        reportFault(Self.tooCostly)
        return false
    }

    /// Reports what could not be reported while shapes were tried.
    mutating func reportCosts() {
        guard meter.pointee.isUnreported, !isTrial else { return }
        meter.pointee.isUnreported = false
        reportFault(Self.tooCostly)
    }

    package static let tooCostly = "too costly: it takes too many steps for a record of this size"

    /// Whether a name that was probably meant is still searched for: only for the first findings of a record.
    mutating func takeSuggestion() -> Bool { meter.pointee.takeSuggestion() }

    /// Calls `body`, whose work is for an observer: it costs nothing, and nothing stays of it.
    mutating func unpaid<Result>(_ body: (inout ValidationContext) -> Result) -> Result {
        let (own, outer) = (record, record.outermost)
        let (paid, count, fault) = (self.meter.pointee, violations.count, hasFault)
        let (memory, outerMemory) = (own.state.pointee.memory, outer.state.pointee.memory)
        let omitted = own.state.pointee.omitted
        self.meter.pointee.isFree = true
        outer.state.pointee.memory.remember(nil)
        defer {
            self.meter.pointee = paid
            if violations.count > count { violations.removeSubrange(count...) }
            hasFault = fault
            own.state.pointee.omitted = omitted
            outer.state.pointee.memory = outerMemory
            own.state.pointee.memory = memory
        }
        return body(&self)
    }
}

extension AnyValue {
    /// The bytes that a copy of the value takes in a record, besides the node that it replaces.
    var memory: Int {
        func node(_ value: AnyValue) -> Int { MemoryLayout<prv_node>.stride + value.memory }
        switch self {
        case .text(let text), .decimal(let text): return text.utf8.count
        case .list(let items): return items.reduce(0) { $0 + node($1) }
        case .object(let members): return members.reduce(0) { $0 + $1.key.utf8.count + node($1.value) }
        default: return 0
        }
    }
}
