/// Rules attached to one object by key path, each with the text that says it was broken.
///
/// The object is held weakly: rules never keep it alive, and without it there is nothing to say. Of one thread, as
/// objects mostly are. Registry, scenarios and locales are the business of `Model`; this is for a handful of checks.
public struct ObjectRules<Object: AnyObject> {
    /// What `add` gives back, to remove the rule by.
    public struct Handle: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// The object, nil when it is gone.
    public private(set) weak var object: Object?
    private var rules: [(handle: Handle, rule: any ObjectRule<Object>)] = []
    private var next = 0

    public init(_ object: Object) {
        self.object = object
    }

    public var count: Int { rules.count }

    /// Adds a rule after all others.
    @discardableResult
    public mutating func add(_ rule: some ObjectRule<Object>) -> Handle {
        let handle = Handle(number: next)
        next += 1
        rules.append((handle, rule))
        return handle
    }

    /// Removes a rule; one that is removed already is no matter.
    public mutating func remove(_ handle: Handle) { rules.removeAll { $0.handle == handle } }

    /// Puts another rule in the place of one, such as a `RegexRule` with another expression; false when that is removed.
    @discardableResult
    public mutating func replace(_ handle: Handle, with rule: some ObjectRule<Object>) -> Bool {
        guard let index = rules.firstIndex(where: { $0.handle == handle }) else { return false }
        rules[index].rule = rule
        return true
    }

    public mutating func removeAll() { rules = [] }

    /// The texts of the rules that do not hold, in the order of the rules; empty when all is fine.
    public func validate() -> [String] {
        guard let object else { return [] }
        return rules.filter { !$0.rule.passes(object) }.map(\.rule.message)
    }
}

/// A rule for objects of one type.
///
/// A new rule type is a struct with a message and this one function.
public protocol ObjectRule<Object> {
    associatedtype Object: AnyObject
    /// Shown as it is when the rule does not hold.
    var message: String { get }
    func passes(_ object: Object) -> Bool
}
