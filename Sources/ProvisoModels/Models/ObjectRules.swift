/// Rules attached to one object by key path, each with its message.
///
/// The object is held weakly. Use the rules on one thread, as most objects. For registries, scenarios and locales use a
/// `ValidatableModel`; this type is for a handful of checks.
public struct ObjectRules<Object: AnyObject> {
    /// The handle that `add` returns, to remove the rule.
    public struct Handle: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// The object, `nil` when it no longer exists.
    public private(set) weak var object: Object?
    private var rules: [(handle: Handle, rule: any ObjectRule<Object>)] = []
    private var next = 0

    /// Creates an empty list of rules for an object.
    public init(_ object: Object) {
        self.object = object
    }

    /// The number of rules.
    public var count: Int { rules.count }

    /// Adds a rule after all others.
    @discardableResult
    public mutating func add(_ rule: some ObjectRule<Object>) -> Handle {
        let handle = Handle(number: next)
        next += 1
        rules.append((handle, rule))
        return handle
    }

    /// Removes a rule, if it has not been removed yet.
    public mutating func remove(_ handle: Handle) { rules.removeAll { $0.handle == handle } }

    /// Puts another rule in the place of one, such as a `RegexRule` with another expression; false when that is removed.
    @discardableResult
    public mutating func replace(_ handle: Handle, with rule: some ObjectRule<Object>) -> Bool {
        guard let index = rules.firstIndex(where: { $0.handle == handle }) else { return false }
        rules[index].rule = rule
        return true
    }

    /// Removes all rules.
    public mutating func removeAll() { rules = [] }

    /// The messages of the rules that do not pass, in the order of the rules; empty when the object is valid.
    public func validate() -> [String] {
        guard let object else { return [] }
        return rules.filter { !$0.rule.passes(object) }.map(\.rule.message)
    }
}

/// A rule for objects of one type.
///
/// A new rule type is a struct with a message and this one function.
public protocol ObjectRule<Object> {
    /// The class whose objects the rule validates.
    associatedtype Object: AnyObject
    /// The message if an object does not pass.
    var message: String { get }
    /// Whether an object passes the rule.
    func passes(_ object: Object) -> Bool
}
