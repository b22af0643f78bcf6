public import ProvisoCore
public import ProvisoMessages

/// A check whose answer takes time, such as a server's: whether the value is fine.
///
/// It may throw when that cannot be found out, which is `rule.fault` and never taken for "fine". It is cancelled when
/// nobody waits for its answer any more; an answer that comes nevertheless is dropped.
public typealias AsyncCheck = @Sendable (AnyValue) async throws -> Bool

/// The same with what the caller of one validation gave for it: `input.validate(value, extras: ["id": 5])`.
public typealias AsyncCheckWithExtras = @Sendable (AnyValue, [String: AnyValue]) async throws -> Bool

extension Code {
    /// An asynchronous check says that a value is not fine.
    public static let refused: Code = "input.refused"
}

/// An asynchronous check with the messages of its own.
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
        let messages = try MessageCompiler.compile(message, of: RuleBody(type: "remote"), codes: codes)
        showsValue = messages.showValue || catalogs.showValue(codes)
        reference = RuleReference(id: id, type: "remote", messages: messages)
        self.check = check
    }

    /// The question about a value; `index` is the attribute's in its plan, where it has one.
    func question(
        about value: AnyValue, extras: [String: AnyValue] = [:], attribute: String, path: Path, index: Int = -1
    ) -> Question {
        let site = ViolationSite(attribute: attribute, path: path, rule: reference)
        let place = ViolationPlace(site: site, offset: nil, value: showsValue ? ParameterValue(value) : nil)
        return Question(place: place, attribute: index, inputs: [value], bails: false) { [check] in
            try await check(value, extras) ? [] : [Finding(.refused)]
        }
    }
}
