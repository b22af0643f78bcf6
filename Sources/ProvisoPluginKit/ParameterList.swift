import ProvisoABI

/// The parameters of one finding, laid out as the ABI wants them for the time of one report.
///
/// A list becomes one parameter for each item, all of them with the list's name: the ABI has no list that a plugin
/// could make.
struct ParameterList {
    private var parameters: [proviso_parameter] = []
    private var bytes: [UInt8] = []
    /// Where the text of a parameter begins in `bytes`.
    private var starts: [(parameter: Int, offset: Int)] = []

    init(_ pairs: KeyValuePairs<StaticString, PluginParameter>) {
        for (name, parameter) in pairs {
            switch parameter {
            case .boolean(let value): add(name, PROVISO_BOOL) { $0.as.boolean = value ? 1 : 0 }
            case .integer(let value): add(name, PROVISO_INTEGER) { $0.as.integer = value }
            case .unsigned(let value): add(name, PROVISO_UNSIGNED) { $0.as.unsigned_integer = value }
            case .double(let value): add(name, PROVISO_DOUBLE) { $0.as.number = value }
            case .text(let text): add(name, text)
            case .list(let texts): for text in texts { add(name, text) }
            }
        }
    }

    /// Hands the parameters to a report; they live until it returns.
    func withParameters(_ body: (UnsafeBufferPointer<proviso_parameter>) -> Void) {
        var parameters = parameters
        bytes.withUnsafeBytes { bytes in
            for start in starts where start.parameter < parameters.count && start.offset <= bytes.count {
                parameters[start.parameter].value.as.text = bytes.baseAddress.map {
                    ($0 + start.offset).assumingMemoryBound(to: CChar.self)
                }
            }
            parameters.withUnsafeBufferPointer(body)
        }
    }

    private mutating func add(_ name: StaticString, _ text: String) {
        starts.append((parameters.count, bytes.count))
        add(name, PROVISO_TEXT) { $0.length = UInt64(text.utf8.count) }
        // The byte after it keeps even an empty string from having no address.
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    private mutating func add<Kind: BinaryInteger>(
        _ name: StaticString, _ kind: Kind, _ fill: (inout proviso_value) -> Void
    ) {
        var value = proviso_value()
        value.kind = UInt32(truncatingIfNeeded: kind)
        fill(&value)
        parameters.append(proviso_parameter(name: CText.name(name), value: value))
    }
}
