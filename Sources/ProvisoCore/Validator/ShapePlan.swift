internal import ProvisoMessages

/// The rules of a shape, bound: ready for values of its attribute.
///
/// The plan owns it; validators refer to it without counting, because shapes may contain themselves.
package class ShapePlan: @unchecked Sendable {
    package let name: String
    /// The names of the members that its rules name.
    package internal(set) var members: [String] = []
    /// The kinds of value that the rules for the value itself take; `nil` if they do not say.
    package internal(set) var kinds: ValueKindSet?

    init(_ name: String) { self.name = name }

    /// Validates a value and adds the violations, with the path to the value, to the context.
    func validate(_ context: inout ValidationContext) {
        context.reportFault("the shape '\(name)' was not bound")
    }

    /// How badly a value fits; `nil` if it is valid.
    func misfit(_ context: inout ValidationContext) -> ShapeMisfit? { nil }
}
