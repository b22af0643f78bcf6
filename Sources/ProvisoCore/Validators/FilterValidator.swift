internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Changes the value: by filters with names, one after the other, or by closures in Swift.
///
/// The names are `trim` (white space off both ends), `lower` and `upper` (Unicode's full mappings, of no locale, by the
/// Unicode version of the ICU library), `nfc` and `nfkc` (Unicode normalization forms), `fold` (full case folding in
/// form C, for comparing), `email` (an address as it should be stored: its domain in ASCII and lowercase),
/// `collapseSpaces` (one blank for each run of white space), `digits` (only the decimal digits stay, those of other
/// scripts as ASCII), `toInteger` (text that spells a whole number becomes it, and 5.0 becomes 5), `toNumber` (text that
/// spells a number becomes it), `toBoolean` (true, yes, on, 1, false, no, off, 0) and `toText` (numbers and Booleans
/// become text). What a filter cannot change stays as it is: the rules after it decide whether it is valid. The items of
/// a list are filtered each unless `skipOnArray`; a closure gets the list as a whole.
///
/// ```yaml
/// - [email, filter, { filter: [trim, lower] }]
/// ```
public struct FilterValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "filter"
    public static let options = [
        OptionDescription("filter", .texts, "the filters, in the order they are applied", isRequired: true),
        OptionDescription("skipOnArray", .boolean, "whether lists are left alone"),
    ]

    public let filters: [ValueTransform]
    public let skipOnArray: Bool

    public init(_ filters: [ValueTransform], skipOnArray: Bool = false) {
        self.filters = filters
        self.skipOnArray = skipOnArray
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        var filters: [ValueTransform] = []
        for name in try options.texts("filter") ?? [] {
            guard let filter = ValueTransform.named[name] else {
                throw OptionError(
                    option: "filter", reason: "'\(name)' is not one of \(ValueTransform.names.joined(separator: ", "))",
                    suggestion: Suggestion.nearest(to: name, in: ValueTransform.names))
            }
            filters.append(filter)
        }
        self.init(filters, skipOnArray: try options.boolean("skipOnArray") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        if filters.isEmpty { throw OptionError(option: "filter", reason: "names no filter") }
    }

    public var skipsEmpty: Bool { false }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if value.kind == .list, skipOnArray { return }
        for filter in filters {
            // Read again each time: the filter before may have changed it.
            let current = unsafe Value(unsafe: context.node.pointee.value)
            if current.kind == .list, !filter.takesLists {
                filterItems(of: current, by: filter, &context)
            } else if case .changed(let changed) = filter.change(current) {
                context.replaceValue(with: changed)
            }
        }
    }

    private func filterItems(of list: borrowing Value, by filter: ValueTransform, _ context: inout ValidationContext) {
        let node = context.node
        for index in list.nodes.indices {
            guard let first = list.nodes.baseAddress,
                case .changed(let changed) = filter.change(unsafe Value(unsafe: list.nodes[index].value))
            else { continue }
            context.node = UnsafeMutablePointer(mutating: first + index)
            context.replaceValue(with: changed)
        }
        context.node = node
    }
}

extension Constraint {
    /// Changes the value by filters, one after the other.
    public static func filter(_ filters: ValueTransform...) -> Constraint { .validator(FilterValidator(filters)) }

    /// Changes the value by a closure.
    public static func filter(
        skipOnArray: Bool = false, _ body: @escaping @Sendable (AnyValue) -> AnyValue
    ) -> Constraint {
        .validator(FilterValidator([.custom(body)], skipOnArray: skipOnArray))
    }
}
