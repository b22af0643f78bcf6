public import ProvisoCore
public import ProvisoMessages

/// A method of a model that rules name as their type.
public struct ValidationMethod<Checked>: Sendable {
    /// The rule type by which rules name the method.
    public let name: RuleType
    /// The codes that the method reports.
    public let codes: [CodeDescription]
    /// The options its rules may give it, which it reads from the context; others are refused.
    public let options: [OptionDescription]
    package let body: @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    package let skipsEmpty: Bool
    /// Whether the method is async.
    let isAsync: Bool

    /// A method with the codes it reports; none listed means any.
    ///
    /// The model is as the rules before this one left it. The method changes a value only through `context.replaceValue`:
    /// later rules do not see what a class sets in its own properties.
    public init(
        _ name: RuleType, codes: [CodeDescription] = [], options: [OptionDescription] = [], skipsEmpty: Bool = true,
        _ body: @escaping @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    ) {
        self.init(name, codes: codes, options: options, skipsEmpty: skipsEmpty, isAsync: false, body: body)
    }

    private init(
        _ name: RuleType, codes: [CodeDescription], options: [OptionDescription], skipsEmpty: Bool, isAsync: Bool,
        body: @escaping @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    ) {
        self.name = name
        self.codes = codes
        self.options = options
        self.skipsEmpty = skipsEmpty
        self.isAsync = isAsync
        self.body = body
    }

    /// An async method; it receives copies of the model and the value as they are when it is called.
    public init(
        async name: RuleType, codes: [CodeDescription] = [], skipsEmpty: Bool = true,
        _ body: @escaping @Sendable (Checked, AnyValue) async throws -> [Finding]
    ) where Checked: Sendable {
        self.init(async: name, codes: codes, options: [], skipsEmpty: skipsEmpty) { model, value, _ in
            try await body(model, value)
        }
    }

    /// The same with the rule's options and the place of the value.
    public init(
        async name: RuleType, codes: [CodeDescription] = [], options: [OptionDescription] = [],
        skipsEmpty: Bool = true,
        _ body: @escaping @Sendable (Checked, AnyValue, AsyncContext) async throws -> [Finding]
    ) where Checked: Sendable {
        self.init(
            name, codes: codes, options: options, skipsEmpty: skipsEmpty, isAsync: true
        ) { model, value, context in
            let (model, value, copied) = (copy model, AnyValue(value), context.copied(with: [:]))
            context.addAsyncCheck {
                try await body(model, value, copied).map { finding in
                    let isKnown = codes.isEmpty || finding.code == .fault || codes.contains { $0.code == finding.code }
                    return isKnown
                        ? finding : Finding(.fault, ["reason": .text(Self.undeclared(finding.code, name, codes))])
                }
            }
        }
    }

    /// The reason why a code that the method does not declare is refused.
    fileprivate func undeclared(_ code: Code) -> String { Self.undeclared(code, name, codes) }

    private static func undeclared(_ code: Code, _ name: RuleType, _ codes: [CodeDescription]) -> String {
        let declared = codes.map { "'\($0.code)'" }.joined(separator: ", ")
        return "the method '\(name)' reports the code '\(code)', but declares only \(declared): list it among its codes"
    }

    var definition: RuleDefinition {
        RuleDefinition(
            type: name, origin: .method(String(describing: Checked.self)), options: options, codes: codes
        ) { [self] (given: OptionReader) throws(OptionError) -> Check in
            // No one else looks at the kinds before the method runs.
            for option in options { try given.check(option) }
            return Check(MethodValidator(method: self, options: given))
        }
    }
}

/// A model's method as a validator like any other.
struct MethodValidator<Checked>: DirectValidator {
    let method: ValidationMethod<Checked>
    private let options: HeldOptions?

    init(method: ValidationMethod<Checked>, options: OptionReader) {
        self.method = method
        self.options = method.options.isEmpty ? nil : HeldOptions(options)
    }

    var skipsEmpty: Bool { method.skipsEmpty }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        if method.isAsync { try binding.requireAsync() }
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        context.heldOptions = options.map { Unmanaged.passUnretained($0) }
        let known = context.violations.count
        defer { if context.violations.count > known { refuseUndeclared(since: known, &context) } }
        if !isOwn(value, &context) {
            if let nested = context.nestedModel(Checked.self) {
                method.body(nested, value, &context)
            } else {
                context.reportFault("'\(method.name)' is a method of \(Checked.self)")
            }
        }
        context.heldOptions = nil
    }

    /// Turns violations with codes that the method does not declare into faults: no message could be given for them.
    private func refuseUndeclared(since known: Int, _ context: inout ValidationContext) {
        if method.codes.isEmpty { return }
        let declared = method.codes.map(\.code)
        for index in known..<context.violations.count {
            let violation = context.violations[index]
            guard violation.code != .fault, !declared.contains(violation.code) else { continue }
            let reason = method.undeclared(violation.code)
            context.violations[index] = Violation(
                code: .fault, parameters: ["reason": .text(reason)], attribute: violation.attribute,
                path: violation.path, rule: violation.rule, offset: violation.offset)
        }
    }

    /// Calls the method of the model itself; false when the rule belongs to a nested one.
    private func isOwn(_ value: borrowing Value, _ context: inout ValidationContext) -> Bool {
        guard let model = context.modelToCall(Checked.self) else { return false }
        context.lend(1)
        method.body(model.pointee, value, &context)
        context.lend(-1)
        return true
    }
}

extension OptionReader {
    /// The option as a Swift value, `nil` if the rule does not set it: `context.options.value("max", as: Int.self)`.
    ///
    /// Also `nil` if the type cannot hold the value. The kind of a declared option was checked when the plan was made.
    public func value<Option: AttributeValue>(_ name: String, as type: Option.Type) -> Option? {
        value(name).flatMap { Option(attribute: $0) }
    }
}
