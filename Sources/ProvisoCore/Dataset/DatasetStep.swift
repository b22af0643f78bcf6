internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// A rule about all records whose names are resolved.
package final class DatasetStep: Sendable {
    package let rule: DatasetRule
    /// What the limits report as, in their order.
    let references: [RuleReference]
    /// The name of the rule in reports.
    package var id: String { references.first?.id ?? "" }
    /// The numbers of the attributes that it reads.
    package let reads: Set<Int>
    private let filter: [BoundCondition.Test]
    private let test: BoundCondition.Test?
    private let value: Source?
    private let until: Source?
    private let groups: [AttributeReference]
    /// The rule whose findings are counted.
    let fails: String?
    private let clock: ValidationClock
    private let age: DateShift?
    /// What `drift` measures.
    let spread: Distribution.Kind
    /// The shares that the rule itself compares with.
    let shares: Distribution?
    /// The test of `share` and `count` that also reads the row before.
    private let pair: RowPairTest?

    /// An attribute whose values are measured, and how they are read.
    struct Source {
        let attribute: AttributeInfo
        let reading: ValueReading?
    }

    /// What its names mean.
    struct Parts {
        var filter: [BoundCondition.Test] = []
        var test: BoundCondition.Test?
        var value: Source?
        var until: Source?
        var groups: [AttributeReference] = []
        var age: DateShift?
        var fails: String?
        var spread = Distribution.Kind.categories
        var shares: Distribution?
        var pair: RowPairTest?
    }

    init(_ rule: DatasetRule, _ references: [RuleReference], _ parts: Parts, reads: Set<Int>, clock: ValidationClock) {
        (self.rule, self.references, self.reads, self.clock) = (rule, references, reads, clock)
        (filter, test, value, until) = (parts.filter, parts.test, parts.value, parts.until)
        (groups, age, fails) = (parts.groups, parts.age, parts.fails)
        (spread, shares, pair) = (parts.spread, parts.shares, parts.pair)
    }

    /// The earliest moment of a value that is fresh enough.
    var earliest: Int64? { age?.moved(Moment(seconds: clock.now, nanoseconds: 0), in: .utc).seconds }

    /// The share of a quantile, which other measures do not have.
    var quantile: Double { rule.at ?? 0.5 }

    func makeMeasure(_ budget: BlockBudget) -> any Measure {
        if let pair { return RowPairMeasure(pair, isShare: rule.measure == .share) }
        return rule.measure.make(isGrouped: !groups.isEmpty, spread, budget)
    }

    /// What it collects, in words: rules with the same ones differ only in what they say of it; `nil` if there is a test.
    var collection: [String]? {
        guard rule.conditions.isEmpty, rule.test == nil else { return nil }
        return [rule.measure.rawValue, spread.rawValue, rule.of ?? "", rule.until ?? ""] + rule.by
    }

    /// The last moment that a value may have: some places have tomorrow's date already.
    var latest: Int64? { age == nil ? nil : clock.now + 86_400 }

    /// Adds a record to what was collected so far; `hasFailed` says whether a rule has found something in it.
    func add(_ context: inout ValidationContext, to figure: DatasetFigure, _ hasFailed: (String) -> Bool) {
        guard let entry = entry(of: &context, in: figure) else { return }
        switch rule.measure {
        case .rows: entry.measure.add(.counted(true))
        case .count, .share:
            if let fails { entry.measure.add(.counted(hasFailed(fails))) } else { count(&context, in: entry, figure) }
        case .overlaps: addInterval(of: context, in: entry)
        default:
            forEachValue(context) { value in
                if let measured = measured(value, context) {
                    entry.measure.add(measured)
                } else {
                    refuse(value, in: entry)
                }
            }
        }
    }

    /// Counts a record again in which the rule with `fails` has found something after all, or nothing.
    func correct(_ context: inout ValidationContext, in figure: DatasetFigure, hasFailed: Bool) {
        entry(of: &context, in: figure)?.measure.add(.corrected(hasFailed))
    }

    /// Where a record is measured; `nil` if it is not.
    private func entry(of context: inout ValidationContext, in figure: DatasetFigure) -> DatasetFigure.Entry? {
        for test in filter where !holds(test, &context, figure) { return nil }
        return groups.isEmpty ? figure.whole : group(context, in: figure)
    }

    private func count(_ context: inout ValidationContext, in entry: DatasetFigure.Entry, _ figure: DatasetFigure) {
        if let pair {
            let own = value.map { context.slots[$0.attribute.slot].value } ?? .absent
            entry.measure.add(.row(pair.kept(own, context), context.record.locale))
        } else if let test {
            entry.measure.add(.counted(holds(test, &context, figure)))
        } else if rule.measure == .share || rule.test != nil {
            var isPresent = false
            forEachValue(context) { _ in isPresent = true }
            if case .absent? = rule.test { isPresent.toggle() }
            entry.measure.add(.counted(isPresent))
        } else {
            forEachValue(context) { _ in entry.measure.add(.counted(true)) }
        }
    }

    private func holds(
        _ test: BoundCondition.Test, _ context: inout ValidationContext, _ figure: DatasetFigure
    ) -> Bool {
        let holds = context.evaluating { test.holds(&$0) }
        guard let fault = context.violations.first else { return holds }
        context.violations.removeAll(keepingCapacity: true)
        var reason = "a condition could not be evaluated"
        if case .text(let text)? = fault.parameters.list.first(where: { $0.name == "reason" })?.value { reason = text }
        figure.whole.fail(reason)
        return false
    }

    /// Notes a value that cannot be measured.
    private func refuse(_ value: borrowing Value, in entry: DatasetFigure.Entry) {
        let subject =
            rule.measure == .drift && spread == .categories
            ? "a value of at most \(CategoryMeasure.longest) bytes" : rule.measure.subject
        entry.fail("\(Self.shown(value)) is not \(subject)")
    }

    /// Adds the interval of a record that has both ends.
    private func addInterval(of context: borrowing ValidationContext, in entry: DatasetFigure.Entry) {
        guard let value, let until else { return }
        let start = unsafe Value(unsafe: context.slots[value.attribute.slot].value)
        let end = unsafe Value(unsafe: context.slots[until.attribute.slot].value)
        if start.isEmpty || end.isEmpty { return }
        guard let begin = ordered(start, value, context).flatMap({ OrderedValue($0) }) else {
            return refuse(start, in: entry)
        }
        guard let finish = ordered(end, until, context).flatMap({ OrderedValue($0) }) else {
            return refuse(end, in: entry)
        }
        guard finish.follows(begin) else {
            return entry.fail("\(Self.shown(end)) is not after \(Self.shown(start))")
        }
        entry.measure.add(.interval(begin, finish))
    }

    /// Calls `body` for each value that is not empty.
    private func forEachValue(_ context: borrowing ValidationContext, _ body: (borrowing Value) -> Void) {
        guard let value = value?.attribute else { return }
        if value.tail.isEmpty {
            let found = unsafe Value(unsafe: context.slots[value.slot].value)
            if !found.isEmpty { body(found) }
            return
        }
        context.record.forEachNode(of: value) { node in
            let found = unsafe Value(unsafe: node.pointee.value)
            if !found.isEmpty { body(found) }
        }
    }

    private func measured(_ value: borrowing Value, _ context: borrowing ValidationContext) -> MeasuredValue? {
        guard let source = self.value else { return nil }
        switch rule.measure {
        case .distinct: return .hash(StableHash.hash(value))
        case .freshest: return moment(value, source, context).map { .moment($0) }
        case .missingDays:
            return moment(value, source, context).map { .whole(Int64(ExprTime.divided($0.seconds).day)) }
        case .gaps: return number(value, source, context)?.whole.map { .whole($0) }
        case .unsorted: return ordered(value, source, context)
        case .drift where spread == .categories:
            return Self.text(value).flatMap { $0.utf8.count <= CategoryMeasure.longest ? .category($0) : nil }
        default: return number(value, source, context).map { .number($0) }
        }
    }

    private func ordered(
        _ value: borrowing Value, _ source: Source, _ context: borrowing ValidationContext
    ) -> MeasuredValue? {
        if let number = number(value, source, context) { return .number(number) }
        return moment(value, source, context).map { .moment($0) }
    }

    private func moment(
        _ value: borrowing Value, _ source: Source, _ context: borrowing ValidationContext
    ) -> Moment? {
        guard let text = value.text else { return nil }
        if case .moment(let seconds, let nanoseconds)? = source.reading?.found(value, context.record.locale) {
            return Moment(seconds: seconds, nanoseconds: nanoseconds)
        }
        return ISOReader.moment(text.buffer)
    }

    private func number(
        _ value: borrowing Value, _ source: Source, _ context: borrowing ValidationContext
    ) -> MeasuredNumber? {
        // A rule may read numbers in the format of a locale.
        guard let reading = source.reading, reading.isOwn else { return MeasuredNumber(value) }
        guard case .number(let number)? = reading.found(value, context.record.locale) else { return nil }
        return MeasuredNumber(number)
    }

    private static func shown(_ value: borrowing Value) -> String {
        var writer = JSONWriter()
        writer.value(ParameterValue(shown: value.raw))
        let text = writer.text
        return text.utf8.count <= 80 ? text : text.prefix(60) + "…"
    }

    /// The group that a record belongs to; `nil` if there are too many.
    private func group(_ context: borrowing ValidationContext, in figure: DatasetFigure) -> DatasetFigure.Entry? {
        if figure.isCrowded { return nil }
        if groups.count == 1 { return figure.entry(of: [text(groups[0], context)]) }
        return figure.entry(of: groups.map { text($0, context) })
    }

    /// A value of `by` as text; `nil` if there is none.
    private func text(_ reference: AttributeReference, _ context: borrowing ValidationContext) -> String? {
        Self.text(context.value(of: reference))
    }

    /// A value as text, the same for a number and for the text that spells it; `nil` if it is empty.
    private static func text(_ value: borrowing Value) -> String? {
        if value.isEmpty { return nil }
        if let text = value.text { return text.string }
        if let number = MeasuredNumber(value) { return number.decimal.text }
        var writer = JSONWriter()
        writer.value(AnyValue(value))
        return writer.text
    }
}

extension DatasetRule.Measure {
    /// What its values must be.
    fileprivate var subject: String {
        switch self {
        case .freshest, .missingDays: "a date or time"
        case .gaps: "an integer"
        case .unsorted, .overlaps: "a number, date or time"
        default: "a number"
        }
    }
}

/// What was collected for one rule: one figure, or one for each group.
final class DatasetFigure {
    /// The most groups of a rule.
    static let mostGroups = 10_000

    /// A measure, and what it could not measure.
    final class Entry {
        /// The values that make the group.
        let group: [String?]
        let measure: any Measure
        private(set) var failures = 0
        /// Why the first value could not be measured.
        private(set) var reason = ""

        init(_ group: [String?], _ measure: any Measure) { (self.group, self.measure) = (group, measure) }

        func fail(_ reason: String, times: Int = 1) {
            if failures == 0 { self.reason = reason }
            failures += times
        }

        /// Adds what a later part of the table has.
        func merge(_ later: Entry) {
            measure.merge(later.measure)
            if later.failures > 0 { fail(later.reason, times: later.failures) }
        }
    }

    let step: DatasetStep
    /// The figure without groups; for one with groups it has only the faults of conditions.
    private(set) var whole: Entry
    private var groups: [[String?]: Entry] = [:]
    /// Whether there were more groups than are kept: then none is.
    private(set) var isCrowded = false
    private let budget = BlockBudget()
    /// Whether the integers need more memory than a rule may have.
    var isOverfull: Bool { budget.isSpent }
    /// The group of the last record: the next one is often of the same.
    private var last: Entry?

    init(_ step: DatasetStep) {
        self.step = step
        whole = Entry([], step.makeMeasure(budget))
    }

    func entry(of group: [String?]) -> Entry? {
        if let last, last.group == group { return last }
        if let known = groups[group] {
            last = known
            return known
        }
        if groups.count == Self.mostGroups {
            crowd()
            return nil
        }
        let made = Entry(group, step.makeMeasure(budget))
        groups[group] = made
        last = made
        return made
    }

    private func crowd() {
        (isCrowded, groups, last) = (true, [:], nil)
    }

    func merge(_ later: DatasetFigure) {
        whole.merge(later.whole)
        if later.isCrowded { crowd() }
        for (group, entry) in later.groups where !isCrowded { self.entry(of: group)?.merge(entry) }
    }

    /// The groups in the order of their values, those without a value first.
    var sortedGroups: [Entry] {
        groups.values.sorted { one, other in
            for (left, right) in zip(one.group, other.group) where left != right {
                guard var left, var right else { return left == nil }
                return left.withUTF8 { own in right.withUTF8 { BorrowedText.order(own, $0) } } < 0
            }
            return false
        }
    }

    // MARK: checkpoints

    var stored: AnyValue {
        func stored(_ entry: Entry) -> AnyValue {
            .list([
                .list(entry.group.map { $0.map { .text($0) } ?? .null }), entry.measure.stored,
                .integer(Int64(entry.failures)), .text(entry.reason),
            ])
        }
        return .list([.boolean(isCrowded), stored(whole), .list(sortedGroups.map(stored))])
    }

    /// Reads `stored` into an empty figure; false if it is anything else.
    func restore(_ value: AnyValue) -> Bool {
        guard case .list(let parts) = value, parts.count == 3, case .boolean(let isCrowded) = parts[0],
            case .list(let groups) = parts[2], restore(parts[1], into: whole)
        else { return false }
        if isCrowded { crowd() }
        for group in groups {
            guard case .list(let parts) = group, case .list(let values)? = parts.first else { return false }
            let names = values.map { value -> String? in if case .text(let text) = value { text } else { nil } }
            guard let entry = entry(of: names), restore(group, into: entry) else { return false }
        }
        return true
    }

    private func restore(_ value: AnyValue, into entry: Entry) -> Bool {
        guard case .list(let parts) = value, parts.count == 4, case .integer(let failures) = parts[2],
            case .text(let reason) = parts[3], (0..<1 << 53).contains(failures)
        else { return false }
        if failures > 0 { entry.fail(reason, times: Int(failures)) }
        return entry.measure.restore(parts[1])
    }
}
