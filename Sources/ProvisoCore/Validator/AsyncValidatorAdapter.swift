/// An async validator as a step of a plan: it copies what the check needs and adds an async check.
struct AsyncValidatorAdapter<Adapted: AsyncValidator>: DirectValidator {
    static var isSelfContained: Bool { true }

    private var adapted: Adapted

    init(_ adapted: Adapted) {
        self.adapted = adapted
    }

    var skipsEmpty: Bool { adapted.skipsEmpty }
    var kinds: ValueKindSet { adapted.kinds }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try binding.requireAsync()
        try adapted.bind(to: binding)
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var others: [String: AnyValue] = [:]
        for reference in adapted.others {
            let other = context.value(of: reference)
            others[reference.name] = AnyValue(other)
        }
        let (value, copied) = (AnyValue(value), context.copied(with: others))
        let inputs = [value] + adapted.others.map { others[$0.name] ?? .absent }
        context.addAsyncCheck(inputs: inputs) { [adapted] in try await adapted.validate(value, copied) }
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

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        others = []
        for name in names { others.append(try binding.reference(to: name, option: "with")) }
    }

    func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
        try await body(value, context)
    }
}
