internal import JSONBridge
internal import ProvisoABI

/// What the validation of one record has cost so far, in steps, and what it may cost.
///
/// Whatever repeats work because of the data pays: walks over items, trials of shapes, searches, tables, suggestions. A
/// step is about as much work as looking at one item or at sixteen bytes. The limit grows with the size of the record, so
/// the time of a validation does too, whatever the rules and the data are. The count depends on nothing else: the same
/// record costs the same in each format, thread and command.
package struct Meter {
    /// The steps that were paid.
    package private(set) var spent = 0
    /// How many may be paid; the record's size is added only when the allowance is used up.
    private(set) var limit = Meter.allowance
    /// Whether no record may take more than a number of steps, whatever its size: rules of an untrusted author.
    private(set) var isBounded = false
    private var isMeasured = false
    private var size = 0
    /// Whether more had to be paid than the limit allows.
    package private(set) var isExhausted = false
    /// Whether that was reported, or must be reported later.
    var isRefused = false
    /// Whether it was found where nothing is reported.
    var isUnreported = false
    /// How many times a name that was probably meant has been searched for.
    private var suggestions = 0
    /// Set while something is done for an observer, which must not change the verdict.
    var isFree = false
    /// The bytes that rules have written into the record.
    private var written = 0
    /// Where values are known: the outermost record, which owns the meter.
    let record: Unmanaged<Record>

    /// What every record may cost, whatever its size.
    package static let allowance = 1_000_000
    /// The steps for each unit of the record's size, besides those for each part of the plan.
    private static let perUnit = 16
    /// The bytes that rules may write into every record, whatever its size.
    private static let mostWritten = 16_000_000
    /// The bytes that they may write besides for each unit of the record's size.
    private static let writtenPerUnit = 32
    /// Above this number of bytes the size of the record is taken before more are written.
    private static let fewWritten = 4_096

    init(_ record: Record) { self.record = Unmanaged.passUnretained(record) }

    /// Begins the validation of a record.
    mutating func reset() {
        spent = 0
        let most = record._withUnsafeGuaranteedRef(\.layout.mostSteps)
        (limit, isBounded) = (min(Self.allowance, most), most != .max)
        (isMeasured, isExhausted, isRefused, isUnreported) = (false, false, false, false)
        (size, suggestions, written) = (0, 0, 0)
    }

    /// Pays for work that is done; false if it is more than the limit allows.
    @inline(__always)
    package mutating func pay(_ steps: Int) -> Bool {
        spent &+= steps
        return spent <= limit || canStillPay(steps)
    }

    /// Pays for a walk that visits each value at most once, which is never too costly alone.
    @inline(__always)
    mutating func charge(_ steps: Int) { spent &+= steps }

    /// Notes bytes that are written into the record, and kept until it ends.
    mutating func note(written bytes: Int) {
        // What rules add must not raise the limits.
        if written &+ bytes > Self.fewWritten, !isFree { measure() }
        written &+= bytes
    }

    /// The same; false if rules have written more than they may, and the bytes must not be written.
    mutating func mayWrite(_ bytes: Int) -> Bool {
        note(written: bytes)
        guard written > Self.mostWritten, !isFree else { return true }
        let (more, isLarge) = size.multipliedReportingOverflow(by: Self.writtenPerUnit)
        if isLarge || written - Self.mostWritten <= more { return true }
        isExhausted = true
        return false
    }

    /// Whether another name may be searched for.
    package mutating func takeSuggestion() -> Bool {
        suggestions += 1
        return suggestions <= Self.mostSuggestions
    }

    private static let mostSuggestions = 10

    /// Whether more has been paid than the limit, which may still grow.
    var isOver: Bool { spent > limit }

    /// Pays for a look at the whole record.
    mutating func chargeRecord() {
        measure()
        charge(size / 16)
    }

    /// What may be paid at the moment, without a look at the record's size.
    func claim() -> Int { isFree ? Self.allowance : max(limit - spent, 0) }

    /// Adds the record's size to the limit; false if more was paid even so.
    mutating func extend() -> Bool {
        if isFree { return false }
        measure()
        return spent <= limit
    }

    /// The bytes that may be made of the record's values, besides what each may.
    var memory: Int {
        mutating get {
            measure()
            return size * Self.perUnit
        }
    }

    @inline(never)
    private mutating func canStillPay(_ steps: Int) -> Bool {
        if isFree {
            spent &-= steps
            return true
        }
        measure()
        if spent <= limit { return true }
        isExhausted = true
        return false
    }

    /// Adds the size of the record to the limit.
    private mutating func measure() {
        if isMeasured { return }
        isMeasured = true
        size = record._withUnsafeGuaranteedRef(\.size)
        let weight = record._withUnsafeGuaranteedRef(\.layout.weight)
        let (more, isLarge) = size.multipliedReportingOverflow(by: Self.perUnit + weight)
        limit = isLarge ? .max / 2 : limit &+ min(more, .max / 4)
        limit = min(limit, record._withUnsafeGuaranteedRef(\.layout.mostSteps))
    }
}

extension Record {
    /// The record that a validation is about, whatever record of a shape this one is.
    var outermost: Record { state.pointee.meter.pointee.record.takeUnretainedValue() }

    /// The size of the values that rules see: two for each value, and the bytes of strings and keys.
    ///
    /// It is less than the bytes of a JSON text, and the same for the row of a table or a model.
    var size: Int {
        if let slot = layout.shape.recordSlot { return Self.size(of: slots[slot].value) }
        // A value that is validated alone is in the spare node.
        if layout.shape.places.isEmpty { return Self.size(of: spare.pointee.value) }
        return size(of: layout.shape.places)
    }

    private func size(of places: [Shape.Place]) -> Int {
        places.reduce(0) { sum, place in
            let own = slots[place.slot].value
            return sum + (place.isKept || own.nodes.isEmpty ? Self.size(of: own) : size(of: place.children))
        }
    }

    static func size(of value: proviso_value) -> Int {
        switch value.kindOrAbsent {
        case .absent: return 0
        case .list, .object: return value.nodes.reduce(2) { $0 + size(of: $1.value) + Int($1.key_length) }
        case .text, .decimal: return 2 + Int(value.length)
        default: return 2
        }
    }
}
