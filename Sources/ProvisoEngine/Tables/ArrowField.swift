internal import EngineInterface

/// A column, or a part of one, as the schema of a table describes it.
///
/// A class: each row looks at each column, and would copy it.
final class ArrowField {
    let name: String
    let type: ArrowType
    let children: [ArrowField]
    /// The type of the values that the column's integers stand for, as for pandas' categories.
    let dictionary: [ArrowField]
    /// Whether each value is one string whose bytes are in the column.
    let isText: Bool

    private static let maximumDepth = 32

    init(_ schema: ArrowSchema, depth: Int = 0) throws(EngineFault) {
        name = schema.name.map { String(cString: $0) } ?? ""
        type = schema.format.map { ArrowType(format: String(cString: $0)) } ?? .other("without a format")
        guard depth < Self.maximumDepth else { throw .unreadable("the column '\(name)' is nested too deeply") }
        var children: [ArrowField] = []
        for index in 0..<Int(max(0, schema.n_children)) {
            guard let child = schema.children?[index] else { throw .unreadable("the column '\(name)' lacks a part") }
            children.append(try ArrowField(child.pointee, depth: depth + 1))
        }
        self.children = children
        var dictionary: [ArrowField] = []
        if let values = schema.dictionary { dictionary = [try ArrowField(values.pointee, depth: depth + 1)] }
        self.dictionary = dictionary
        isText = dictionary.isEmpty && type.isText
    }

    /// The first type in it that no record can have.
    var strangeType: String? {
        if let dictionary = dictionary.first { return dictionary.strangeType }
        if case .other(let format) = type { return format }
        return children.lazy.compactMap(\.strangeType).first
    }

    /// Whether values have others in them.
    var isNested: Bool {
        switch dictionary.first?.type ?? type {
        case .list, .fixedList, .object: true
        default: false
        }
    }
}
