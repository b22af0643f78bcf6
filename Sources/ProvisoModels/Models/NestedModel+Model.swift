internal import ProvisoCore

extension NestedModel {
    /// The models that a property of a model holds.
    init<Held, Around>(_ held: HeldModel<Held>, read: @escaping @Sendable (Around) -> Held) {
        self.init(
            model: held.model, levels: held.levels, mayBeMissing: held.mayBeMissing,
            project: { held.find(read($0.assumingMemoryBound(to: Around.self).pointee), $1) },
            projectAny: { around, positions in (around as? Around).flatMap { held.find(read($0), positions) } })
    }
}

extension ModelType {
    /// The type of a Swift model.
    init<Nested: ValidatableModel>(_ type: Nested.Type) {
        self.init(
            type: ObjectIdentifier(type), name: String(describing: type), ruleSet: { Nested.ruleSet },
            attributes: { Nested.attributes.map(\.name) },
            kinds: { Dictionary(Nested.attributes.map { ($0.name, $0.kind) }) { first, _ in first } },
            methods: { Nested.methods.map(\.definition) },
            codes: { Nested.attributes.flatMap(\.codes) + Nested.hookCodes },
            parts: { Nested.parts }, check: { () throws(RuleSetError) in try Nested.checkAttributes() },
            checkParsing: { () throws(RuleSetError) in try Nested.checkParsing() })
    }
}
