/// A validator that looks at nothing but its value and what it resolves when a plan is made.
protocol ConfinedValidator: Validator {}

/// An async validator as a step of a plan: it copies what the check needs and asks.
struct AskingValidator<Asked: AsyncValidator>: ConfinedValidator {
    private var asked: Asked

    init(_ asked: Asked) {
        self.asked = asked
    }

    var skipsEmpty: Bool { asked.skipsEmpty }

    mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        try binding.requireAsync()
        try asked.bind(to: binding)
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var others: [String: AnyValue] = [:]
        for reference in asked.others {
            let other = context.value(of: reference)
            others[reference.name] = AnyValue(other)
        }
        let (value, copied) = (AnyValue(value), context.copied(with: others))
        let inputs = [value] + asked.others.map { others[$0.name] ?? .absent }
        context.ask(about: inputs) { [asked] in try await asked.validate(value, copied) }
    }
}

/// An async validator that is a closure.
struct AsyncClosureValidator: AsyncValidator {
    let names: [String]
    let body: @Sendable (AnyValue, AsyncContext) async throws -> [Finding]
    private(set) var others: [AttributeReference] = []

    init(names: [String], body: @escaping @Sendable (AnyValue, AsyncContext) async throws -> [Finding]) {
        self.names = names
        self.body = body
    }

    mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        others = []
        for name in names { others.append(try binding.reference(to: name, option: "with")) }
    }

    func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
        try await body(value, context)
    }
}
