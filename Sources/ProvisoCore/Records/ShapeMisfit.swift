internal import ProvisoABI

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

/// A value that was tried with a shape.
struct MisfitKey: Hashable {
    let shape: Int
    let kind: UInt32
    let value: UnsafeRawPointer?
    let count: UInt64
}

/// The result of a trial; `nil` means that the value is valid.
struct KnownMisfit {
    let misfit: ShapeMisfit?
}
