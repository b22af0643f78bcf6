internal import ProvisoMessages

/// Makes the strings that mean null null, before all rules.
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
        guard let text = value.text, lengths.contains(text.count) else { return }
        guard strings.contains(text.buffer) else { return }
        context.replaceValue(raw: .missing)
    }
}
