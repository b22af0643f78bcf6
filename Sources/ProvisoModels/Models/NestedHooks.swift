internal import ProvisoCore
internal import ProvisoMessages
internal import Synchronization

/// One of the hooks of a model.
enum Hook: UInt8 {
    case before = 1
    case after = 2
}

/// What is known of the hooks of the models that one attribute holds, and of those nested in them.
///
/// Most models have none. Which do is known only from calling them: the ones of the protocol say so. After that, models
/// without hooks are not looked at any more.
final class NestedHooks: Sendable {
    let scope: NestedRules
    private let children: [NestedHooks]
    /// The hooks that are known to do nothing, as bits.
    private let idle = Atomic<UInt8>(0)

    private init(_ scope: NestedRules, among scopes: [NestedRules]) {
        self.scope = scope
        children = Self.all(in: scopes, below: scope)
    }

    /// Those of the attributes of a model, of the root model if there is no scope.
    static func all(in scopes: [NestedRules], below scope: NestedRules? = nil) -> [NestedHooks] {
        scopes.filter { $0.parent === scope }.map { NestedHooks($0, among: scopes) }
    }

    func child(_ attribute: String) -> NestedHooks? { children.first { $0.scope.attribute == attribute } }

    func isIdle(_ hook: Hook) -> Bool { idle.load(ordering: .relaxed) & hook.rawValue != 0 }

    func markIdle(_ hook: Hook) { idle.bitwiseOr(hook.rawValue, ordering: .relaxed) }

    /// Whether some model there may have the hook.
    func mayRun(_ hook: Hook) -> Bool { !isIdle(hook) || children.contains { $0.mayRun(hook) } }
}

/// A walk through the nested models that calls one of their hooks.
struct HookRun {
    let hook: Hook
    /// The scenario of the root model.
    let scenario: String
    /// The errors of the root model so far.
    private(set) var errors: ErrorList
    /// The nested models that did not let their rules run.
    private(set) var stopped: Set<ValuePath>
    /// The number of violations that are kept.
    private let limit: Int
    /// Where violations are, and all that those places are in: most models have none.
    private var marked: Set<ValuePath> = []
    /// How many models may have been changed by their hooks.
    private(set) var changes = 0
    /// Where the walk is, also as rules name it.
    private var path = ValuePath([])
    private var pattern = ValuePath([])
    private var hooks: NestedHooks?

    init(_ hook: Hook, in scenario: String, errors: ErrorList, stopped: Set<ValuePath>, limit: Int) {
        self.hook = hook
        self.scenario = scenario
        self.errors = errors
        self.stopped = stopped
        self.limit = limit
        for violation in errors.violations { mark(violation.path) }
    }

    private mutating func mark(_ path: ValuePath) {
        for count in 0...path.components.count { marked.insert(ValuePath(Array(path.components.prefix(count)))) }
    }

    /// Walks through an item of a list, or through a member of a dictionary.
    mutating func enter(_ component: ValuePath.Component, _ body: (inout HookRun) -> Void) {
        enter(component, as: .each, body)
    }

    /// Walks through the models in an attribute, if one of them may have the hook.
    mutating func enter(_ hooks: NestedHooks, _ body: (inout HookRun) -> Void) {
        guard hooks.mayRun(hook), hooks.scope.isEntered(in: scenario) else { return }
        let outer = self.hooks
        self.hooks = hooks
        enter(.key(hooks.scope.attribute), as: .key(hooks.scope.attribute), body)
        self.hooks = outer
    }

    private mutating func enter(
        _ component: ValuePath.Component, as name: ValuePath.Component, _ body: (inout HookRun) -> Void
    ) {
        path.components.append(component)
        pattern.components.append(name)
        body(&self)
        path.components.removeLast()
        pattern.components.removeLast()
    }

    /// Calls the hook of a model and of the models in it: the outer one first before the rules, last after them.
    mutating func call<Nested: ValidatableModel>(_ model: inout Nested) {
        guard let hooks, !stopped.contains(path) else { return }
        if hook == .before { callOwn(&model, hooks) }
        if !stopped.contains(path) {
            for attribute in Nested.attributes where attribute.nested != nil {
                guard let inner = hooks.child(attribute.name) else { continue }
                enter(inner) { attribute.hook(&model, &$0) }
            }
        }
        if hook == .after { callOwn(&model, hooks) }
    }

    private mutating func callOwn<Nested: ValidatableModel>(_ model: inout Nested, _ hooks: NestedHooks) {
        if hooks.isIdle(hook) { return }
        var own = ErrorList()
        if marked.contains(path) { own.add(errors.part(at: path)) }
        let known = own.violations
        let isStopped = !model.run(
            hook, scenario: hooks.scope.scenario(for: scenario), errors: &own, as: HookRule.nested)
        if own.isUntouched { return hooks.markIdle(hook) }
        if !(Nested.self is AnyObject.Type) { changes += 1 }
        if isStopped {
            stopped.insert(path)
            if own.isEmpty { own.add([Violation(added: .validationStopped, to: "", rule: HookRule.nested)]) }
        }
        if own.violations != known { take(own.violations, insteadOf: known) }
    }

    /// Takes over what a model's hook made of its violations.
    private mutating func take(_ new: [Violation], insteadOf known: [Violation]) {
        let isLonger = new.starts(with: known)
        if !isLonger { errors.removeAll { [path] in $0.path.starts(with: path) } }
        for violation in new.dropFirst(isLonger ? known.count : 0) {
            let violation = violation.above(path, pattern)
            errors.add(violation, limit: limit)
            mark(violation.path)
        }
    }
}

/// The rules of what hooks add, by which it is found again when they run once more.
enum HookRule {
    static let own = RuleReference(id: "added", type: "added")
    static let nested = RuleReference(id: "added", type: "added")
}

extension ValidatableModel {
    /// Calls a hook; false if it does not let the rules run.
    mutating func run(
        _ hook: Hook, scenario: String, errors: inout ErrorList, as rule: RuleReference = HookRule.own
    ) -> Bool {
        errors.isUntouched = false
        errors.addedRule = rule
        defer { errors.addedRule = nil }
        switch hook {
        case .before: return beforeValidate(scenario: scenario, errors: &errors)
        case .after:
            afterValidate(scenario: scenario, errors: &errors)
            return true
        }
    }
}

extension ErrorList {
    /// The violations in a nested model, as it names them itself.
    fileprivate func part(at path: ValuePath) -> [Violation] {
        violations.filter { $0.path.starts(with: path) }.map { $0.below(path.components.count) }
    }

    /// Removes what hooks have added, because they run again: nested ones only in some attributes.
    mutating func removeHookErrors(within attributes: Set<String>?) {
        if violations.isEmpty { return }
        removeAll { violation in
            if violation.rule === HookRule.own { return true }
            guard violation.rule === HookRule.nested, case .key(let root)? = violation.path.components.first else {
                return false
            }
            return attributes?.contains(root) ?? true
        }
    }
}

extension ValuePath {
    fileprivate func starts(with path: ValuePath) -> Bool { components.starts(with: path.components) }
}

extension Violation {
    /// The violation without the first parts of its path.
    fileprivate func below(_ count: Int) -> Violation {
        let name = ValuePath(Array(ValuePath(attribute).components.dropFirst(count)))
        return Violation(
            code: code, parameters: parameters, attribute: name.description,
            path: ValuePath(Array(path.components.dropFirst(count))), rule: rule, offset: offset)
    }

    /// The violation as one of the model around.
    fileprivate func above(_ path: ValuePath, _ pattern: ValuePath) -> Violation {
        let name = attribute.isEmpty ? [] : ValuePath(attribute).components
        let own = self.path.components == [.key("")] ? [] : self.path.components
        return Violation(
            code: code, parameters: parameters, attribute: ValuePath(pattern.components + name).description,
            path: ValuePath(path.components + own), rule: rule, offset: offset)
    }
}
