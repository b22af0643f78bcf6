internal import ProvisoMessages

/// Another attribute of the same record, found when the plan was made.
public struct AttributeReference: Sendable {
    package let attribute: AttributeInfo

    /// The attribute's name, as rules write it.
    public var name: String { attribute.name }
    /// Where the value is in every record, nil for one of many items.
    var fixedSlot: Int? { attribute.tail.isEmpty ? attribute.slot : nil }
}

/// An attribute of a plan: its name and where its value is found.
package final class AttributeInfo: Sendable {
    package let name: String
    package let path: Path
    /// The slot of the value, or of the list that the tail goes through.
    package let slot: Int
    /// What follows from the first `*` on; empty for plain attributes.
    package let tail: [Path.Component]
    package let index: Int
    /// The label made from the name.
    let label: String

    package init(name: String, path: Path, slot: Int, tail: [Path.Component], index: Int) {
        self.name = name
        label = Labels.generate(from: name)
        self.path = path
        self.slot = slot
        self.tail = tail
        self.index = index
    }

    /// How many lists lie on the way to it.
    var lists: Int { tail.count { $0 == .each } }

    /// Whether every `*` of another attribute stands for the item this attribute is in.
    func shares(tailOf other: AttributeInfo) -> Bool {
        guard let last = other.tail.lastIndex(of: .each) else { return true }
        return slot == other.slot && tail.starts(with: other.tail[...last])
    }
}
