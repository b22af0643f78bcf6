internal import ProvisoMessages

/// Finds words in place of a rule's messages that were meant as options: `number` with `type: integer`.
///
/// An option with the name of a violation's code, such as `tooShort`, is the message for that code. A message is a
/// sentence: it has white space, a placeholder or a character outside ASCII. Messages by locale may be single words.
package struct MessageWord {
    let body: Constraint
    /// The names of the options that the rule type accepts.
    let options: [String]
    let codes: [CodeDescription]

    func faults() -> [RuleSetError.Diagnostic] {
        var faults: [RuleSetError.Diagnostic] = []
        for name in body.options.keys.sorted() where !options.contains(name) {
            guard let code = codes.first(where: { $0.code.problem == name })?.code.rawValue,
                case .value(let value)? = body.options[name], let reason = reason(value, of: code, name)
            else { continue }
            faults.append(
                RuleSetError.Diagnostic(
                    position: body.positions[Constraint.value(of: name)] ?? body.position(ofOption: name),
                    reason: reason, suggestion: Self.isBlank(value) ? nil : meant(name, value)))
        }
        return faults
    }

    private func reason(_ value: AnyValue, of code: String, _ name: String) -> String? {
        switch value {
        case .object(let members):
            guard members.contains(where: { $0.value.string?.isBlank ?? false }) else { return nil }
            return "'\(name)' of '\(body.type)' is the message of \(code): it must not be empty"
        case .text(let text):
            if text.isBlank { return "'\(name)' of '\(body.type)' is the message of \(code): it must not be empty" }
            if Self.isSentence(text) { return nil }
            return "'\(name)' of '\(body.type)' is the message of \(code), not an option"
                + "; for a message of one word write messages by locale, such as '\(name): {en: …}'"
        default:
            return "option '\(name)' of '\(body.type)': must be a string, or strings by locale: the message of \(code)"
        }
    }

    /// Whether only a message can be meant, so that no option is suggested.
    private static func isBlank(_ value: AnyValue) -> Bool {
        switch value {
        case .text(let text): text.isBlank
        case .object: true
        default: false
        }
    }

    package static func isSentence(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0x80 || $0 == UInt8(ascii: "{") || $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// The option or rule type that was meant, if it is known.
    private func meant(_ name: String, _ value: AnyValue) -> String? {
        if let other = Self.rules["\(body.type).\(name)"] { return other }
        if name == "type", case .text(let word) = value { return FamiliarNames.type(for: word) ?? word }
        let names = [name + "s"] + (Self.options[name] ?? [])
        return names.first { options.contains($0) }
    }

    private static let options = [
        "tooShort": ["min", "minLength"], "tooSmall": ["min"], "tooFew": ["min"], "tooLong": ["max"],
        "tooBig": ["max"], "tooMany": ["max"], "notEqual": ["length", "exact", "requiredValue"],
        "tooFewLabels": ["minLabels"], "tooFewClasses": ["minClasses"], "tooManyRepeats": ["maxRepeats"],
        "common": ["allowCommon"], "forbidden": ["prohibited"], "unknown": ["only"], "missing": ["required"],
        "ambiguous": ["refuseAmbiguous"], "unknownCountry": ["country"], "underWidth": ["minWidth"],
        "overWidth": ["maxWidth"], "underHeight": ["minHeight"], "overHeight": ["maxHeight"],
        "notInRange": ["ranges"], "ipv6NotAllowed": ["ipv6"], "ipv4NotAllowed": ["ipv4"],
        "wrongExtension": ["extensions"], "wrongMimeType": ["mimeTypes"],
    ]

    private static let rules = [
        "email.domain": "a rule of its own: 'match' with 'pattern: \"@example\\\\.org$\"'",
        "required.blank": "a rule of its own: 'safe'",
    ]
}
