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
    package let fails: String?
    private let clock: ValidationClock
    private let age: DateShift?
    /// What `drift` measures.
    let spread: Distribution.Kind
    /// The shares that the rule itself compares with.
    let shares: Distribution?
    /// The test of `share` and `count` that also reads the row before.
    private let pair: RowPairTest?
    /// How most records are measured.
    let quick: QuickReading
    /// The conditions, in that form.
    private let quickFilter: [QuickReading]
    /// The slots of the values that make groups, in that form.
    let quickGroups: [Int]

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
        /// The test and the conditions in the form for most records.
        var quickTest = QuickReading.none
        var quickFilter: [QuickReading] = []
    }

    init(_ rule: DatasetRule, _ references: [RuleReference], _ parts: Parts, reads: Set<Int>, clock: ValidationClock) {
        (self.rule, self.references, self.reads, self.clock) = (rule, references, reads, clock)
        (filter, test, value, until) = (parts.filter, parts.test, parts.value, parts.until)
        (groups, age, fails) = (parts.groups, parts.age, parts.fails)
        (spread, shares, pair) = (parts.spread, parts.shares, parts.pair)
        quick = Self.quick(rule, parts)
        quickFilter = parts.quickFilter
        quickGroups = parts.groups.compactMap(\.fixedSlot)
    }

    /// What of most records is measured, if that takes only a look at slots.
    private static func quick(_ rule: DatasetRule, _ parts: Parts) -> QuickReading {
        guard parts.pair == nil, parts.quickFilter.allSatisfy(\.isSome),
            parts.groups.allSatisfy({ $0.fixedSlot != nil })
        else { return .none }
        if rule.measure == .rows { return .record }
        if parts.fails != nil { return .failure }
        if parts.test != nil { return parts.quickTest }
        guard let source = parts.value, source.attribute.tail.isEmpty else { return .none }
        let slot = source.attribute.slot
        switch rule.measure {
        case .share, .count:
            guard let test = rule.test else { return .value(slot: slot) }
            if case .absent = test { return .presence(slot: slot, counts: false) }
            return .presence(slot: slot, counts: true)
        case .distinct: return .hash(slot: slot)
        case .freshest: return source.reading == nil ? .moment(slot: slot) : .none
        case .min, .max, .sum, .mean, .deviation:
            return source.reading?.isOwn ?? false ? .none : .number(slot: slot)
        default: return .none
        }
    }

    /// Whether most records are measured only if an expression holds.
    var hasQuickFilter: Bool { !quickFilter.isEmpty }

    /// Whether all conditions hold; `nil` if that is not certain at a look.
    func passes(_ slots: UnsafeMutablePointer<prv_node>) -> Bool? {
        for index in quickFilter.indices {
            guard let holds = quickFilter[index].holds(slots) else { return nil }
            if !holds { return false }
        }
        return true
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
        case .rows: entry.add(.counted(true))
        case .count, .share:
            if let fails { entry.add(.counted(hasFailed(fails))) } else { count(&context, in: entry, figure) }
        case .overlaps: addInterval(of: context, in: entry)
        default:
            forEachValue(context) { value in
                if let measured = measured(value, context) {
                    entry.add(measured)
                } else {
                    refuse(value, in: entry)
                }
            }
        }
    }

    /// Counts a record again in which the rule with `fails` has found something after all, or nothing.
    func correct(_ context: inout ValidationContext, in figure: DatasetFigure, hasFailed: Bool) {
        entry(of: &context, in: figure)?.add(.corrected(hasFailed))
    }

    /// Where a record is measured; `nil` if it is not.
    private func entry(of context: inout ValidationContext, in figure: DatasetFigure) -> DatasetFigure.Entry? {
        for test in filter where !holds(test, &context, figure) { return nil }
        return groups.isEmpty ? figure.whole : group(context, in: figure)
    }

    private func count(_ context: inout ValidationContext, in entry: DatasetFigure.Entry, _ figure: DatasetFigure) {
        if let pair {
            let own = value.map { context.slots[$0.attribute.slot].value } ?? .absent
            entry.add(.row(pair.kept(own, context), context.record.locale))
        } else if let test {
            entry.add(.counted(holds(test, &context, figure)))
        } else if rule.measure == .share || rule.test != nil {
            var isPresent = false
            forEachValue(context) { _ in isPresent = true }
            if case .absent? = rule.test { isPresent.toggle() }
            entry.add(.counted(isPresent))
        } else {
            forEachValue(context) { _ in entry.add(.counted(true)) }
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
        if entry.failures > 0 { return entry.fail("") }
        if rule.measure == .drift, spread == .categories {
            return entry.fail("\(Self.shown(value)) is not a value of at most \(CategoryMeasure.longest) bytes")
        }
        if rule.measure == .gaps, let number = MeasuredNumber(value),
            !number.decimal.text.utf8.contains(UInt8(ascii: "."))
        {
            return entry.fail("\(Self.shown(value)) is not an integer of 64 bits")
        }
        var isNumber = value.kind == .decimal
        if let text = value.text { isNumber = NumericText(text.string) != nil }
        entry.fail(
            isNumber && rule.measure.takesNumbers
                ? "\(Self.shown(value)) has more than \(ExactDecimal.mostDigits) digits, which are too many to be measured"
                : "\(Self.shown(value)) is not \(rule.measure.subject)")
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
        entry.add(.interval(begin, finish))
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
        writer.value(AnyValue(value))
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
    /// Whether its values may be numbers with any digits.
    fileprivate var takesNumbers: Bool { ![.freshest, .missingDays, .gaps].contains(self) }

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
