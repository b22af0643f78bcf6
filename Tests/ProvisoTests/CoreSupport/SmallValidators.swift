import JSONBridge
import Proviso

/// Refuses numbers below a limit, and what is no number.
struct MinimumValidator: NamedValidator {
    static let type: RuleType = "minimum"
    static let options = [
        OptionDescription("limit", .number, "the least number allowed", isRequired: true),
        OptionDescription("strictly", .boolean, "whether the limit itself is refused"),
    ]
    static let codes = [CodeDescription("minimum.tooSmall", "limit"), CodeDescription("minimum.noNumber")]

    var limit: Number
    var strictly = false

    init(_ limit: Number) {
        self.limit = limit
    }

    init(options: borrowing OptionReader) throws(OptionError) {
        limit = try options.number("limit") ?? 0
        strictly = try options.boolean("strictly") ?? false
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let number = Number(value) else { return context.report("minimum.noNumber") }
        if number < limit || strictly && number == limit {
            context.report("minimum.tooSmall", ["limit": ParameterValue(limit)])
        }
    }
}

/// Refuses odd numbers.
struct EvenValidator: NamedValidator {
    static let type: RuleType = "even"
    static let codes = [CodeDescription("even.odd")]

    init() {}
    init(options: borrowing OptionReader) throws(OptionError) {}

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let number = value.integer, number % 2 == 0 { return }
        context.report("even.odd")
    }
}

/// Turns text to upper case.
struct UpperValidator: NamedValidator {
    static let type: RuleType = "upper"

    init() {}
    init(options: borrowing OptionReader) throws(OptionError) {}

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text, !text.isUpper else { return }
        context.replaceValue(with: .text(text.string.uppercased()))
    }
}

extension BorrowedText {
    fileprivate var isUpper: Bool { !buffer.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } }
}

/// Wants the value of another attribute.
struct SameAsValidator: NamedValidator {
    static let type: RuleType = "sameAs"
    static let options = [OptionDescription("other", .text, "the other attribute", isRequired: true)]
    static let codes = [CodeDescription("sameAs.different", "other")]

    let other: String
    private var reference: AttributeReference?

    init(_ other: String) {
        self.other = other
    }

    init(options: borrowing OptionReader) throws(OptionError) {
        other = try options.text("other") ?? ""
    }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        reference = try binding.reference(to: other, option: "other")
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let reference else { return }
        if AnyValue(value) != AnyValue(context.value(of: reference)) {
            context.report("sameAs.different", ["other": .attribute(other)])
        }
    }
}

/// Applies another rule to every item of a list, empty or not.
struct ItemsValidator: NamedValidator {
    static let type: RuleType = "items"
    static let options = [OptionDescription("rule", .rule, "what every item must be", isRequired: true)]
    static let codes = [CodeDescription("items.noList")]

    private let body: Constraint?
    private var check: Check?

    init(options: borrowing OptionReader) throws(OptionError) {
        body = try options.rule("rule")
    }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        check = try body.map { body throws(OptionError) in try binding.check(for: body, option: "rule") }
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list, let check else { return context.report("items.noList") }
        let (list, items) = (context.node, context.node.pointee.value.nodes)
        for index in items.indices {
            guard let item = items.baseAddress.map({ UnsafeMutablePointer(mutating: $0 + index) }) else { return }
            context.check(item: item, at: index, of: list, with: check)
        }
    }
}

extension Registry {
    /// `required`, and the small validators of these tests; nothing that changes when a built-in comes.
    static let small: Registry = {
        var registry = Registry()
        do {
            try registry.register(RequiredValidator.self)
            try registry.register(MinimumValidator.self)
            try registry.register(EvenValidator.self)
            try registry.register(UpperValidator.self)
            try registry.register(SameAsValidator.self)
            try registry.register(ItemsValidator.self)
        } catch {
            preconditionFailure("\(error)")
        }
        return registry
    }()
}

extension Constraint {
    static func minimum(_ limit: Number) -> Constraint { .validator(MinimumValidator(limit)) }
    static var even: Constraint { .validator(EvenValidator()) }
    static var upper: Constraint { .validator(UpperValidator()) }
    static func sameAs(_ other: String) -> Constraint { .validator(SameAsValidator(other)) }

    /// Reports a code whatever the value is.
    static func fails(_ code: Code) -> Constraint { .check { _, context in context.report(code) } }
}

/// A rule set refused: its description line by line, nothing when it is accepted.
func diagnostics(_ text: String, file: String = "f.yaml", registry: Registry = .small) -> [String] {
    do throws(RuleSetError) {
        _ = try Plan(RuleSet(parsing: text, file: file), registry: registry)
        return []
    } catch {
        return error.diagnostics.map(\.description)
    }
}
