/// The keys that the mappings of a rule file accept, for tools that help to write it.
package enum RuleFileKeys {
    package static let top = RuleSetReader.Key.allCases.map(\.rawValue)
    /// The keys of a condition that is made of others.
    package static let condition = ConditionKey.allCases.map(\.rawValue)
    package static let shape = ShapeKey.allCases.map(\.rawValue)
    /// The keys of `closed`.
    package static let closed = ClosedKey.allCases.map(\.rawValue)
    package static let table = RuleSetReader.TableKey.allCases.map(\.rawValue)
    package static let include = RuleSetReader.IncludeKey.allCases.map(\.rawValue)
    package static let variable = RuleVariables.Key.allCases.map(\.rawValue)
    /// The types of a variable.
    package static let variableTypes = RuleVariables.Kind.allCases.map(\.rawValue)
    /// The keys of a rule type of the file.
    package static let type = RuleTypeReader.Key.allCases.map(\.rawValue)
    /// The keys of an option of such a type.
    package static let option = RuleTypeReader.OptionKey.allCases.map(\.rawValue)
    /// The types of such an option.
    package static let optionTypes = RuleTypeReader.kinds.keys.sorted()
    /// The keys of a case.
    package static let test = RuleTestReader.Key.allCases.map(\.rawValue)
    /// The keys of what a case finds.
    package static let finding = RuleTestReader.FindingKey.allCases.map(\.rawValue)
}
