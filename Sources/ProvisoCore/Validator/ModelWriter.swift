/// Writes what rules replaced in a record to the model the record was filled from, whatever its type.
package protocol ModelWriter: AnyObject, Sendable {
    /// Writes what was not written yet.
    func write(_ record: Record, to model: UnsafeMutableRawPointer)

    /// A copy of the model with what was not written yet.
    func copy(of model: UnsafeMutableRawPointer, with record: Record) -> Any?
}
