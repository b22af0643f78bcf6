/// Writes one message from a pattern, its arguments and a locale.
///
/// Writing cannot fail: a missing argument is shown as `{name}`, a value that was not kept as an ellipsis, and a string
/// in place of a number unchanged.
package struct MessageFormatter: ~Copyable {
    /// The catalog's locale and formatters, with which messages are written.
    package final class Setting: Sendable {
        package let formats: LocaleFormats
        /// Whether inserted text is enclosed in FSI and PDI.
        package let isolates: Bool
        package let timeZone: String
        package let register: MessageRegister
        /// The catalog with the words for subjects and lists; `nil` for messages outside a catalog.
        let slot: CatalogSlot?
        /// The setting of the catalog's parent in the same language, which has the words that the catalog lacks.
        let parent: Setting?

        package convenience init(formats: LocaleFormats, isolates: Bool, timeZone: String = "UTC") {
            self.init(
                formats: formats, isolates: isolates, timeZone: timeZone, register: .form, slot: nil, parent: nil)
        }

        init(
            formats: LocaleFormats, isolates: Bool, timeZone: String, register: MessageRegister, slot: CatalogSlot?,
            parent: Setting?
        ) {
            self.formats = formats
            self.isolates = isolates
            self.timeZone = timeZone
            self.register = register
            self.slot = slot
            self.parent = parent
        }
    }

    /// The arguments, owned by the caller while the message is written.
    let parameters: UnsafeBufferPointer<LentParameter>
    let label: UnsafeBufferPointer<UInt8>
    /// The label at the start of the message.
    let firstLabel: UnsafeBufferPointer<UInt8>
    /// Whether the value has a label of its own.
    let isNamed: Bool
    var out: TextWriter

    /// Renders the message; `labels` returns the label of another attribute.
    package static func string(
        _ pattern: MessagePattern, parameters: [Parameter], label: String, setting: Setting,
        labels: (String) -> String
    ) -> String {
        string(pattern.program, parameters: parameters, label: label, setting: setting, labels: labels)
    }

    /// Renders the message; `firstLabel` is the label at the start of the message, if it differs.
    static func string(
        _ program: MessageProgram, parameters: [Parameter], label: String, firstLabel: String? = nil,
        isNamed: Bool = true, setting: Setting, labels: (String) -> String
    ) -> String {
        if let firstLabel, program.beginsWithLabel {
            return string(program, parameters, label, beginningWith: firstLabel, isNamed, setting, labels)
        }
        return label.lendUTF8 { string(program, parameters, $0, $0, isNamed, setting, labels) }
    }

    @inline(never)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: String, beginningWith firstLabel: String,
        _ isNamed: Bool, _ setting: Setting, _ labels: (String) -> String
    ) -> String {
        label.lendUTF8 { label in
            firstLabel.lendUTF8 { string(program, parameters, label, $0, isNamed, setting, labels) }
        }
    }

    @inline(__always)
    private static func string(
        _ program: MessageProgram, _ parameters: [Parameter], _ label: UnsafeBufferPointer<UInt8>,
        _ firstLabel: UnsafeBufferPointer<UInt8>, _ isNamed: Bool, _ setting: Setting,
        _ labels: (String) -> String
    ) -> String {
        TextWriter.withMemory { memory in
            LentParameter.lend(parameters) { parameters in
                var state = MessageFormatter(
                    parameters: parameters, label: label, firstLabel: firstLabel, isNamed: isNamed,
                    out: TextWriter(memory))
                program.write(program.main, with: &state, in: setting, labels: labels)
                return state.out.text
            }
        }
    }
}

/// A parameter that is read in place: a noncopyable value needs no reference counting.
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

    var isFalse: Bool { parameter.value == .boolean(false) }

    /// Appends the value if it is a string.
    @inline(__always)
    borrowing func appendText(to out: inout TextWriter) -> Bool {
        guard case .text(let text) = parameter.value else { return false }
        out.append(text)
        return true
    }
}
