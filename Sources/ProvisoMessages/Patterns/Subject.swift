/// Whom a message speaks to: the catalogs name the validated value by it.
public enum MessageRegister: String, Sendable, Hashable, CaseIterable {
    /// Short, for a person who fills in a form.
    case form
    /// Full, for a person who reads a report about data.
    case data

    /// The argument by which messages choose: `{register, select, form{…} other{…}}`.
    package static let argument = "register"
}

/// How a catalog names the validated value at the place of `{subject}` in its messages.
///
/// The catalog says it in `subject.named` for a value with a label, and in `subject.unnamed` for one without. For
/// `{subject_genitive}` and other cases it has `subject.named.genitive` and `subject.unnamed.genitive`.
final class Subject: Sendable {
    /// The text around the label, if the pattern is that simple; most are.
    struct Frame: Sendable {
        let prefix: String
        let suffix: String
    }

    /// The argument name of the subject.
    static let argument = "subject"

    let named: MessageProgram
    let unnamed: MessageProgram
    /// `nil` for a pattern with more than the label and text.
    let frame: Frame?

    init(named: MessageProgram, unnamed: MessageProgram, register: MessageRegister) {
        (self.named, self.unnamed) = (named, unnamed)
        frame = Self.frame(of: MessagePattern(program: named).parts, named.names, register)
    }

    /// The argument of a message for a form of the subject.
    static func argument(_ form: LabelForm?) -> String {
        form.map { "\(argument)_\($0.rawValue)" } ?? argument
    }

    /// The form that an argument of a message stands for: `.some(nil)` for `subject`, `nil` for another argument.
    static func form(ofArgument name: String) -> LabelForm?? {
        if name == argument { return .some(nil) }
        guard name.hasPrefix("subject_"), let form = LabelForm(rawValue: String(name.dropFirst(8))), form != .gender
        else { return nil }
        return .some(form)
    }

    /// The keys of a catalog for a form.
    static func keys(_ form: LabelForm?) -> (named: String, unnamed: String) {
        let suffix = form.map { ".\($0.rawValue)" } ?? ""
        return ("subject.named\(suffix)", "subject.unnamed\(suffix)")
    }

    private static func frame(
        of parts: [MessagePattern.Part], _ names: [String], _ register: MessageRegister
    ) -> Frame? {
        var prefix = ""
        var suffix: String?
        for part in parts {
            switch part {
            case .literal(let text): suffix == nil ? prefix += text : (suffix? += text)
            case .label:
                if suffix != nil { return nil }
                suffix = ""
            case .select(let select) where names[select.argument] == MessageRegister.argument && parts.count == 1:
                let own = select.branches.first { $0.keyword == register.rawValue }?.parts ?? select.other
                return frame(of: own, names, register)
            default: return nil
            }
        }
        return suffix.map { Frame(prefix: prefix, suffix: $0) }
    }
}

extension MessagePattern {
    /// The name of the argument for the subject in a form.
    package static func subject(_ form: LabelForm?) -> String { Subject.argument(form) }

    /// The arguments that every message may have beside the parameters of its code.
    package static let ownArguments: [String] =
        [MessageRegister.argument, Subject.argument]
        + LabelForm.allCases.filter { $0 != .gender }.map { Subject.argument($0) } + LabelForm.arguments
}

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
