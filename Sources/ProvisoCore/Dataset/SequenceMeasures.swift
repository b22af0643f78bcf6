internal import ProvisoMessages

/// How much memory the integers or intervals of a rule may take, in all its groups together.
///
/// It is counted in intervals, or in blocks of 64 numbers that follow each other. The number of blocks that the data need
/// does not depend on the order of the data, so that a run fails on any number of threads or on none.
final class BlockBudget {
    /// The most blocks of a rule.
    static let most = 250_000

    private var left = most
    /// Whether the data need more blocks than a rule may have.
    private(set) var isSpent = false

    /// Takes one block; false if there is none left.
    func take() -> Bool {
        if left == 0 { spend() }
        left -= isSpent ? 0 : 1
        return !isSpent
    }

    /// Notes that the data need too many blocks.
    func spend() { isSpent = true }
}

/// Counts the integers that are missing between the first and the last one; days are numbers here.
final class GapMeasure: Measure {
    private let budget: BlockBudget
    /// A bit for each number, by the number divided by 64.
    private var blocks: [Int64: UInt64] = [:]

    init(_ budget: BlockBudget) { self.budget = budget }

    func add(_ value: MeasuredValue) {
        if case .whole(let number) = value { add(1 << UInt64(number & 63), to: number >> 6) }
    }

    private func add(_ bits: UInt64, to block: Int64) {
        if let known = blocks[block] {
            blocks[block] = known | bits
        } else if budget.take() {
            blocks[block] = bits
        } else {
            blocks = [:]
        }
    }

    func merge(_ other: any Measure) {
        guard let other = other as? GapMeasure else { return }
        if other.budget.isSpent { budget.spend() }
        for (block, bits) in other.blocks { add(bits, to: block) }
    }

    func result(at quantile: Double) -> MeasuredResult {
        let order = blocks.keys.sorted()
        guard let first = order.first, let last = order.last, let low = blocks[first], let high = blocks[last] else {
            return MeasuredResult(value: .zero)
        }
        let least = first << 6 + Int64(low.trailingZeroBitCount)
        let most = last << 6 + Int64(63 - high.leadingZeroBitCount)
        let count = blocks.values.reduce(0) { $0 + $1.nonzeroBitCount }
        let missing = Int128(most) - Int128(least) + 1 - Int128(count)
        return MeasuredResult(
            value: ExactDecimal(missing, scale: 0), missing: missing > 0 ? firstMissing(after: least, order) : nil)
    }

    /// The first number after `least` that is not there.
    private func firstMissing(after least: Int64, _ order: [Int64]) -> Int64 {
        var next = least
        for block in order {
            guard next >> 6 == block, let bits = blocks[block] else { return next }
            let place = next & 63
            let present = Int64((~bits >> UInt64(place)).trailingZeroBitCount)
            if present < 64 - place { return next + present }
            next &+= 64 - place
        }
        return next
    }

    var stored: AnyValue {
        if budget.isSpent { return .null }
        return .list(blocks.sorted { $0.key < $1.key }.flatMap { [.integer($0), .integer(Int64(bitPattern: $1))] })
    }

    func restore(_ value: AnyValue) -> Bool {
        if value == .null { budget.spend() }
        guard case .list(let parts) = value, parts.count.isMultiple(of: 2) else { return value == .null }
        for place in stride(from: 0, to: parts.count, by: 2) {
            guard case .integer(let block) = parts[place], case .integer(let bits) = parts[place + 1], bits != 0,
                (Int64.min >> 6...Int64.max >> 6).contains(block)
            else { return false }
            add(UInt64(bitPattern: bits), to: block)
        }
        return true
    }
}

/// A number or a moment, which have no order among each other.
struct OrderedValue {
    private let number: MeasuredNumber
    let isMoment: Bool

    init?(_ value: MeasuredValue) {
        switch value {
        case .number(let number): (self.number, isMoment) = (number, false)
        case .moment(let moment):
            let digits = Int128(moment.seconds) * 1_000_000_000 + Int128(moment.nanoseconds)
            number =
                Int64(exactly: digits).map { .short(ShortNumber(digits: $0, scale: 9)) }
                ?? .long(ExactDecimal(digits, scale: 9))
            isMoment = true
        case .counted, .corrected, .hash, .whole, .category, .row, .interval: return nil
        }
    }

    init?(stored: AnyValue) {
        guard case .list(let parts) = stored, parts.count == 2, case .text(let text) = parts[0],
            case .boolean(let isMoment) = parts[1], let number = ExactDecimal(text)
        else { return nil }
        (self.number, self.isMoment) = (.long(number), isMoment)
    }

    var stored: AnyValue { .list([.text(number.decimal.text), .boolean(isMoment)]) }

    func follows(_ other: OrderedValue) -> Bool {
        isMoment == other.isMoment && number.order(to: other.number) >= 0
    }

    /// As a parameter: a number, or a time in UTC.
    var shown: ParameterValue {
        let text = number.decimal.text
        if !isMoment { return .decimal(text) }
        return .text(ExprTime(seconds: Int64(Double(text)?.rounded(.down) ?? 0)).timestampText)
    }
}

/// Counts the intervals that begin before one that began earlier has ended.
///
/// It keeps them all, because the rows of a table may have any order.
final class OverlapMeasure: Measure {
    private typealias Interval = (start: OrderedValue, end: OrderedValue)

    private let budget: BlockBudget
    private var intervals: [Interval] = []

    init(_ budget: BlockBudget) { self.budget = budget }

    func add(_ value: MeasuredValue) {
        if case .interval(let start, let end) = value { add((start, end)) }
    }

    private func add(_ interval: Interval) {
        if budget.take() { intervals.append(interval) } else { intervals = [] }
    }

    func merge(_ other: any Measure) {
        guard let other = other as? OverlapMeasure else { return }
        if other.budget.isSpent { budget.spend() }
        for interval in other.intervals { add(interval) }
    }

    func result(at quantile: Double) -> MeasuredResult {
        let sorted = intervals.sorted { one, other in
            if one.start.isMoment != other.start.isMoment { return other.start.isMoment }
            if !one.start.follows(other.start) { return true }
            // Of those that begin together the shortest is the first, so that the result is the same in any order.
            return other.start.follows(one.start) && !one.end.follows(other.end)
        }
        var (count, first, end) = (0, OrderedValue?.none, OrderedValue?.none)
        for interval in sorted {
            guard let last = end, last.isMoment == interval.start.isMoment else {
                end = interval.end
                continue
            }
            if !interval.start.follows(last) {
                count += 1
                if first == nil { first = interval.start }
            }
            if interval.end.follows(last) { end = interval.end }
        }
        return MeasuredResult(value: ExactDecimal(count), first: first)
    }

    var stored: AnyValue {
        budget.isSpent ? .null : .list(intervals.map { .list([$0.start.stored, $0.end.stored]) })
    }

    func restore(_ value: AnyValue) -> Bool {
        if value == .null { budget.spend() }
        guard case .list(let parts) = value else { return value == .null }
        for part in parts {
            guard case .list(let ends) = part, ends.count == 2, let start = OrderedValue(stored: ends[0]),
                let end = OrderedValue(stored: ends[1])
            else { return false }
            add((start, end))
        }
        return true
    }
}

/// Counts the values that are less than the one before them: parts of a table are merged in its order.
final class OrderMeasure: Measure {
    private var count = 0
    private var ends: (first: OrderedValue, last: OrderedValue)?

    func add(_ value: MeasuredValue) {
        if let place = OrderedValue(value) { add((place, place)) }
    }

    private func add(_ later: (first: OrderedValue, last: OrderedValue)) {
        if let ends, !later.first.follows(ends.last) { count += 1 }
        ends = (ends?.first ?? later.first, later.last)
    }

    func merge(_ other: any Measure) {
        guard let other = other as? OrderMeasure, let later = other.ends else { return }
        add(later)
        count += other.count
    }

    func result(at quantile: Double) -> MeasuredResult { MeasuredResult(value: ExactDecimal(count)) }

    var stored: AnyValue {
        guard let ends else { return .null }
        return .list([.integer(Int64(count)), ends.first.stored, ends.last.stored])
    }

    func restore(_ value: AnyValue) -> Bool {
        if value == .null { return true }
        guard case .list(let parts) = value, parts.count == 3, case .integer(let count) = parts[0],
            (0..<1 << 53).contains(count), let first = OrderedValue(stored: parts[1]),
            let last = OrderedValue(stored: parts[2])
        else { return false }
        add((first, last))
        self.count += Int(count)
        return true
    }
}
