/// The positions of a plan's attributes in a record.
///
/// It is immutable and shared by a plan and all its records: a record belongs to the plan with the same layout.
package final class RecordLayout: Sendable {
    package let shape: Shape
    package let attributes: [AttributeInfo]

    package init(shape: Shape, attributes: [AttributeInfo]) {
        self.shape = shape
        self.attributes = attributes
    }
}
