/// A grammatical form of a label, for messages that must agree with the label.
///
/// A message shows a case of the label as `{attribute_genitive}`, and selects by gender with `{attribute_gender,
/// select, …}`. If the label lacks the form, the message shows the label itself; its gender is `other`.
public enum LabelForm: String, Sendable, CaseIterable {
    /// The grammatical gender.
    case gender
    /// A grammatical case.
    case nominative, accusative, genitive, dative, instrumental, locative, prepositional, vocative, ablative, partitive
    /// The label with its definite article or ending.
    case definite

    /// The name of the message argument for this form.
    package var argument: String { "\(MessagePattern.labelName)_\(rawValue)" }

    package static let arguments = allCases.map(\.argument)

    /// The keywords for genders that messages may select by.
    package static let genders = ["masculine", "feminine", "neuter", "common", "animate", "inanimate", "personal"]

    /// The value used if a label lacks the form; `nil` if the argument is not a form of the label.
    static func substitute(for argument: String, label: String) -> ParameterValue? {
        guard arguments.contains(argument) else { return nil }
        return .text(argument == LabelForm.gender.argument ? "other" : label)
    }
}
