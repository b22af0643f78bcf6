package import ProvisoMessages

/// The model or models that a property holds, with their type erased.
///
/// Its parts are read only when a plan is made: a type that contains itself would recurse without end otherwise.
package struct NestedModel: Sendable {
    package let model: ModelType
    /// The number of lists or dictionaries between the property and the models.
    package let levels: Int
    package let mayBeMissing: Bool
    /// Copies the nested model out of the model at an address, with one position for each level.
    package let project: @Sendable (UnsafeRawPointer, ArraySlice<Int>) -> Any?
    /// Copies the nested model out of a copy of the outer model.
    package let projectAny: @Sendable (Any, ArraySlice<Int>) -> Any?

    package init(
        model: ModelType, levels: Int, mayBeMissing: Bool,
        project: @escaping @Sendable (UnsafeRawPointer, ArraySlice<Int>) -> Any?,
        projectAny: @escaping @Sendable (Any, ArraySlice<Int>) -> Any?
    ) {
        self.model = model
        self.levels = levels
        self.mayBeMissing = mayBeMissing
        self.project = project
        self.projectAny = projectAny
    }
}

/// A model's type, erased.
package struct ModelType: Sendable {
    package let type: ObjectIdentifier
    package let name: String
    package let ruleSet: @Sendable () -> RuleSet
    package let attributes: @Sendable () -> [String]
    /// The kind of value of each attribute.
    package let kinds: @Sendable () -> [String: AttributeType]
    package let methods: @Sendable () -> [RuleDefinition]
    package let codes: @Sendable () -> [CodeDescription]
    package let parts: @Sendable () -> [(attribute: String, nested: NestedModel)]
    /// Throws if two attributes have the same name.
    package let check: @Sendable () throws(RuleSetError) -> Void
    /// Throws if data cannot fill a nested property of the model.
    package let checkParsing: @Sendable () throws(RuleSetError) -> Void

    package init(
        type: ObjectIdentifier, name: String, ruleSet: @escaping @Sendable () -> RuleSet,
        attributes: @escaping @Sendable () -> [String], kinds: @escaping @Sendable () -> [String: AttributeType],
        methods: @escaping @Sendable () -> [RuleDefinition], codes: @escaping @Sendable () -> [CodeDescription],
        parts: @escaping @Sendable () -> [(attribute: String, nested: NestedModel)],
        check: @escaping @Sendable () throws(RuleSetError) -> Void,
        checkParsing: @escaping @Sendable () throws(RuleSetError) -> Void
    ) {
        self.type = type
        self.name = name
        self.ruleSet = ruleSet
        self.attributes = attributes
        self.kinds = kinds
        self.methods = methods
        self.codes = codes
        self.parts = parts
        self.check = check
        self.checkParsing = checkParsing
    }
}
