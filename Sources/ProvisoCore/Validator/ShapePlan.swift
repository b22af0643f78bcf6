internal import ProvisoMessages

/// The rules of a shape, bound: ready for values of its attribute.
///
/// The plan owns it; validators refer to it without counting, because shapes may contain themselves.
package class ShapePlan: @unchecked Sendable {
    package let name: String
    /// The names of the members that its rules name.
    package internal(set) var members: [String] = []
    /// The kinds of value that the shape's name or rules say; `nil` for any.
    package internal(set) var kinds: ValueKindSet?

    init(_ name: String) { self.name = name }

    /// Validates a value and adds the violations, with the path to the value, to the context.
    func validate(_ context: inout ValidationContext) {
        context.reportFault("the shape '\(name)' was not bound")
    }

    /// How badly a value fits; `nil` if it is valid.
    func misfit(_ context: inout ValidationContext) -> ShapeMisfit? { nil }
}

/// How badly a value fits a shape, so that the shape that was meant can be found.
package struct ShapeMisfit: Comparable {
    /// The violations of rules that allow one value only, which tell shapes apart.
    var marks = 0
    /// The members of the value that the shape names.
    var shared = 0
    var errors = 0
    /// The length of the path to the deepest error: the parts above it fit.
    var depth = 0

    package static func < (one: ShapeMisfit, other: ShapeMisfit) -> Bool {
        (one.marks, -one.shared, one.errors, -one.depth) < (other.marks, -other.shared, other.errors, -other.depth)
    }
}
