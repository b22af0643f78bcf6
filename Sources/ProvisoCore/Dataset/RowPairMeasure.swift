internal import ProvisoABI
internal import ProvisoMessages

/// A test of a row and of the one before it.
final class RowPairTest: Sendable {
    private let expression: BoundExpression
    /// What is read in the row before.
    let attributes: [AttributeReference]

    init(_ expression: BoundExpression, _ attributes: [AttributeReference]) {
        (self.expression, self.attributes) = (expression, attributes)
    }

    /// How many values of its own row it reads, at most.
    var inputs: Int { expression.sources.count }

    /// What is kept of a row until the next one of its group comes.
    func kept(_ value: proviso_value, _ context: borrowing ValidationContext) -> KeptRow {
        expression.kept(value, context, attributes)
    }

    /// Whether the expression holds, or why it has no value.
    func holds(_ row: KeptRow, after before: [AnyValue?]?, _ locale: String?) -> Result<Bool, ExprError> {
        expression.holds(row, after: before, locale: locale)
    }
}

/// Counts the rows for which a test of them and of the row before holds, in the order of the table.
final class RowPairMeasure: Measure {
    private let test: RowPairTest
    private let isShare: Bool
    /// The rows but the first one for which the test holds.
    private var counted = 0
    private var all = 0
    private var first: KeptRow?
    private var last: [AnyValue?] = []
    private var locale: String?
    private(set) var fault: String?

    init(_ test: RowPairTest, isShare: Bool) { (self.test, self.isShare) = (test, isShare) }

    func add(_ value: MeasuredValue) {
        guard case .row(let row, let locale) = value else { return }
        self.locale = locale
        if row.isLong {
            fault = fault ?? "a value that is compared with the row before has more than \(KeptRow.mostBytes) bytes"
            return
        }
        add(first: row, last: row.forNext, 1)
    }

    private func add(first row: KeptRow, last: [AnyValue?], _ rows: Int) {
        if first == nil { first = row } else if holds(row, after: self.last) { counted += 1 }
        self.last = last
        all += rows
    }

    private func holds(_ row: KeptRow, after before: [AnyValue?]?) -> Bool {
        switch test.holds(row, after: before, locale) {
        case .success(let holds): return holds
        case .failure(let error):
            fault = fault ?? error.reason
            return false
        }
    }

    func merge(_ other: any Measure) {
        guard let other = other as? RowPairMeasure else { return }
        locale = locale ?? other.locale
        if let first = other.first { add(first: first, last: other.last, other.all) }
        counted += other.counted
        fault = fault ?? other.fault
    }

    func result(at quantile: Double) -> MeasuredResult {
        let counted = counted + (first.map { holds($0, after: nil) } ?? false ? 1 : 0)
        return MeasuredResult(counted: counted, of: all, isShare: isShare)
    }

    // MARK: checkpoints

    var stored: AnyValue {
        .list([
            .integer(Int64(counted)), .integer(Int64(all)), first.map { Self.stored($0.own) } ?? .null,
            Self.stored(first?.forNext ?? []), Self.stored(last), locale.map { .text($0) } ?? .null,
            fault.map { .text($0) } ?? .null,
        ])
    }

    private static func stored(_ values: [AnyValue?]) -> AnyValue {
        .list(values.map { .list($0.map { [$0] } ?? []) })
    }

    private static func values(_ value: AnyValue) -> [AnyValue?]? {
        guard case .list(let items) = value else { return nil }
        var values: [AnyValue?] = []
        for item in items {
            guard case .list(let parts) = item, parts.count <= 1 else { return nil }
            values.append(parts.first)
        }
        return values
    }

    func restore(_ value: AnyValue) -> Bool {
        guard case .list(let parts) = value, parts.count == 7, case .integer(let counted) = parts[0],
            case .integer(let all) = parts[1], (0...all).contains(counted), all < 1 << 53,
            let forNext = Self.values(parts[3]), let last = Self.values(parts[4])
        else { return false }
        (self.counted, self.all) = (Int(counted), Int(all))
        if case .text(let text) = parts[5] { locale = text }
        if case .text(let text) = parts[6] { fault = text }
        if parts[2] == .null { return all == 0 }
        guard let own = Self.values(parts[2]), own.count == test.inputs, forNext.count == test.attributes.count,
            last.count == test.attributes.count
        else { return false }
        (first, self.last) = (KeptRow(own: own, forNext: forNext), last)
        return true
    }
}
