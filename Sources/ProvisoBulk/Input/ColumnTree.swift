package import Proviso

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
