/// A grammatical form of a label, for messages that must agree with the label.
///
/// A message shows a case of the label as `{attribute_genitive}`, and selects by gender with `{attribute_gender,
/// select, …}`. If the label lacks the form, the message shows the label itself; its gender is `other`. The same cases
/// are those of a catalog's subject: `{subject_genitive}`.
public enum LabelForm: String, Sendable, CaseIterable {
    /// The grammatical gender, or `plural`.
    case gender
    /// A grammatical case.
    case nominative, accusative, genitive, dative, instrumental, locative, prepositional, vocative, ablative, partitive
    /// A local case, as in Finnish, Estonian, Hungarian and Basque.
    case inessive, elative, illative, adessive, allative, essive
    /// The case before postpositions, as in Hindi and Urdu, and that of an acting subject.
    case oblique, ergative
    /// The label with its definite article or ending, or with an article that depends on its sound.
    case definite

    /// The name of the message argument for this form.
    package var argument: String { "\(MessagePattern.labelName)_\(rawValue)" }

    package static let arguments = allCases.map(\.argument)

    /// The keywords for genders that messages may select by.
    package static let genders = [
        "masculine", "feminine", "neuter", "common", "animate", "inanimate", "personal", "plural",
    ]

    /// The value used if a label lacks the form; `nil` if the argument is not a form of the label.
    static func substitute(for argument: String, label: String) -> ParameterValue? {
        guard argument.hasPrefix(MessagePattern.labelName), arguments.contains(argument) else { return nil }
        return .text(argument == LabelForm.gender.argument ? "other" : label)
    }
}
