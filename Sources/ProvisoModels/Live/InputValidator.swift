public import ProvisoCore
public import ProvisoMessages
internal import Synchronization

/// Validates one input, such as a string field, by rules that are added one by one.
///
/// Every rule runs, also after one that failed and also for an empty value. Async checks start when all other rules
/// pass: the state is `waitingForRemote` until all have returned. A newer value cancels the checks of the older one.
/// From any thread; a check in progress does not keep the validator alive.
public final class InputValidator: Sendable {
    /// The name from which the label is made if there is no label; if empty, messages say "the input value".
    public let name: String
    let labels: [String: String]
    private let registry: Registry
    private let catalogs: Catalogs
    private let feed = Feed<InputState>()
    private let board: Mutex<Board>

    private struct Board: Sendable {
        var plan: Plan
        var asyncRules: [AsyncRule] = []
        /// Those of the inputs that rules compare with.
        var labels: [String: [String: String]] = [:]
        var value: AnyValue?
        /// The extra values that async checks receive.
        var extras: [String: AnyValue] = [:]
        /// The last value as the rules left it.
        var judged = AnyValue.null
        var state = InputState.invalid([])
        /// Counts the values: an answer for another one than the last comes too late.
        var number = 0
        var task: Task<Void, Never>?

        /// No one waits for an answer any more.
        mutating func dropChecks() {
            number += 1
            task?.cancel()
            task = nil
        }
    }

    /// What the value is called in the plan, which names show nowhere.
    private static let attribute = "value"

    /// Creates a validator without rules, which accepts every value.
    ///
    /// `labels` are what people call the input, by locale; "" stands for all others. A problem of the catalogs is
    /// thrown when the first rule is added.
    public init(
        _ name: String = "", labels: [String: String] = [:], registry: Registry = .standard,
        catalogs: Catalogs = .embedded
    ) {
        self.name = name
        self.labels = labels
        self.registry = registry
        self.catalogs = catalogs
        board = Mutex(Board(plan: AdHoc.plan))
    }

    deinit {
        board.withLock { $0.dropChecks() }
    }

    /// The state of the last value; invalid before the first.
    public var state: InputState { board.withLock { $0.state } }

    /// Whether the last value is valid.
    public var isValid: Bool { state.isValid }

    /// The last value as received; `nil` before the first.
    public var value: AnyValue? { board.withLock { $0.value } }

    /// The last value as its rules left it, such as trimmed or with a default in its place; nil before the first.
    public var validatedValue: AnyValue? { board.withLock { board in board.value.map { _ in board.judged } } }

    /// How many rules there are, including async ones.
    public var ruleCount: Int { board.withLock { $0.plan.ruleSet.rules.count + $0.asyncRules.count } }

    /// Adds a rule after all others; one that cannot be used is thrown and changes nothing.
    ///
    /// The rule is used from the next validation on. `skipOnEmpty` skips an empty value, for inputs that may be left
    /// out. The error names the file and line of the call and the input.
    public func add(
        _ body: Constraint, message: RuleMessages = RuleMessages(), skipOnEmpty: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        try board.withLock { (board) throws(RuleSetError) in
            var ruleSet = board.plan.ruleSet
            let id = String(ruleSet.rules.count + board.asyncRules.count + 1)
            let rule = Rule(
                [Self.attribute], body, message: message, skipOnEmpty: skipOnEmpty, skipOnError: false, id: id,
                fileID: fileID, line: line, column: column)
            ruleSet.rules.append(rule)
            do throws(RuleSetError) {
                board.plan = try Plan(ruleSet, registry: registry, catalogs: catalogs)
            } catch {
                throw located(error, at: rule.position, rule: "rule \(id), '\(body.type)'")
            }
        }
    }

    /// Adds an async check, which runs when all other rules pass.
    public func addRemote(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, _ check: @escaping AsyncCheck
    ) throws(RuleSetError) {
        try addRemote(message: message, fileID: fileID, line: line, column: column) { value, _ in
            try await check(value)
        }
    }

    /// Adds an async check that also receives the extra values of the validation.
    @_disfavoredOverload
    public func addRemote(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, _ check: @escaping AsyncCheckWithExtras
    ) throws(RuleSetError) {
        try board.withLock { (board) throws(RuleSetError) in
            let id = String(board.plan.ruleSet.rules.count + board.asyncRules.count + 1)
            do throws(RuleSetError) {
                board.plan = try Plan(board.plan.ruleSet, registry: registry, catalogs: catalogs)
                board.asyncRules.append(
                    try AsyncRule(id: id, message: message, catalogs: board.plan.catalogs, checkWithExtras: check))
            } catch {
                let place = SourcePosition(fileID: fileID, line: line, column: column)
                throw located(error, at: place, rule: "rule \(id), 'remote'")
            }
        }
    }

    /// The problems of a rule, at the call that added it; a fault of a catalog keeps its place.
    private func located(_ error: RuleSetError, at position: SourcePosition?, rule: String) -> RuleSetError {
        RuleSetError(
            error.diagnostics.map {
                RuleSetError.Diagnostic(
                    position: $0.position ?? position, rule: name.isEmpty ? rule : "\(rule) of '\(name)'",
                    reason: $0.reason, suggestion: $0.suggestion)
            })
    }

    /// Keeps the labels of an input that a rule compares with.
    func know(_ other: InputValidator) {
        if !other.name.isEmpty { board.withLock { $0.labels[other.name] = other.labels } }
    }

    /// Validates a value and returns its state before async checks have returned.
    ///
    /// `extras` are passed to the async checks of this validation.
    @discardableResult
    public func validate(_ value: some AttributeValue, extras: [String: AnyValue] = [:]) -> InputState {
        judge(AnyValue(of: value), extras)
    }

    /// Validates the last value again, for example after an input that it is compared with has changed.
    ///
    /// Does nothing before the first value.
    @discardableResult
    public func revalidate() -> InputState {
        let (value, extras) = board.withLock { ($0.value, $0.extras) }
        return value.map { judge($0, extras) } ?? state
    }

    /// The state after all async checks have returned.
    ///
    /// Returns at once when the calling task is cancelled.
    public func settled() async -> InputState {
        let states = states()
        let now = state
        guard now.isWaiting else { return now }
        for await state in states where !state.isWaiting { return state }
        return state
    }

    /// Every state from now on, also if it is equal to the previous one.
    ///
    /// There is one for each validation, and one when its async checks have returned.
    ///
    /// Each call returns its own sequence. It ends with the validator or when that is cancelled.
    public func states() -> AsyncStream<InputState> { feed.events() }

    /// Calls a closure for every state from now on.
    ///
    /// It replaces the previous closure; `nil` removes it. It is called on the thread that validates or that runs an
    /// async check, but never by two threads at once. It receives the validator, so the closure does not need to
    /// capture it.
    public func onChange(_ handler: (@Sendable (InputValidator, InputState) -> Void)?) {
        guard let handler else { return feed.setHandler(nil) }
        feed.setHandler { [weak self] state in
            if let self { handler(self, state) }
        }
    }

    /// Ends the sequences and cancels pending checks; a value with pending checks becomes invalid.
    ///
    /// The validator can be used again.
    public func cancel() {
        board.withLock { board in
            board.dropChecks()
            guard board.state.isWaiting else { return }
            board.state = .invalid([violation(.fault, ["reason": .text("cancelled")])])
            feed.take(board.state)
        }
        feed.tell()
        feed.end()
    }

    /// The messages of the last value's violations, from the rules or the catalogs.
    public func texts(in locale: String = "en") -> [String] {
        let (plan, state, others) = board.withLock { ($0.plan, $0.state, $0.labels) }
        var words = RuleSet(labels: others)
        if !name.isEmpty { words.labels[name] = labels }
        let localizer = ReportLocalizer(Localizer(preferring: [locale], in: plan.catalogs), ruleSet: words)
        return state.violations.map(localizer.text)
    }

    private func judge(_ value: AnyValue, _ extras: [String: AnyValue]) -> InputState {
        let (plan, asyncRules, number) = board.withLock { board in
            board.dropChecks()
            (board.value, board.extras) = (value, extras)
            return (board.plan, board.asyncRules, board.number)
        }
        let (found, judged) = violations(of: value, by: plan)
        let state = board.withLock { board in
            guard board.number == number else { return board.state }
            board.judged = judged
            if !found.isEmpty {
                board.state = .invalid(found)
            } else if asyncRules.isEmpty {
                board.state = .valid
            } else {
                board.state = .waitingForRemote
                let pendingChecks = asyncRules.map {
                    $0.pendingCheck(about: judged, extras: extras, attribute: name, path: ValuePath([]))
                }
                board.task = Task { [weak self] in
                    guard let report = try? await PendingReport(pendingChecks: pendingChecks).finish() else { return }
                    self?.settle(number, report.violations)
                }
            }
            feed.take(board.state)
            return board.state
        }
        feed.tell()
        return state
    }

    private func settle(_ number: Int, _ found: [Violation]) {
        board.withLock { board in
            guard board.number == number else { return }
            board.task = nil
            board.state = found.isEmpty ? .valid : .invalid(found)
            feed.take(board.state)
        }
        feed.tell()
    }

    /// What the rules find, and the value as they leave it.
    private func violations(of value: AnyValue, by plan: Plan) -> ([Violation], AnyValue) {
        if plan.ruleSet.rules.isEmpty { return ([], value) }
        let record = Record(for: plan)
        record.fill(.object([AnyValue.Member(Self.attribute, value)]))
        do {
            let found = try plan.validate(record).violations.map { found in
                Violation(
                    code: found.code, parameters: found.parameters, attribute: name,
                    path: ValuePath(Array(found.path.components.dropFirst())), rule: found.rule)
            }
            return (found, record.isChanged ? record[Self.attribute] ?? value : value)
        } catch {
            return ([violation(.fault, ["reason": .text(error.description)])], value)
        }
    }

    private func violation(_ code: Code, _ parameters: Parameters) -> Violation {
        Violation(
            code: code, parameters: parameters, attribute: name, path: ValuePath([]),
            rule: RuleReference(id: "cancelled", type: "remote"))
    }
}

/// Rules for one input beside those that every attribute may have.
extension InputValidator {
    /// Adds a condition of the program's own.
    public func addCondition(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, _ holds: @escaping @Sendable (AnyValue) -> Bool
    ) throws(RuleSetError) {
        try add(
            .check { value, context in
                if !holds(AnyValue(value)) { context.report("input.condition") }
            }, message: message, fileID: fileID, line: line, column: column)
    }

    /// Requires the value that a closure gives at the time of each validation.
    ///
    /// That value enters no message: it may be a password.
    public func addEqual(
        message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, to target: @escaping @Sendable () -> AnyValue
    ) throws(RuleSetError) {
        try add(
            .check { value, context in
                if !value.isIdentical(to: target()) { context.report("input.different") }
            }, message: message, fileID: fileID, line: line, column: column)
    }

    /// Requires the value of another input, as when a password is repeated.
    ///
    /// When the other one changes, `revalidate()` validates this one again. The other input is not kept alive; without it
    /// the value cannot be validated, which is `rule.fault`.
    public func addEqual(
        to other: InputValidator, message: RuleMessages = RuleMessages(), fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let label = other.name
        try add(
            .check { [weak other] value, context in
                guard let other else { return context.reportFault("the input to compare with no longer exists") }
                if value.isIdentical(to: other.validatedValue ?? .null) { return }
                if label.isEmpty { return context.report("input.different") }
                context.report("compare.equal", ["compareValueOrAttribute": .attribute(label), "kind": "attribute"])
            }, message: message, fileID: fileID, line: line, column: column)
        know(other)
    }
}

extension Value {
    fileprivate func isIdentical(to other: AnyValue) -> Bool {
        other.withValue { Ordering.plain.holds(self, .identical, $0) }
    }
}
