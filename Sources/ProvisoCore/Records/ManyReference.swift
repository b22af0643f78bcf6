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
        self.attribute = attribute
        var (shared, end) = (0, 0)
        if attribute.slot == other.slot {
            for (index, (own, others)) in zip(attribute.tail, other.tail).enumerated() {
                guard own == others else { break }
                if own == .each { (shared, end) = (shared + 1, index + 1) }
            }
        }
        self.shared = shared
        rest = Array(attribute.tail[end...])
        beginning = AttributeReference(
            attribute: AttributeInfo(
                name: attribute.name, path: attribute.path, slot: attribute.slot, tail: Array(attribute.tail[..<end]),
                index: attribute.index))
    }
}
