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
    var out: TextWriter

    /// The message's text; `labels` gives the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        string(pattern.program, parameters: parameters, label: label, setting: setting, labels: labels)
    }

    @inline(__always)
    static func string(
        _ program: MessageProgram, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        parameters.withUnsafeBufferPointer { parameters in
            let text = label.utf8.withContiguousStorageIfAvailable { label in
                string(program, parameters: parameters, label: label, setting: setting, labels: labels)
            }
            if let text { return text }
            return Array(label.utf8).withUnsafeBufferPointer { label in
                string(program, parameters: parameters, label: label, setting: setting, labels: labels)
            }
        }
    }

    @inline(__always)
    private static func string(
        _ program: MessageProgram, parameters: UnsafeBufferPointer<Parameter>, label: UnsafeBufferPointer<UInt8>,
        setting: Setting, labels: (String) -> String
    ) -> String {
        TextWriter.withMemory { memory in
            var formatter = MessageFormatter(parameters: parameters, label: label, out: TextWriter(memory))
            program.write(program.main, with: &formatter, in: setting, labels: labels)
            return formatter.out.text
        }
    }
}
