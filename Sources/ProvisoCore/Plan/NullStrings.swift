internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Makes the strings that mean null null, before all rules.
///
/// Those within lists and objects too, so that the rules of shapes and of items see the same values as all others.
struct NullStrings: NamedValidator, DirectValidator {
    static let type: RuleType = "nulls"
    static let options: [OptionDescription] = []
    static let codes: [CodeDescription] = []

    private let strings: TextTable
    private let lengths: ClosedRange<Int>
    /// Where the rule file has the strings.
    let positions: [String: SourcePosition]

    init(_ strings: [String], at positions: [String: SourcePosition] = [:]) {
        (self.strings, self.positions) = (TextTable(strings), positions)
        let counts = strings.map(\.utf8.count)
        lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    }

    init(options: borrowing OptionReader) throws(OptionError) { self.init([]) }

    var skipsEmpty: Bool { false }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            if meansNull(text) { context.replaceValue(raw: .missing) }
        } else if replace(within: value.raw, &context) {
            let slot = context.step._withUnsafeGuaranteedRef { $0.attribute.slot }
            context.record.noteChange(inSlot: slot)
        }
    }

    private func meansNull(_ text: borrowing BorrowedText) -> Bool {
        lengths.contains(text.count) && strings.contains(text.buffer)
    }

    /// Replaces the strings in a list or an object; true if there were some.
    private func replace(within value: proviso_value, _ context: inout ValidationContext) -> Bool {
        let nodes = value.nodes
        guard let first = nodes.baseAddress else { return false }
        context.meter.pointee.charge(1 + nodes.count)
        var isChanged = false
        for index in nodes.indices {
            let node = UnsafeMutablePointer(mutating: first + index)
            if let text = unsafe Value(unsafe: node.pointee.value).text {
                guard meansNull(text) else { continue }
                let marks = node.pointee.value.flags & NodeFlag.all
                node.pointee.value = .missing
                node.pointee.value.flags |= marks | NodeFlag.changed
                isChanged = true
            } else if replace(within: node.pointee.value, &context) {
                isChanged = true
            }
        }
        return isChanged
    }

    /// The strings in a value that mean null, with their places below it.
    func found(in value: AnyValue, at path: ValuePath = ValuePath([])) -> [(path: ValuePath, text: String)] {
        switch value {
        case .text(var text): text.withUTF8(strings.contains) ? [(path, text)] : []
        case .list(let items):
            items.enumerated().flatMap { found(in: $1, at: path.appending(.index($0))) }
        case .object(let members):
            members.flatMap { found(in: $0.value, at: path.appending(.key($0.key))) }
        default: []
        }
    }
}
