internal import ProvisoMessages

/// How values are spread: how often each category occurs, or how many numbers there are up to each number.
enum Distribution: Sendable {
    case categories([String: Int])
    case numbers(QuantileSketch)

    /// What its values are.
    enum Kind: String, Sendable {
        case categories, numbers

        /// The kind as the message about another one names it.
        var words: String { self == .categories ? "categories" : "numbers" }
    }

    var kind: Kind {
        switch self {
        case .categories: .categories
        case .numbers: .numbers
        }
    }

    /// The largest difference to the shares of an earlier one, from 0 to 1; it has no value if one of them has none.
    ///
    /// Categories are compared by the share of each, and numbers by the share of those up to each, which is the statistic
    /// of Kolmogorov and Smirnov.
    func drift(from earlier: Distribution) -> MeasuredResult {
        switch (self, earlier) {
        case (.categories(let own), .categories(let earlier)):
            var walk = ShareWalk(own.values.reduce(0, +), earlier.values.reduce(0, +))
            for name in Set(own.keys).union(earlier.keys).sorted() {
                walk.compare(own[name] ?? 0, earlier[name] ?? 0, at: .text(name))
            }
            return walk.result
        case (.numbers(let own), .numbers(let earlier)): return own.drift(from: earlier)
        default: return MeasuredResult()
        }
    }
}

/// Finds the largest difference between shares of two numbers of values; equal differences are those of the first one.
struct ShareWalk {
    private let own: Int
    private let earlier: Int
    /// The largest difference so far, times both numbers.
    private var largest: Int128 = -1
    private var place: ParameterValue?

    init(_ own: Int, _ earlier: Int) { (self.own, self.earlier) = (own, earlier) }

    /// Compares parts of both.
    mutating func compare(_ part: Int, _ other: Int, at place: @autoclosure () -> ParameterValue) {
        let difference = (Int128(part) * Int128(earlier) - Int128(other) * Int128(own)).magnitude
        guard Int128(difference) > largest else { return }
        (largest, self.place) = (Int128(difference), place())
    }

    var result: MeasuredResult {
        guard own > 0, earlier > 0 else { return MeasuredResult() }
        let value = ExactDecimal(max(largest, 0), scale: 0).divided(by: own).divided(by: earlier)
        return MeasuredResult(value: value, most: largest > 0 ? place : nil)
    }
}

/// Reads the shares that a rule has.
enum ShareReader {
    /// Integers in the same proportion; `nil` if they are not shares of values.
    static func counts(_ weights: [String: Number]) -> [String: Int]? {
        var counts: [String: Int] = [:]
        for (name, weight) in weights {
            guard weight >= 0, weight <= 1_000_000, let exact = ExactDecimal(weight.plainText),
                let count = Int((exact * ExactDecimal(1_000_000_000)).text)
            else { return nil }
            counts[name] = count
        }
        return counts.count <= CategoryMeasure.most && counts.values.contains { $0 > 0 } ? counts : nil
    }
}

/// A measure of how values are spread.
protocol DistributionMeasure: Measure {
    /// `nil` if there are more categories than are kept.
    var distribution: Distribution? { get }
}

/// Counts how often each category occurs.
final class CategoryMeasure: DistributionMeasure {
    /// The most categories of a rule, or of a group.
    static let most = 1_000
    /// The longest category in bytes of UTF-8.
    static let longest = 200

    private let budget: BlockBudget
    /// `nil` once there were too many.
    private var counts: [String: Int]? = [:]

    init(_ budget: BlockBudget) { self.budget = budget }

    var distribution: Distribution? { counts.map { .categories($0) } }

    var fault: String? {
        if counts != nil { return nil }
        return
            "there are more than \(Self.most) different values: add a 'number' rule if they are numbers, or measure an "
            + "attribute with fewer"
    }

    func add(_ value: MeasuredValue) {
        if case .category(let name) = value { add(name, 1) }
    }

    private func add(_ name: String, _ times: Int) {
        if counts == nil { return }
        if let known = counts?[name] {
            counts?[name] = known + times
        } else if counts?.count == Self.most || !budget.take() {
            overflow()
        } else {
            counts?[name] = times
        }
    }

    /// Forgets the categories, of which there are too many; what they cost does not depend on the order of the data.
    private func overflow() {
        for _ in (counts?.count ?? Self.most)..<Self.most { _ = budget.take() }
        counts = nil
    }

    func merge(_ other: any Measure) {
        guard let other = other as? CategoryMeasure else { return }
        if other.budget.isSpent { budget.spend() }
        guard let later = other.counts else { return overflow() }
        for (name, times) in later { add(name, times) }
    }

    func result(at quantile: Double) -> MeasuredResult { MeasuredResult() }

    var stored: AnyValue { counts.map(Self.stored) ?? .null }

    /// The categories in their order, each with its number.
    static func stored(_ counts: [String: Int]) -> AnyValue {
        .list(counts.sorted { $0.key < $1.key }.map { .list([.text($0.key), .integer(Int64($0.value))]) })
    }

    /// Reads `stored`; `nil` if it is anything else.
    static func counts(_ value: AnyValue) -> [String: Int]? {
        guard case .list(let items) = value, items.count <= most else { return nil }
        var (counts, total) = ([String: Int](), 0)
        for item in items {
            guard case .list(let parts) = item, parts.count == 2, case .text(let name) = parts[0],
                case .integer(let times) = parts[1], (0..<1 << 53).contains(times), counts[name] == nil
            else { return nil }
            counts[name] = Int(times)
            total += Int(times)
        }
        return total < 1 << 53 ? counts : nil
    }

    func restore(_ value: AnyValue) -> Bool {
        if value == .null {
            overflow()
            return true
        }
        guard let counts = Self.counts(value) else { return false }
        for (name, times) in counts { add(name, times) }
        return true
    }
}
