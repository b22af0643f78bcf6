/// A validator that is a closure.
struct ClosureValidator: Validator {
    let body: @Sendable (borrowing Value, inout ValidationContext) -> Void

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        body(value, &context)
    }
}
