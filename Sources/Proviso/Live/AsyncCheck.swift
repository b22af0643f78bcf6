/// A check whose answer takes time, such as a server's: whether the value is fine.
///
/// It may throw when that cannot be found out, which is `rule.fault` and never taken for "fine". It is cancelled when
/// nobody waits for its answer any more; an answer that comes nevertheless is dropped.
public typealias AsyncCheck = @Sendable (AnyValue) async throws -> Bool

extension Code {
    /// An asynchronous check says that a value is not fine.
    public static let refused: Code = "input.refused"
}

/// An asynchronous check with the messages of its own.
struct AsyncRule: Sendable {
    private let reference: RuleReference
    private let check: AsyncCheck

    init(id: String, message: RuleMessages, check: @escaping AsyncCheck) throws(RuleSetError) {
        let messages = try MessageCompiler.compile(
            message, of: RuleBody(type: "remote"), codes: [CodeDescription(.refused)])
        reference = RuleReference(id: id, type: "remote", messages: messages)
        self.check = check
    }

    fileprivate func violation(of value: AnyValue, attribute: String, path: Path) async -> Violation? {
        do {
            if try await check(value) { return nil }
            return Violation(code: .refused, attribute: attribute, path: path, rule: reference)
        } catch {
            let reason = Parameters([Parameter(name: "reason", value: .text(String(describing: error)))])
            return Violation(code: .fault, parameters: reason, attribute: attribute, path: path, rule: reference)
        }
    }
}

extension [AsyncRule] {
    /// Asks all of them at once and waits for all answers; what they find comes in the order of the rules.
    func violations(of value: AnyValue, attribute: String, path: Path) async -> [Violation] {
        await withTaskGroup(of: (Int, Violation?).self) { group in
            for (number, rule) in enumerated() {
                group.addTask { (number, await rule.violation(of: value, attribute: attribute, path: path)) }
            }
            var found: [(number: Int, violation: Violation)] = []
            for await case (let number, let violation?) in group { found.append((number, violation)) }
            return found.sorted { $0.number < $1.number }.map(\.violation)
        }
    }
}
