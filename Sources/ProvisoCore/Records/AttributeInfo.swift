internal import ProvisoMessages

/// Another attribute of the same record, found when the plan was made.
public struct AttributeReference: Sendable {
    package let attribute: AttributeInfo

    /// The attribute's name, as rules write it.
    public var name: String { attribute.name }
    /// The slot of the value in every record, or `nil` if the attribute is below a `*`.
    var fixedSlot: Int? { attribute.tail.isEmpty && !attribute.isOfRecord ? attribute.slot : nil }
}

/// An attribute of a plan: its name and the place of its value.
package final class AttributeInfo: Sendable {
    package let name: String
    package let path: ValuePath
    /// The slot of the value, or of the list that contains it.
    package let slot: Int
    /// The path from the first `*` on; empty for plain attributes.
    package let tail: [ValuePath.Component]
    package let index: Int
    /// Whether it is one of the whole record, as a rule of a shape names it; its name begins with `record.` then.
    package let isOfRecord: Bool
    /// The label derived from the name.
    let label: String

    package init(
        name: String, path: ValuePath, slot: Int, tail: [ValuePath.Component], index: Int, isOfRecord: Bool = false
    ) {
        self.name = name
        self.isOfRecord = isOfRecord
        label = path.components.isEmpty ? "" : Labels.generate(from: name)
        self.path = path
        self.slot = slot
        self.tail = tail
        self.index = index
    }

    /// The number of lists on the path.
    var lists: Int { tail.count { $0 == .each } }

    /// Whether every `*` of another attribute means the item that this attribute is in.
    func shares(tailOf other: AttributeInfo) -> Bool {
        guard let last = other.tail.lastIndex(of: .each) else { return true }
        return isOfRecord == other.isOfRecord && slot == other.slot && tail.starts(with: other.tail[...last])
    }
}
