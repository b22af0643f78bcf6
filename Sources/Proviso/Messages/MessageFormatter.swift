/// Writes one message: a pattern, its arguments and a locale become text.
///
/// It cannot fail: a missing argument shows as `{name}`, a text where a number belongs shows as the text.
package struct MessageFormatter: ~Copyable {
    /// What one message is written with.
    package final class Setting: Sendable {
        package let formats: LocaleFormats
        /// Whether inserted texts stand between FSI and PDI.
        package let isolates: Bool
        package let timeZone: String

        package init(formats: LocaleFormats, isolates: Bool, timeZone: String = "UTC") {
            self.formats = formats
            self.isolates = isolates
            self.timeZone = timeZone
        }
    }

    /// The arguments, lent by the caller while the message is written.
    let parameters: UnsafeBufferPointer<Parameter>
    let label: UnsafeBufferPointer<UInt8>
    let isLabelASCII: Bool
    var out: TextWriter

    /// The message's text; `labels` gives the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        string(pattern.program, parameters: parameters, label: label, setting: setting, labels: labels)
    }

    static func string(
        _ program: MessageProgram, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        let span = label.utf8Span
        let isASCII = span.isKnownASCII
        return span.span.withUnsafeBufferPointer { label in
            TextWriter.withMemory { memory in
                let place = program.labelPlace
                if place >= 0, !setting.isolates {
                    // Most messages: the label once and words around it.
                    var out = TextWriter(memory)
                    out.append(program.literals[0..<place], isASCII: program.isASCII)
                    out.append(label, isASCII: isASCII)
                    out.append(program.literals[place..<program.literals.count], isASCII: program.isASCII)
                    return out.text
                }
                return parameters.withUnsafeBufferPointer { parameters in
                    var state = MessageFormatter(
                        parameters: parameters, label: label, isLabelASCII: isASCII, out: TextWriter(memory))
                    program.write(program.main, with: &state, in: setting, labels: labels)
                    return state.out.text
                }
            }
        }
    }
}
