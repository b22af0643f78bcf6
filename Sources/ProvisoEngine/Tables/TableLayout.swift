internal import EngineInterface
internal import Proviso
internal import ProvisoBulk

/// Where the columns of a table go in a record.
///
/// A dot in the name of a column leads into an object, as in CSV.
struct TableLayout {
    private let columns: [ArrowField]
    /// The cells of the columns that rules name, by their index.
    private let cells: [(index: Int, cell: RowCell)]
    /// How a row becomes an object, if rules look at more than single fields.
    private let tree: ColumnTree?

    init(_ columns: [ArrowField], _ plan: Plan, _ steps: StepList) throws(EngineFault) {
        self.columns = columns
        var seen: Set<String> = []
        if let twice = columns.first(where: { !seen.insert($0.name).inserted }) {
            throw .unreadable("two columns are called '\(twice.name)'")
        }
        let paths = ColumnPaths(plan).paths(of: columns.map(\.name))
        try Self.refuseMissing(paths.map(\.description), columns, plan, steps)
        cells = plan.cells(of: paths).enumerated().compactMap { index, cell in cell.map { (index, $0) } }
        let named = cells.map { columns[$0.index] }
        let needsTree = plan.readsRecord || !plan.objects(of: paths).isEmpty || named.contains(where: \.isNested)
        tree = needsTree ? ColumnTree(paths) : nil
        for field in plan.readsRecord ? columns : named {
            if let type = field.strangeType {
                throw .unreadable(
                    "the column '\(field.name)' has the Arrow type '\(type)', which no rule can read: cast it")
            }
        }
    }

    /// Refuses a table without a column that rules need: they would accept every row.
    private static func refuseMissing(
        _ attributes: [String], _ columns: [ArrowField], _ plan: Plan, _ steps: StepList
    ) throws(EngineFault) {
        let known = Set(attributes).union(attributes.flatMap(PathText.beginnings))
        let missing = plan.neededAttributes(of: steps).filter { need in
            !known.contains(need.name) && !PathText.beginnings(of: need.name).contains { known.contains($0) }
        }
        guard let first = missing.first else { return }
        let rule = first.position.map { "the rule at \($0)" } ?? "a rule"
        let near = Suggestion.likely(for: first.name, in: columns.map(\.name))
        throw .unreadable(
            "the table has no column '\(first.name)', which \(rule) needs\(Suggestion.hint(near)); "
                + "list columns that may be missing in the rule file: "
                + "optional: [\(missing.prefix(10).map(\.name).joined(separator: ", "))]")
    }

    func values(of batch: ArrowArray) throws(EngineFault) -> [ArrowValues] {
        var values: [ArrowValues] = []
        for (index, field) in columns.enumerated() {
            guard index < batch.n_children, let child = batch.children?[index] else {
                throw .unreadable("a batch of the table lacks the column '\(field.name)'")
            }
            values.append(try ArrowValues(field, child.pointee))
        }
        return values
    }

    /// Fills a record with a row of a batch.
    func fill(_ record: Record, _ values: [ArrowValues], _ row: Int) throws(EngineFault) {
        if let tree {
            var fields: [AnyValue] = []
            for value in values { fields.append(try value.value(row)) }
            record.fill(tree.value(of: fields))
            record.markMissing()
            record.state.pointee.isRow = true
            return
        }
        let target = RecordRow(record)
        for (index, cell) in cells {
            let column = values[index]
            if column.isNull(row) {
                target.setNull(cell, offset: 0)
            } else if column.field.isText {
                let text = column.text(row)
                guard RecordRow.isUTF8(text) else {
                    throw .unreadable("row \(row + 1) of a batch: the column '\(column.field.name)' is not UTF-8")
                }
                target.setText(cell, to: text)
            } else {
                target.set(cell, to: try column.value(row))
            }
        }
    }
}
