internal import JSONBridge
internal import ProvisoABI

/// The measure of a figure, as most records reach it: without a call through its protocol, and without counting a reference.
///
/// The figure keeps the measure alive.
enum QuickTarget {
    case none
    case count(Unmanaged<CountMeasure>)
    case extreme(Unmanaged<ExtremeMeasure>)
    case sum(Unmanaged<SumMeasure>)
    case distinct(Unmanaged<DistinctMeasure>)
}

/// What of most records goes to a measure, if that takes no more than a look at slots.
///
/// It is trivial, so that nothing is counted when it is read. Each record that it does not take is measured by
/// `DatasetStep.add`, with the same result: this is a shortcut.
enum QuickReading: Sendable {
    case none
    /// Each record counts.
    case record
    /// Records with a value, or those without one.
    case presence(slot: Int, counts: Bool)
    /// The value itself, if there is one.
    case value(slot: Int)
    case number(slot: Int)
    case hash(slot: Int)
    case moment(slot: Int)
    /// Records for which an expression with a shortcut holds.
    case expression(Unmanaged<BoundExpression>)
    /// Records in which a value meets a rule.
    case check(Unmanaged<Check>, slot: Int)
    /// A rule has found nothing, because no rule has.
    case failure

    var isSome: Bool { if case .none = self { false } else { true } }

    /// Adds a record to a measure; false if it takes more than this.
    @inline(__always)
    func add(_ slots: UnsafeMutablePointer<prv_node>, isClean: Bool, to target: QuickTarget) -> Bool {
        switch target {
        case .none: return false
        case .count(let measure):
            switch counts(slots, isClean: isClean) {
            case .open: return false
            case .yes: measure._withUnsafeGuaranteedRef { $0.add(true) }
            case .no: measure._withUnsafeGuaranteedRef { $0.add(false) }
            case .nothing: break
            }
            return true
        case .extreme(let measure):
            let value: proviso_value
            let found: ShortNumber?
            switch self {
            case .number(let slot): (value, found) = (slots[slot].value, ShortNumber(slots[slot].value))
            case .moment(let slot): (value, found) = (slots[slot].value, ShortNumber(moment: slots[slot].value))
            default: return false
            }
            if value.isEmpty { return true }
            guard let number = found else { return false }
            measure._withUnsafeGuaranteedRef { $0.add(number) }
            return true
        case .sum(let measure):
            guard case .number(let slot) = self else { return false }
            let value = slots[slot].value
            if value.isEmpty { return true }
            return measure._withUnsafeGuaranteedRef { measure in
                guard let number = ShortNumber(value, likely: measure.scale) else { return false }
                measure.add(number)
                return true
            }
        case .distinct(let measure):
            guard case .hash(let slot) = self else { return false }
            let value = slots[slot].value
            if value.isEmpty { return true }
            guard let hash = StableHash.quick(value) else { return false }
            measure._withUnsafeGuaranteedRef { $0.add(hash) }
            return true
        }
    }

    /// Whether a test holds for a record; `nil` if that is not certain at a look.
    @inline(__always)
    func holds(_ slots: UnsafeMutablePointer<prv_node>) -> Bool? {
        switch counts(slots, isClean: false) {
        case .yes: true
        case .no: false
        case .nothing, .open: nil
        }
    }

    /// Whether a record counts.
    private enum Counting {
        case yes, no
        /// There is nothing to count.
        case nothing
        case open

        init(_ counts: Bool?) { self = counts.map { $0 ? .yes : .no } ?? .open }
    }

    @inline(__always)
    private func counts(_ slots: UnsafeMutablePointer<prv_node>, isClean: Bool) -> Counting {
        switch self {
        case .record: return .yes
        case .presence(let slot, let counts): return Counting(slots[slot].value.isEmpty != counts)
        case .value(let slot): return slots[slot].value.isEmpty ? .nothing : .yes
        case .expression(let expression):
            return Counting(expression._withUnsafeGuaranteedRef { $0.verdict(in: slots) })
        case .check(let check, let slot):
            let value = slots[slot].value
            return check._withUnsafeGuaranteedRef { check in
                check.skips(value) ? .no : check.quickTest.passes(value, slots) ? .yes : .open
            }
        case .failure: return isClean ? .no : .open
        case .none, .number, .hash, .moment: return .open
        }
    }
}

extension StableHash {
    /// The hash of a string or an integer; `nil` for other values.
    @inline(__always)
    static func quick(_ raw: proviso_value) -> UInt64? {
        if raw.kind == ValueKind.integer.rawValue { return hash(raw.as.integer) }
        guard raw.kind == ValueKind.text.rawValue, let start = UnsafeRawPointer(raw.as.text) else { return nil }
        return hash(
            UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: Int(raw.length)))
    }
}
