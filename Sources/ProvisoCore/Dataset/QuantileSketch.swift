internal import CLibrary
internal import ProvisoMessages

/// The distribution of numbers: exact for few different ones, and within a relative error for more.
///
/// With many numbers it counts them in classes whose width grows with the number (DDSketch, Masson and others, 2019).
/// What it holds depends on the numbers alone, and not on their order or on how they were merged.
struct QuantileSketch: Sendable {
    /// The relative error of a quantile, if it is not exact.
    let precision: Double
    private let mostExact: Int
    private let logGamma: Double
    /// How often each number occurred; empty once there are classes.
    private var counts: [Double: Int] = [:]
    private var classes: [Key: Int] = [:]
    private(set) var count = 0
    private(set) var isExact = true

    /// A class of numbers with one sign: those near gamma to the power of the number; `nil` for zero.
    private struct Key: Hashable, Comparable {
        let sign: Int
        let power: Int

        static func < (one: Key, other: Key) -> Bool {
            if one.sign != other.sign { return one.sign < other.sign }
            return one.sign < 0 ? one.power > other.power : one.power < other.power
        }
    }

    init(precision: Double, mostExact: Int) {
        (self.precision, self.mostExact) = (precision, mostExact)
        logGamma = log((1 + precision) / (1 - precision))
    }

    /// The sketch of a rule, or of one of many groups, which is exact for fewer numbers.
    init(isGrouped: Bool) {
        self.init(precision: isGrouped ? 0.01 : 0.001, mostExact: isGrouped ? 1_000 : 10_000)
    }

    mutating func add(_ number: Double, times: Int = 1) {
        // A number beyond the range of doubles is near its end.
        let most = Double.greatestFiniteMagnitude
        let number = Swift.min(Swift.max(number, -most), most)
        count += times
        guard isExact else { return classes[key(of: number), default: 0] += times }
        counts[number, default: 0] += times
        if counts.count > mostExact { classify() }
    }

    private mutating func classify() {
        isExact = false
        for (number, times) in counts { classes[key(of: number), default: 0] += times }
        counts = [:]
    }

    private func key(of number: Double) -> Key {
        // A number so small is zero for all that a share of it could say.
        guard number.magnitude >= .leastNormalMagnitude else { return Key(sign: 0, power: 0) }
        return Key(sign: number < 0 ? -1 : 1, power: Int((log(number.magnitude) / logGamma).rounded(.up)))
    }

    private func number(of key: Key) -> Double {
        let most = Swift.min(exp(Double(key.power) * logGamma), .greatestFiniteMagnitude)
        return key.sign == 0 ? 0 : Double(key.sign) * most * (1 - precision)
    }

    mutating func merge(_ other: QuantileSketch) {
        if !other.isExact, isExact { classify() }
        for (number, times) in other.counts { add(number, times: times) }
        for (key, times) in other.classes {
            classes[key, default: 0] += times
            count += times
        }
    }

    /// The numbers in their order, in which quantiles are found.
    struct Sorted {
        fileprivate var numbers: [Double] = []
        /// For each of the numbers how many there are up to it.
        fileprivate var ends: [Int] = []
        fileprivate mutating func append(_ number: Double, times: Int) {
            numbers.append(number)
            ends.append((ends.last ?? 0) + times)
        }

        /// The number below which a share of the numbers is; between two numbers it is interpolated, as pandas does.
        func quantile(_ share: Double) -> Double? {
            guard let count = ends.last else { return nil }
            let rank = share * Double(count - 1)
            let (low, high) = (number(at: Int(rank)), number(at: Int(rank.rounded(.up))))
            let part = rank - rank.rounded(.down)
            // The distance of two numbers may be beyond the range of doubles.
            return (high - low).isFinite ? low + (high - low) * part : low * (1 - part) + high * part
        }

        /// A number by its place in the order; `nil` after the last one.
        fileprivate func number(_ place: Int) -> Double? { place < numbers.count ? numbers[place] : nil }

        /// How many numbers there are before a place.
        fileprivate func count(before place: Int) -> Int { place == 0 ? 0 : ends[place - 1] }

        private func number(at rank: Int) -> Double {
            var (low, high) = (0, numbers.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] <= rank { low = middle + 1 } else { high = middle }
            }
            return numbers[low]
        }
    }

    var sorted: Sorted {
        var sorted = Sorted()
        for (number, times) in counts.sorted(by: { $0.key < $1.key }) { sorted.append(number, times: times) }
        for (key, times) in classes.sorted(by: { $0.key < $1.key }) { sorted.append(number(of: key), times: times) }
        return sorted
    }

    /// The largest difference between the shares of the numbers up to a number; see `Distribution`.
    ///
    /// If one of both has classes, numbers in one class are the same.
    func drift(from earlier: QuantileSketch) -> MeasuredResult {
        var (one, other) = (self, earlier)
        if one.isExact != other.isExact {
            if one.isExact { one.classify() } else { other.classify() }
        }
        let (own, old) = (one.sorted, other.sorted)
        var (walk, place, oldPlace) = (ShareWalk(one.count, other.count), 0, 0)
        while place < own.numbers.count || oldPlace < old.numbers.count {
            let next = [own.number(place), old.number(oldPlace)].compactMap(\.self).min() ?? 0
            if own.number(place) == next { place += 1 }
            if old.number(oldPlace) == next { oldPlace += 1 }
            walk.compare(own.count(before: place), old.count(before: oldPlace), at: .number(next))
        }
        var result = walk.result
        if !one.isExact { result.precision = precision }
        return result
    }

    /// The counts as data: pairs of a number and its count, or of a sign, a power and a count.
    var stored: AnyValue {
        isExact
            ? .list(counts.sorted { $0.key < $1.key }.map { .list([.text("\($0.key)"), .integer(Int64($0.value))]) })
            : .list(
                classes.sorted { $0.key < $1.key }.map {
                    .list([.integer(Int64($0.key.sign)), .integer(Int64($0.key.power)), .integer(Int64($0.value))])
                })
    }

    /// Reads `stored` into an empty sketch; false if it is anything else.
    mutating func restore(_ value: AnyValue) -> Bool {
        guard case .list(let items) = value else { return false }
        for item in items {
            guard case .list(let parts) = item, case .integer(let times)? = parts.last, (1..<1 << 53).contains(times),
                count < 1 << 53
            else { return false }
            if parts.count == 2, case .text(let text) = parts[0], let number = Double(text), isExact {
                add(number, times: Int(times))
            } else if parts.count == 3, case .integer(let sign) = parts[0], case .integer(let power) = parts[1],
                (-1...1).contains(sign), power.magnitude < 1 << 40
            {
                isExact = false
                classes[Key(sign: Int(sign), power: Int(power)), default: 0] += Int(times)
                count += Int(times)
            } else {
                return false
            }
        }
        return true
    }
}
