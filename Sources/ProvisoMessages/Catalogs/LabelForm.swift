/// What a label may bring besides its text, for messages that must agree with it.
///
/// A message shows the form of a case as `{attribute_genitive}`, and selects by `{attribute_gender, select, …}`. A
/// label without the form shows its text; its gender is `other`.
public enum LabelForm: String, Sendable, CaseIterable {
    case gender
    case nominative, accusative, genitive, dative, instrumental, locative, prepositional, vocative, ablative, partitive
    case definite

    /// The name messages know it by.
    package var argument: String { "\(MessagePattern.labelName)_\(rawValue)" }

    package static let arguments = allCases.map(\.argument)

    /// The words for genders that messages may select on.
    package static let genders = ["masculine", "feminine", "neuter", "common", "animate", "inanimate", "personal"]

    /// What stands in where a label lacks the form; nil for other arguments.
    static func substitute(for argument: String, label: String) -> ParameterValue? {
        guard arguments.contains(argument) else { return nil }
        return .text(argument == LabelForm.gender.argument ? "other" : label)
    }
}
