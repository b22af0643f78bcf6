public import ProvisoMessages

extension RuleDefinition {
    /// A rule type whose validators a closure makes, from a rule's options and any values of the program.
    ///
    /// Rule files name it like any other. Options that are not listed are refused.
    public init<Made: Validator>(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        make: @escaping @Sendable (OptionReader) throws(OptionError) -> Made
    ) {
        self.init(
            type: type, origin: .application, options: options, codes: codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try make(options))
        }
    }

    /// A rule type whose async validators a closure makes.
    public init<Made: AsyncValidator>(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        makeAsync: @escaping @Sendable (OptionReader) throws(OptionError) -> Made
    ) {
        self.init(
            type: type, origin: .application, options: options, codes: codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try makeAsync(options))
        }
    }
}

extension Registry {
    /// Adds a rule type whose validators a closure makes.
    ///
    /// ```swift
    /// try registry.register("acme/vat", options: [OptionDescription("countries", .texts, "…")]) { options in
    ///     VATNumber(countries: try options.texts("countries") ?? [], registry: vatRegistry)
    /// }
    /// ```
    public mutating func register<Made: Validator>(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        make: @escaping @Sendable (OptionReader) throws(OptionError) -> Made
    ) throws(RuleSetError) {
        try register(RuleDefinition(type, options: options, codes: codes, make: make))
    }

    /// Adds a rule type whose async validators a closure makes.
    public mutating func register<Made: AsyncValidator>(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        makeAsync: @escaping @Sendable (OptionReader) throws(OptionError) -> Made
    ) throws(RuleSetError) {
        try register(RuleDefinition(type, options: options, codes: codes, makeAsync: makeAsync))
    }

    /// Adds a rule type that is a closure: it receives the value, the rule's options and the context to report to.
    public mutating func register(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        check: @escaping @Sendable (borrowing Value, OptionReader, inout ValidationContext) -> Void
    ) throws(RuleSetError) {
        try register(
            type, options: options, codes: codes,
            make: { (options: OptionReader) throws(OptionError) -> ClosureValidator in
                ClosureValidator { check($0, options, &$1) }
            })
    }

    /// Adds a rule type that is an async closure: it receives the value and the rule's options, and returns the
    /// violations.
    public mutating func register(
        _ type: RuleType, options: [OptionDescription] = [], codes: [CodeDescription] = [],
        asyncCheck: @escaping @Sendable (AnyValue, OptionReader, AsyncContext) async throws -> [Finding]
    ) throws(RuleSetError) {
        try register(
            type, options: options, codes: codes,
            makeAsync: { (options: OptionReader) throws(OptionError) -> AsyncClosureValidator in
                AsyncClosureValidator(names: []) { try await asyncCheck($0, options, $1) }
            })
    }
}
