internal import ProvisoMessages

/// What a measure gets of a record or of a value.
enum MeasuredValue {
    /// A record or value that is counted, and whether it is one that counts.
    case counted(Bool)
    /// A record that was counted otherwise, and whether it is one that counts.
    case corrected(Bool)
    case number(MeasuredNumber)
    /// The hash of a value.
    case hash(UInt64)
    case moment(Moment)
    /// An integer, or the number of a day.
    case whole(Int64)
    /// A value as text, of which there are few different ones.
    case category(String)
    /// What is compared of a row with the one before and the one after it, and the locale of the run.
    case row(KeptRow, String?)
    case interval(OrderedValue, OrderedValue)
}

/// What a measure has found.
struct MeasuredResult {
    /// `nil` if there was nothing to measure.
    var value: ExactDecimal?
    /// The relative error that the value may have; `nil` if it is exact.
    var precision: Double?
    /// The first number or day that is missing.
    var missing: Int64?
    /// The beginning of the first interval that overlaps another one.
    var first: OrderedValue?
    /// Where the drift is largest: a category, or a number.
    var most: ParameterValue?
}

extension MeasuredResult {
    /// The number of records or values that were counted, or their share of all.
    init(counted: Int, of all: Int, isShare: Bool) {
        // No record is wrong where there is none.
        let number = ExactDecimal(counted)
        self.init(value: !isShare ? number : all == 0 ? .zero : number.divided(by: all))
    }
}

/// Collects one figure of a table: records are added, and parts of a table are merged, both in the order of the table.
///
/// What it holds must not depend on where the parts begin, so that a run finds the same on any number of threads.
protocol Measure: AnyObject {
    func add(_ value: MeasuredValue)
    /// Adds what another measure of the same kind has collected.
    func merge(_ other: any Measure)
    /// What was found; a quantile is that of a share of the numbers, which all others ignore.
    func result(at quantile: Double) -> MeasuredResult
    /// Why there is no figure, if something could not be measured.
    var fault: String? { get }
    /// Where the values of most records go without a call of `add`.
    var target: QuickTarget { get }
    /// What it has collected, as data for a checkpoint.
    var stored: AnyValue { get }
    /// Adds `stored` of another measure; false if it is anything else.
    func restore(_ value: AnyValue) -> Bool
}

extension Measure {
    var fault: String? { nil }
    var target: QuickTarget { .none }
}

extension DatasetRule.Measure {
    /// An empty measure; one of many groups is exact for fewer values.
    func make(isGrouped: Bool, _ spread: Distribution.Kind, _ budget: BlockBudget) -> any Measure {
        switch self {
        case .rows, .count: CountMeasure(isShare: false)
        case .share: CountMeasure(isShare: true)
        case .distinct: DistinctMeasure(isGrouped: isGrouped)
        case .min, .max: ExtremeMeasure(isGreatest: self == .max)
        case .freshest: ExtremeMeasure(isGreatest: true)
        case .sum, .mean, .deviation: SumMeasure(self)
        case .quantile: QuantileMeasure(isGrouped: isGrouped)
        case .gaps, .missingDays: GapMeasure(budget)
        case .unsorted: OrderMeasure()
        case .overlaps: OverlapMeasure(budget)
        case .drift: spread == .numbers ? QuantileMeasure(isGrouped: isGrouped) : CategoryMeasure(budget)
        }
    }
}

/// Counts records or values, or their share of all.
final class CountMeasure: Measure {
    private let isShare: Bool
    private var counted = 0
    private var all = 0

    init(isShare: Bool) { self.isShare = isShare }

    func add(_ value: MeasuredValue) {
        if case .corrected(let counts) = value {
            counted += counts ? 1 : -1
            return
        }
        if case .counted(let counts) = value { add(counts) }
    }

    func add(_ counts: Bool) {
        all += 1
        if counts { counted += 1 }
    }

    var target: QuickTarget { .count(.passUnretained(self)) }

    func merge(_ other: any Measure) {
        guard let other = other as? CountMeasure else { return }
        counted += other.counted
        all += other.all
    }

    func result(at quantile: Double) -> MeasuredResult {
        MeasuredResult(counted: counted, of: all, isShare: isShare)
    }

    var stored: AnyValue { .list([.integer(Int64(counted)), .integer(Int64(all))]) }

    func restore(_ value: AnyValue) -> Bool {
        guard case .list(let parts) = value, parts.count == 2, case .integer(let counted) = parts[0],
            case .integer(let all) = parts[1], (0...all).contains(counted), all < 1 << 53
        else { return false }
        self.counted += Int(counted)
        self.all += Int(all)
        return true
    }
}

/// Counts different values.
final class DistinctMeasure: Measure {
    private var sketch: DistinctSketch

    init(isGrouped: Bool) {
        sketch = isGrouped ? DistinctSketch(bits: 10, mostExact: 1_000) : DistinctSketch(bits: 14, mostExact: 100_000)
    }

    func add(_ value: MeasuredValue) {
        if case .hash(let hash) = value { add(hash) }
    }

    func add(_ hash: UInt64) { sketch.add(hash) }

    var target: QuickTarget { .distinct(.passUnretained(self)) }

    func merge(_ other: any Measure) {
        if let other = other as? DistinctMeasure { sketch.merge(other.sketch) }
    }

    func result(at quantile: Double) -> MeasuredResult {
        MeasuredResult(value: ExactDecimal(sketch.count), precision: sketch.isExact ? nil : sketch.precision)
    }

    var stored: AnyValue { sketch.stored }
    func restore(_ value: AnyValue) -> Bool { sketch.restore(value) }
}

/// Finds the minimum or the maximum, or the last moment.
final class ExtremeMeasure: Measure {
    private let isGreatest: Bool
    private var short: ShortNumber?
    private var long: ExactDecimal?

    init(isGreatest: Bool) { self.isGreatest = isGreatest }

    private var found: ExactDecimal? {
        guard let short = short?.decimal, let long else { return short?.decimal ?? long }
        return isMore(short.order(to: long)) ? short : long
    }

    /// Whether a number with this order to another one is nearer to the end that is wanted.
    private func isMore(_ order: Int) -> Bool { isGreatest ? order > 0 : order < 0 }

    func add(_ value: MeasuredValue) {
        switch value {
        case .number(.short(let number)): add(number)
        case .number(.long(let number)): add(number)
        case .moment(let moment): add(ShortNumber(digits: moment.seconds, scale: 0))
        case .counted, .corrected, .hash, .whole, .category, .row, .interval: return
        }
    }

    func add(_ number: ShortNumber) {
        if short.map({ isMore(number.order(to: $0)) }) ?? true { short = number }
    }

    private func add(_ number: ExactDecimal) {
        if long.map({ isMore(number.order(to: $0)) }) ?? true { long = number }
    }

    var target: QuickTarget { .extreme(.passUnretained(self)) }

    func merge(_ other: any Measure) {
        guard let other = other as? ExtremeMeasure else { return }
        if let number = other.short { add(number) }
        if let number = other.long { add(number) }
    }

    func result(at quantile: Double) -> MeasuredResult { MeasuredResult(value: found) }

    var stored: AnyValue { found.map { .text($0.text) } ?? .null }

    func restore(_ value: AnyValue) -> Bool {
        if value == .null { return true }
        guard case .text(let text) = value, let number = ExactDecimal(text) else { return false }
        add(number)
        return true
    }
}

/// Adds numbers up, for their sum, mean or standard deviation.
final class SumMeasure: Measure {
    private let kind: DatasetRule.Measure
    private var count = 0
    private var sum: ExactSum
    /// How many digits the last number had after the point: the next one mostly has as many.
    private(set) var scale = 0

    init(_ kind: DatasetRule.Measure) {
        self.kind = kind
        sum = ExactSum(withSquares: kind == .deviation)
    }

    func add(_ value: MeasuredValue) {
        guard case .number(let number) = value else { return }
        count += 1
        sum.add(number)
    }

    func add(_ number: ShortNumber) {
        count += 1
        scale = number.scale
        sum.add(number)
    }

    var target: QuickTarget { .sum(.passUnretained(self)) }

    func merge(_ other: any Measure) {
        guard let other = other as? SumMeasure else { return }
        count += other.count
        sum.merge(other.sum)
    }

    func result(at quantile: Double) -> MeasuredResult {
        switch kind {
        case .mean: MeasuredResult(value: mean)
        case .deviation: MeasuredResult(value: deviation)
        default: MeasuredResult(value: sum.sum)
        }
    }

    private var mean: ExactDecimal? { count > 0 ? sum.sum.divided(by: count) : nil }

    var fault: String? {
        let isBeyond = kind == .mean && !(mean?.double.isFinite ?? true)
        return isBeyond ? "the mean is beyond the range of numbers, which ends at 1.8e308" : nil
    }

    /// The deviation of a sample, as SQL and pandas have it.
    private var deviation: ExactDecimal? {
        guard count > 1 else { return nil }
        let total = sum.sum
        let variance = (ExactDecimal(count) * sum.sumOfSquares - total * total).divided(by: count).divided(
            by: count - 1)
        return ExactDecimal("\(variance.double.squareRoot())")
    }

    var stored: AnyValue {
        .list([.integer(Int64(count)), .text(sum.sum.text), .text(sum.sumOfSquares.text)])
    }

    func restore(_ value: AnyValue) -> Bool {
        guard case .list(let parts) = value, parts.count == 3, case .integer(let count) = parts[0],
            case .text(let text) = parts[1], case .text(let squares) = parts[2], (0..<1 << 53).contains(count),
            let total = ExactDecimal(text, most: ExactSum.mostDigits),
            let squared = ExactDecimal(squares, most: ExactSum.mostDigits)
        else { return false }
        self.count += Int(count)
        sum.add(sum: total, squares: squared)
        return true
    }
}

/// Finds the numbers below which shares of the numbers are.
private final class QuantileMeasure: DistributionMeasure {
    private var sketch: QuantileSketch { didSet { sorted = nil } }
    /// The numbers in their order, for all quantiles that are needed.
    private var sorted: QuantileSketch.Sorted?

    init(isGrouped: Bool) {
        sketch = QuantileSketch(isGrouped: isGrouped)
    }

    var distribution: Distribution? { .numbers(sketch) }

    func add(_ value: MeasuredValue) {
        if case .number(let number) = value { sketch.add(number.double) }
    }

    func merge(_ other: any Measure) {
        if let other = other as? QuantileMeasure { sketch.merge(other.sketch) }
    }

    func result(at quantile: Double) -> MeasuredResult {
        let sorted = sorted ?? sketch.sorted
        self.sorted = sorted
        return MeasuredResult(
            value: sorted.quantile(quantile).flatMap { ExactDecimal("\($0)") },
            precision: sketch.isExact ? nil : sketch.precision)
    }

    var stored: AnyValue { sketch.stored }
    func restore(_ value: AnyValue) -> Bool { sketch.restore(value) }
}
