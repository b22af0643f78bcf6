/// Writes one message: a pattern, its arguments and a locale become text.
///
/// It cannot fail: a missing argument shows as `{name}`, a value that was not kept as an ellipsis, a text where a number
/// belongs as the text.
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
    let parameters: UnsafeBufferPointer<LentParameter>
    let label: UnsafeBufferPointer<UInt8>
    /// The label where it begins the message.
    let firstLabel: UnsafeBufferPointer<UInt8>
    var out: TextWriter

    /// The message's text; `labels` gives the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        string(pattern.program, parameters: parameters, label: label, setting: setting, labels: labels)
    }

    /// `firstLabel` is the label where it begins the message, if that differs.
    static func string(
        _ program: MessageProgram, parameters: [Parameter], label: String, firstLabel: String? = nil,
        setting: Setting, labels: (String) -> String
    ) -> String {
        if let firstLabel, program.beginsWithLabel {
            return string(program, parameters, label, beginningWith: firstLabel, setting, labels)
        }
        return label.lendUTF8 { string(program, parameters, $0, $0, setting, labels) }
    }

    @inline(never)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: String, beginningWith firstLabel: String,
        _ setting: Setting, _ labels: (String) -> String
    ) -> String {
        label.lendUTF8 { label in
            firstLabel.lendUTF8 { string(program, parameters, label, $0, setting, labels) }
        }
    }

    @inline(__always)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: UnsafeBufferPointer<UInt8>,
        _ firstLabel: UnsafeBufferPointer<UInt8>, _ setting: Setting, _ labels: (String) -> String
    ) -> String {
        TextWriter.withMemory { memory in
            LentParameter.lend(parameters) { parameters in
                var state = MessageFormatter(
                    parameters: parameters, label: label, firstLabel: firstLabel, out: TextWriter(memory))
                program.write(program.main, with: &state, in: setting, labels: labels)
                return state.out.text
            }
        }
    }
}

/// A parameter read in place: what cannot be copied counts no references.
struct LentParameter: ~Copyable {
    private let parameter: Parameter

    var value: ParameterValue { parameter.value }

    @inline(__always)
    static func lend<Result>(
        _ parameters: [Parameter], _ body: (UnsafeBufferPointer<LentParameter>) -> Result
    ) -> Result {
        parameters.withUnsafeBufferPointer { parameters in
            let start = parameters.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: LentParameter.self) }
            return body(UnsafeBufferPointer(start: start, count: parameters.count))
        }
    }

    @inline(__always)
    borrowing func isNamed(_ name: String) -> Bool { parameter.name == name }

    /// Append the value if it is a text.
    @inline(__always)
    borrowing func appendText(to out: inout TextWriter) -> Bool {
        guard case .text(let text) = parameter.value else { return false }
        out.append(text)
        return true
    }
}
