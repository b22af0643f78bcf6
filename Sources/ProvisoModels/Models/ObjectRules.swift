public import ProvisoCore
internal import ProvisoMessages

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

/// Bounds the length of a string; `nil` has the length 0.
public struct StringLengthRule<Object: AnyObject>: ObjectRule {
    /// The message for an object that does not pass.
    public let message: String
    private let text: (Object) -> String?
    private let range: ClosedRange<Int>
    private let unit: StringValidator.Unit

    /// `min` and `max` are inclusive; throws where neither is given, where one is negative, and where no length fits.
    public init(
        _ path: KeyPath<Object, String?>, min: Int? = nil, max: Int? = nil,
        unit: StringValidator.Unit = .codePoints, message: String, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("StringLengthRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, min, max, unit, message, place)
    }

    /// The same for a string that is never nil.
    public init(
        _ path: KeyPath<Object, String>, min: Int? = nil, max: Int? = nil,
        unit: StringValidator.Unit = .codePoints, message: String, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("StringLengthRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, min, max, unit, message, place)
    }

    private init(
        _ text: @escaping (Object) -> String?, _ min: Int?, _ max: Int?, _ unit: StringValidator.Unit,
        _ message: String, _ place: ObjectRulePlace
    ) throws(RuleSetError) {
        for (name, bound) in [("min", min), ("max", max)] where bound ?? 0 < 0 {
            throw place.error("'\(name)' must not be negative")
        }
        try place.checkBounds(min, max, of: "no string has")
        self.text = text
        range = (min ?? 0)...(max ?? .max)
        self.unit = unit
        self.message = message
    }

    /// Whether an object passes the rule.
    public func passes(_ object: Object) -> Bool {
        var length = 0
        HeldValue(.text(text(object) ?? "")).withText { length = unit.count($0) }
        return range.contains(length)
    }
}

/// Bounds a number or anything else that is ordered; nil is in no range.
public struct RangeRule<Object: AnyObject, Bound: Comparable>: ObjectRule {
    /// The message for an object that does not pass.
    public let message: String
    private let value: (Object) -> Bound?
    private let min: Bound?
    private let max: Bound?

    /// `min` and `max` are inclusive; throws where neither is given and where no value fits.
    public init(
        _ path: KeyPath<Object, Bound?>, min: Bound? = nil, max: Bound? = nil, message: String,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("RangeRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, min, max, message, place)
    }

    /// The same for a value that is never nil.
    public init(
        _ path: KeyPath<Object, Bound>, min: Bound? = nil, max: Bound? = nil, message: String,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("RangeRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, min, max, message, place)
    }

    private init(
        _ value: @escaping (Object) -> Bound?, _ min: Bound?, _ max: Bound?, _ message: String,
        _ place: ObjectRulePlace
    ) throws(RuleSetError) {
        try place.checkBounds(min, max, of: "no value is")
        self.value = value
        self.min = min
        self.max = max
        self.message = message
    }

    /// Whether an object passes the rule.
    public func passes(_ object: Object) -> Bool {
        guard let value = value(object) else { return false }
        return min.map { value >= $0 } ?? true && max.map { value <= $0 } ?? true
    }
}

/// Looks for a regular expression in a string, ignoring case.
///
/// `^` and `$` are at line ends. `nil` never matches.
public struct RegexRule<Object: AnyObject>: ObjectRule {
    /// The message for an object that does not pass.
    public let message: String
    private let text: (Object) -> String?
    private let pattern: Pattern

    /// Throws RE2's reason for a pattern that is not valid.
    public init(
        _ path: KeyPath<Object, String?>, _ expression: String, message: String, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("RegexRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, expression, message, place)
    }

    /// The same for a string that is never nil.
    public init(
        _ path: KeyPath<Object, String>, _ expression: String, message: String, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) throws(RuleSetError) {
        let place = ObjectRulePlace("RegexRule", path, fileID, line, column)
        try self.init({ $0[keyPath: path] }, expression, message, place)
    }

    private init(
        _ text: @escaping (Object) -> String?, _ expression: String, _ message: String, _ place: ObjectRulePlace
    ) throws(RuleSetError) {
        self.text = text
        do {
            pattern = try Pattern("(?m)\(expression)", ignoreCase: true, option: "expression")
        } catch {
            throw place.error(error.reason)
        }
        self.message = message
    }

    /// Whether an object passes the rule.
    public func passes(_ object: Object) -> Bool {
        guard var text = text(object) else { return false }
        return text.withUTF8 { pattern.matches($0) }
    }
}

/// Where a rule on an object was made, to say so where it cannot be used.
private struct ObjectRulePlace {
    private let subject: String
    private let position: SourcePosition

    init(_ rule: String, _ path: AnyKeyPath, _ fileID: StaticString, _ line: UInt, _ column: UInt) {
        subject = "\(rule) on '\(path)'"
        position = SourcePosition(fileID: fileID, line: line, column: column)
    }

    func error(_ reason: String) -> RuleSetError {
        RuleSetError([RuleSetError.Diagnostic(position: position, rule: subject, reason: reason)])
    }

    func checkBounds<Bound: Comparable>(_ min: Bound?, _ max: Bound?, of nothing: String) throws(RuleSetError) {
        if min == nil, max == nil { throw error("'min' or 'max' is needed") }
        // Not a number is neither below nor above anything.
        if let min, !(min <= min) { throw error("'min' is not a number") }
        if let max, !(max <= max) { throw error("'max' is not a number") }
        if let min, let max, min > max { throw error("\(nothing) at least \(min) and at most \(max)") }
    }
}

/// Compares a property with one of another object, or of the same; the other object is held weakly.
public struct EqualityRule<Object: AnyObject, Other: AnyObject, Compared: Equatable>: ObjectRule {
    /// The message for an object that does not pass.
    public let message: String
    private let path: KeyPath<Object, Compared>
    private weak var other: Other?
    private let otherPath: KeyPath<Other, Compared>

    /// Creates a rule for a property.
    public init(
        _ path: KeyPath<Object, Compared>, equals otherPath: KeyPath<Other, Compared>, of other: Other, message: String
    ) {
        self.path = path
        self.other = other
        self.otherPath = otherPath
        self.message = message
    }

    /// False also when the other object no longer exists.
    public func passes(_ object: Object) -> Bool {
        guard let other else { return false }
        return object[keyPath: path] == other[keyPath: otherPath]
    }
}

/// Applies any validator of the registry's kind to a property; an empty value is validated too.
public struct ValidatorRule<Object: AnyObject, Property: AttributeValue, Checked: NamedValidator>: ObjectRule {
    /// The message for an object that does not pass.
    public let message: String
    private let path: KeyPath<Object, Property>
    private let validator: Checked

    /// Creates a rule for a property.
    public init(_ path: KeyPath<Object, Property>, _ validator: Checked, message: String) {
        self.path = path
        self.validator = validator
        self.message = message
    }

    /// Whether an object passes the rule.
    public func passes(_ object: Object) -> Bool {
        let arena = Arena()
        let written = object[keyPath: path].value(in: ValueWriter(arena: arena))
        return withExtendedLifetime(arena) { validator.violations(of: AnyValue(raw: written.raw)).isEmpty }
    }
}
