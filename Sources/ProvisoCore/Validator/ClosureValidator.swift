/// A validator that is a closure.
struct ClosureValidator: DirectValidator {
    /// What it skips as another validator would.
    var facts = Skipping.Facts()
    let body: @Sendable (borrowing Value, inout ValidationContext) -> Void

    var skipsEmpty: Bool { facts.skipsEmpty }
    var validatesEmptyCollections: Bool { facts.validatesEmptyCollections }
    var kinds: ValueKindSet { facts.kinds }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        body(value, &context)
    }
}
