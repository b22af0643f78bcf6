public import ProvisoCore
public import ProvisoMessages

/// An async check, such as a query to a server: returns whether the value is valid.
///
/// An error that it throws is `rule.fault`, and never counts as valid. It is cancelled when its result is no longer
/// needed; a result that still comes is dropped.
public typealias AsyncCheck = @Sendable (AnyValue) async throws -> Bool

/// The same with extra values of one validation: `input.validate(value, extras: ["id": 5])`.
public typealias AsyncCheckWithExtras = @Sendable (AnyValue, [String: AnyValue]) async throws -> Bool

extension Code {
    /// The code that is reported if an async check returns false.
    public static let refused: Code = "input.refused"
}

/// An async check with its own messages.
struct AsyncRule: Sendable {
    private let reference: RuleReference
    private let check: AsyncCheckWithExtras
    private let showsValue: Bool

    init(
        id: String, message: RuleMessages, catalogs: Catalogs, check: @escaping AsyncCheck
    ) throws(RuleSetError) {
        try self.init(
            id: id, message: message, catalogs: catalogs, checkWithExtras: { value, _ in try await check(value) })
    }

    init(
        id: String, message: RuleMessages, catalogs: Catalogs, checkWithExtras check: @escaping AsyncCheckWithExtras
    ) throws(RuleSetError) {
        let codes = [CodeDescription(.refused)]
        let messages = try MessageCompiler.compile(message, of: Constraint(type: "remote"), codes: codes)
        showsValue = messages.showValue || catalogs.showValue(codes)
        reference = RuleReference(id: id, type: "remote", messages: messages)
        self.check = check
    }

    /// The pending check of a value; `index` is the attribute's index in its plan, if it has one.
    func pendingCheck(
        about value: AnyValue, extras: [String: AnyValue] = [:], attribute: String, path: ValuePath, index: Int = -1
    ) -> PendingCheck {
        let site = ViolationSite(attribute: attribute, path: path, rule: reference)
        let place = ViolationPlace(site: site, offset: nil, value: showsValue ? ParameterValue(value) : nil)
        return PendingCheck(place: place, attribute: index, inputs: [value], bails: false) { [check] in
            try await check(value, extras) ? [] : [Finding(.refused)]
        }
    }
}
