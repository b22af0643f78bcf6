/// Which attributes the rules of one scenario judge, and which of them change their verdict when others change.
package final class Dependents: Sendable {
    /// All that some rule judges, by index.
    package let judged: Set<Int>
    /// Those with a rule that may look at anything.
    package let open: Set<Int>
    private let byAttribute: [Int: Set<Int>]

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
    }

    /// Those of two lists of rules.
    init(_ one: Dependents, _ other: Dependents) {
        judged = one.judged.union(other.judged)
        open = one.open.union(other.open)
        byAttribute = one.byAttribute.merging(other.byAttribute) { $0.union($1) }
    }

    /// The attributes whose rules name one of those that changed.
    package func of(_ changed: Set<Int>) -> Set<Int> {
        changed.reduce(into: []) { $0.formUnion(byAttribute[$1] ?? []) }
    }
}
