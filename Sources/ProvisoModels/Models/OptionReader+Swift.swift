public import ProvisoCore

extension OptionReader {
    /// The option as a Swift value, nil when it was not given: `context.options.value("max", as: Int.self)`.
    ///
    /// Nil also for what the type cannot hold. The kind of a declared option was checked when the plan was made.
    public func value<Option: AttributeValue>(_ name: String, as type: Option.Type) -> Option? {
        value(name).flatMap { Option(attribute: $0) }
    }
}
