internal import Proviso
package import ProvisoCore

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
