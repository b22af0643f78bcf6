/// The attributes that the rules of one scenario validate, and the attributes whose result depends on others.
package final class Dependents: Sendable {
    /// The indices of all attributes that have a rule.
    package let judged: Set<Int>
    /// The indices of attributes with a rule that may read any attribute.
    package let open: Set<Int>
    private let byAttribute: [Int: Set<Int>]
    /// The attributes with a rule that changes their values.
    private let changing: Set<Int>

    init(_ steps: [StepInfo]) {
        var byAttribute: [Int: Set<Int>] = [:]
        for step in steps {
            for attribute in step.reads.attributes.union(step.reads.written) {
                byAttribute[attribute, default: []].insert(step.attribute.index)
            }
        }
        self.byAttribute = byAttribute
        judged = Set(steps.map(\.attribute.index))
        open = Set(steps.filter(\.reads.isOpen).map(\.attribute.index))
        changing = Set(steps.filter(\.reads.changesValue).map(\.attribute.index))
    }

    /// Combines the attributes of two lists of rules.
    init(_ one: Dependents, _ other: Dependents) {
        judged = one.judged.union(other.judged)
        open = one.open.union(other.open)
        changing = one.changing.union(other.changing)
        byAttribute = one.byAttribute.merging(other.byAttribute) { $0.union($1) }
    }

    /// The attributes whose rules have to run first, because they change values that rules of others read.
    package func changed(before attributes: Set<Int>) -> Set<Int> {
        if changing.isEmpty { return [] }
        let read = byAttribute.filter { !$0.value.isDisjoint(with: attributes) }.keys
        return changing.intersection(read).subtracting(attributes)
    }

    /// The attributes that have a rule which reads a changed attribute.
    package func of(_ changed: Set<Int>) -> Set<Int> {
        changed.reduce(into: []) { $0.formUnion(byAttribute[$1] ?? []) }
    }
}
