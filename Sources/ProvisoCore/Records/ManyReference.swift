/// An attribute that may have many values, because it is inside a list that the rule is not in.
package struct ManyReference: Sendable {
    package let attribute: AttributeInfo
    /// The number of lists on the path that the value being validated is in too: their items are the same.
    let shared: Int
    /// The path to the item of the last list that is shared, or to the list itself.
    let beginning: AttributeReference
    /// The path from there.
    let rest: [ValuePath.Component]

    /// The values of an attribute as a rule for another one sees them.
    package init(_ attribute: AttributeInfo, from other: AttributeInfo) {
        var (shared, end) = (0, 0)
        if attribute.slot == other.slot, !attribute.isOfRecord {
            for (index, (own, others)) in zip(attribute.tail, other.tail).enumerated() {
                guard own == others else { break }
                if own == .each { (shared, end) = (shared + 1, index + 1) }
            }
        }
        self.init(attribute, shared: shared, end: end)
    }

    private init(_ attribute: AttributeInfo, shared: Int, end: Int) {
        self.attribute = attribute
        self.shared = shared
        rest = Array(attribute.tail[end...])
        beginning = AttributeReference(
            attribute: AttributeInfo(
                name: attribute.name, path: attribute.path, slot: attribute.slot, tail: Array(attribute.tail[..<end]),
                index: attribute.index, isOfRecord: attribute.isOfRecord))
    }

    /// The values at the path in all items of the innermost list that the rule is in too; `nil` if it is in none.
    package var ofAllItems: ManyReference? {
        guard shared > 0, let last = attribute.tail[..<beginning.attribute.tail.count].lastIndex(of: .each) else {
            return nil
        }
        return ManyReference(attribute, shared: shared - 1, end: last)
    }
}
