public import ProvisoCore

extension OptionReader {
    /// The option as a Swift value, `nil` if the rule does not set it: `context.options.value("max", as: Int.self)`.
    ///
    /// Also `nil` if the type cannot hold the value. The kind of a declared option was checked when the plan was made.
    public func value<Option: AttributeValue>(_ name: String, as type: Option.Type) -> Option? {
        value(name).flatMap { Option(attribute: $0) }
    }
}
