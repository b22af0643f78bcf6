internal import Proviso
package import ProvisoCore

/// The columns of a delimited file, and the attributes that they fill.
///
/// An empty field without quotes is null. All other fields are strings, which the rules for numbers accept. In a column
/// for which a rule requires a number and not a string, fields that spell numbers are numbers.
final class Columns: Sendable {
    let scan: RowScan
    /// The unchanged header, with a line break.
    let header: String
    let names: [String]
    /// The paths of the attributes that the columns are, as rules write them.
    let attributes: [String]
    private let tree: ColumnTree
    private let cells: [RowCell?]
    /// Whether a rule is about the row as a whole.
    private let needsRecord: Bool
    /// The objects of several columns that rules name as a whole.
    private let objects: [RowObject]

    /// Whether a row may have more or fewer fields than there are columns.
    private let pads: Bool

    /// `names` are the columns where the first row does not have their names; the header is empty if there is none.
    init(
        header: UnsafeRawBufferPointer, scan: RowScan, names given: [String]? = nil, pads: Bool = false, plan: Plan?
    ) throws(RowFault) {
        self.scan = scan
        self.pads = pads
        try Self.checkEncoding(of: header)
        if let given {
            let text = String(decoding: header, as: UTF8.self)
            self.header = text.isEmpty || text.utf8.last == .lineBreak ? text : text + "\n"
            names = given
            try Self.checkDepth(of: given)
            let paths = ColumnPaths(plan).paths(of: given)
            attributes = paths.map(\.description)
            tree = ColumnTree(paths)
            needsRecord = plan?.readsRecord ?? false
            objects = plan?.objects(of: paths) ?? []
            cells = plan?.cells(of: paths) ?? Array(repeating: nil, count: given.count)
            return
        }
        let text = String(decoding: header, as: UTF8.self)
        self.header = text.utf8.last == .lineBreak ? text : text + "\n"
        var names: [String] = []
        var seen: Set<String> = []
        var repeated: String?
        try scan.fields(of: header) { field in
            let name = String(decoding: field.unquoted(), as: UTF8.self)
            if !seen.insert(name).inserted, repeated == nil { repeated = name }
            names.append(name)
        }
        if let repeated { throw RowFault(offset: 0, reason: "two columns are called '\(repeated)'") }
        try Self.checkDepth(of: names)
        self.names = names
        let paths = ColumnPaths(plan).paths(of: names)
        attributes = paths.map(\.description)
        tree = ColumnTree(paths)
        needsRecord = plan?.readsRecord ?? false
        objects = plan?.objects(of: paths) ?? []
        cells = plan?.cells(of: paths) ?? Array(repeating: nil, count: names.count)
    }

    /// Refuses names with more parts than attributes of rules have: each part is an object inside the one before.
    private static func checkDepth(of names: [String]) throws(RowFault) {
        for (index, name) in names.enumerated() where name.utf8.count > Record.maximumDepth {
            let parts = name.utf8.count { $0 == UInt8(ascii: ".") } + 1
            guard parts > Record.maximumDepth else { continue }
            throw RowFault(
                offset: 0,
                reason:
                    "column \(index + 1), '\(String(name.unicodeScalars.prefix(30)))…', has a name of \(parts) parts; rename it: "
                    + "at most \(Record.maximumDepth) parts may be separated by dots")
        }
    }

    private static func checkEncoding(of row: UnsafeRawBufferPointer) throws(RowFault) {
        if RecordRow.isUTF8(row) { return }
        let error = InputError.encoding(row)
        throw RowFault(offset: error.offset, reason: error.advised)
    }

    /// A row as an object; a dot in a column's name leads into a nested object.
    ///
    /// The row must be readable.
    ///
    /// A field is a number if it is one for the rules.
    func object(of row: UnsafeRawBufferPointer) -> AnyValue {
        var values = Array(repeating: AnyValue.null, count: names.count)
        var column = 0
        try? scan.fields(of: row) { field in
            defer { column += 1 }
            guard column < names.count, field.isQuoted || !field.bytes.isEmpty else { return }
            let text = String(decoding: field.unquoted(), as: UTF8.self)
            values[column] = cells[column].flatMap { $0.number(text) } ?? .text(text)
        }
        return tree.value(of: values)
    }

    /// Why a row cannot be read; `nil` if it can.
    func fault(of row: UnsafeRawBufferPointer) -> String? {
        do throws(RowFault) {
            try Self.checkEncoding(of: row)
            var count = 0
            try scan.fields(of: row) { _ in count += 1 }
            return count == names.count || pads ? nil : fault(fields: count).reason
        } catch {
            return error.reason
        }
    }

    private func fault(fields count: Int) -> RowFault {
        let fields = count == 1 ? "1 field" : "\(count) fields"
        return RowFault(offset: 0, reason: "\(fields), but the header has \(names.count)")
    }

    /// Fills a record with the fields of a row.
    func fill(_ record: Record, with row: UnsafeRawBufferPointer) throws(RowFault) {
        try Self.checkEncoding(of: row)
        let target = RecordRow(record)
        var column = 0
        try scan.fields(of: row) { field in
            defer { column += 1 }
            guard column < cells.count, let cell = cells[column] else { return }
            if field.hasQuotes {
                field.unquoted().withUnsafeBytes { target.set(cell, copying: $0, offset: field.offset) }
            } else if field.bytes.isEmpty, !field.isQuoted {
                target.setNull(cell, offset: field.offset)
            } else {
                target.set(cell, to: field.bytes, offset: field.offset)
            }
        }
        if needsRecord || !objects.isEmpty {
            let whole = object(of: row)
            if needsRecord { target.setRecord(whole) }
            for object in objects { target.set(object, of: whole) }
        }
        if pads {
            for missing in column..<max(column, cells.count) {
                if let cell = cells[missing] { target.setNull(cell, offset: row.count) }
            }
        }
        guard column == cells.count || pads else {
            throw fault(fields: column)
        }
    }
}

/// The attributes that the columns of a table are.
///
/// A dot in the name of a column leads into an object, unless a rule names an attribute with that key: `log\\.level`.
package struct ColumnPaths {
    /// The attributes with a dot in a key, by the names of their columns.
    private var keys: [String: ValuePath] = [:]
    private let plan: Plan?

    package init(_ plan: Plan?) {
        self.plan = plan
        for attribute in plan?.attributes ?? [] where attribute.name.utf8.contains(UInt8(ascii: "\\")) {
            keys[attribute.path.column] = attribute.path
        }
    }

    package func paths(of columns: [String]) -> [ValuePath] { columns.map(path) }

    private func path(of column: String) -> ValuePath {
        let plain = ValuePath(column: column)
        guard let key = keys[column], plan?.shape.place(at: plain) == nil else { return plain }
        return key
    }
}

/// The structure of the object that a row of a table becomes: a tree of the columns' names, in the order of the header.
package struct ColumnTree: Sendable {
    /// The column that is this member itself.
    private var column: Int?
    private var members: [(key: String, value: ColumnTree)] = []
    private var order: [String: Int] = [:]

    package init(_ paths: [ValuePath]) {
        for (column, path) in paths.enumerated() { insert(column, at: path.components[...]) }
    }

    private mutating func insert(_ column: Int, at path: ArraySlice<ValuePath.Component>) {
        guard case .key(let key)? = path.first else {
            if path.isEmpty { self.column = column }
            return
        }
        let index = order[key] ?? members.endIndex
        if index == members.endIndex {
            members.append((key, ColumnTree([])))
            order[key] = index
        }
        members[index].value.insert(column, at: path.dropFirst())
    }

    /// The object of a row's values.
    ///
    /// If a field and an object have the same name, the field is used, unless it is empty.
    package func value(of row: [AnyValue]) -> AnyValue {
        if let column, members.isEmpty || row[column] != .null { return row[column] }
        return .object(members.map { AnyValue.Member($0.key, $0.value.value(of: row)) })
    }
}
