internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Changes the value by named filters, one after the other, or by closures in Swift.
///
/// `trim` removes white space at both ends; `lower` and `upper` map the case (Unicode's full mappings, without a
/// locale, in the Unicode version of ICU); `nfc` and `nfkc` are Unicode normalization forms; `fold` is full case
/// folding in form C, for comparing; `email` is the stored form of an address, with its domain in lowercase ASCII;
/// `collapseSpaces` replaces each run of white space by one space; `compact` removes the white space, hyphens and dots
/// that people write between the groups of a number; `digits` keeps only decimal digits, those of other scripts as
/// ASCII; `toInteger` converts a string that spells an integer, and 5.0 to 5; `toNumber` converts
/// a string that spells a number; `toBoolean` converts true, yes, on, 1, false, no, off and 0; `toText` converts
/// numbers and Booleans to strings. A value that a filter cannot change is left unchanged: later rules decide
/// whether it is valid. In a list each item is filtered unless `skipOnArray`; a closure receives the whole list.
///
/// ```yaml
/// - [email, filter, { filter: [trim, lower] }]
/// ```
public struct FilterValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "filter"
    public static let about = RuleTypeFacts(
        effect: .changesValue,
        chapter: .changes, place: 3,
        familiar: [" with 'lower'": "tolower tolowercase downcase", " with 'upper'": "toupper touppercase upcase"])
    public static let options = [
        OptionDescription(
            "filter", .texts, "the filters, in the order they are applied", isRequired: true,
            choices: ValueTransform.names),
        OptionDescription("skipOnArray", .boolean, "whether lists are left unchanged"),
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
                    suggestion: Suggestion.word(for: name, in: ValueTransform.names))
            }
            filters.append(filter)
        }
        self.init(filters, skipOnArray: try options.boolean("skipOnArray") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        if filters.isEmpty { throw OptionError(option: "filter", reason: "must name at least one filter") }
    }

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if value.kind == .list, skipOnArray { return }
        for filter in filters {
            // Read again each time: the filter before may have changed it.
            let current = unsafe Value(unsafe: context.node.pointee.value)
            if current.kind == .list, !filter.takesLists {
                filterItems(of: current, by: filter, &context)
            } else if case .changed(let changed) = filter.apply(to: current, &context) {
                context.replaceValue(with: changed)
            }
        }
    }

    private func filterItems(of list: borrowing Value, by filter: ValueTransform, _ context: inout ValidationContext) {
        let node = context.node
        for index in list.nodes.indices {
            guard let first = list.nodes.baseAddress,
                case .changed(let changed) = filter.apply(
                    to: unsafe Value(unsafe: list.nodes[index].value), &context)
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
