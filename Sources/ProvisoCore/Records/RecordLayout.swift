/// The positions of a plan's attributes in a record.
///
/// It is immutable and shared by a plan and all its records: a record belongs to the plan with the same layout.
package final class RecordLayout: Sendable {
    package let shape: Shape
    package let attributes: [AttributeInfo]
    /// How many parts the plan has that look at values: rules, and the steps of their expressions.
    package let weight: Int
    /// The steps that no record may exceed, whatever its size.
    let mostSteps: Int

    package init(shape: Shape, attributes: [AttributeInfo], weight: Int = 0, mostSteps: Int = .max) {
        self.mostSteps = mostSteps
        self.shape = shape
        self.weight = weight
        self.attributes = attributes
    }
}
