/// Where the attributes of a plan are in a record.
///
/// Immutable, and shared by a plan and all its records: a record belongs to the plan that has the same layout.
package final class RecordLayout: Sendable {
    package let shape: Shape
    package let attributes: [AttributeInfo]

    package init(shape: Shape, attributes: [AttributeInfo]) {
        self.shape = shape
        self.attributes = attributes
    }
}
