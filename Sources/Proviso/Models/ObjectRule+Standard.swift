/// Bounds the length of a text; nil has the length 0.
public struct StringLengthRule<Object: AnyObject>: ObjectRule {
    public let message: String
    private let text: (Object) -> String?
    private let range: ClosedRange<Int>
    private let unit: StringValidator.Unit

    /// `min` and `max` are inclusive; at least one must be given.
    public init(
        _ path: KeyPath<Object, String?>, min: Int? = nil, max: Int? = nil,
        unit: StringValidator.Unit = .codePoints, message: String
    ) {
        self.init({ $0[keyPath: path] }, min, max, unit, message)
    }

    public init(
        _ path: KeyPath<Object, String>, min: Int? = nil, max: Int? = nil,
        unit: StringValidator.Unit = .codePoints, message: String
    ) {
        self.init({ $0[keyPath: path] }, min, max, unit, message)
    }

    private init(
        _ text: @escaping (Object) -> String?, _ min: Int?, _ max: Int?, _ unit: StringValidator.Unit, _ message: String
    ) {
        precondition(min != nil || max != nil, "a length rule needs a bound")
        self.text = text
        range = (min ?? 0)...(max ?? .max)
        self.unit = unit
        self.message = message
    }

    public func passes(_ object: Object) -> Bool {
        var length = 0
        HeldValue(.text(text(object) ?? "")).withText { length = unit.count($0) }
        return range.contains(length)
    }
}

/// Bounds a number or anything else that is ordered; nil lies in no range.
public struct RangeRule<Object: AnyObject, Bound: Comparable>: ObjectRule {
    public let message: String
    private let value: (Object) -> Bound?
    private let min: Bound?
    private let max: Bound?

    /// `min` and `max` are inclusive; at least one must be given.
    public init(_ path: KeyPath<Object, Bound?>, min: Bound? = nil, max: Bound? = nil, message: String) {
        self.init({ $0[keyPath: path] }, min, max, message)
    }

    public init(_ path: KeyPath<Object, Bound>, min: Bound? = nil, max: Bound? = nil, message: String) {
        self.init({ $0[keyPath: path] }, min, max, message)
    }

    private init(_ value: @escaping (Object) -> Bound?, _ min: Bound?, _ max: Bound?, _ message: String) {
        precondition(min != nil || max != nil, "a range rule needs a bound")
        self.value = value
        self.min = min
        self.max = max
        self.message = message
    }

    public func passes(_ object: Object) -> Bool {
        guard let value = value(object) else { return false }
        return min.map { value >= $0 } ?? true && max.map { value <= $0 } ?? true
    }
}

/// Looks for a regular expression in a text, ignoring case.
///
/// `^` and `$` stand at line ends. Nil never matches.
public struct RegexRule<Object: AnyObject>: ObjectRule {
    public let message: String
    private let text: (Object) -> String?
    private let pattern: Pattern

    /// Throws RE2's reason for a pattern that is none.
    public init(_ path: KeyPath<Object, String?>, _ expression: String, message: String) throws(OptionError) {
        try self.init({ $0[keyPath: path] }, expression, message)
    }

    public init(_ path: KeyPath<Object, String>, _ expression: String, message: String) throws(OptionError) {
        try self.init({ $0[keyPath: path] }, expression, message)
    }

    private init(_ text: @escaping (Object) -> String?, _ expression: String, _ message: String) throws(OptionError) {
        self.text = text
        pattern = try Pattern("(?m)\(expression)", ignoreCase: true, option: "expression")
        self.message = message
    }

    public func passes(_ object: Object) -> Bool {
        guard var text = text(object) else { return false }
        return text.withUTF8 { pattern.matches($0) }
    }
}

/// Compares a property with one of another object, or of the same; the other object is held weakly.
public struct EqualityRule<Object: AnyObject, Other: AnyObject, Compared: Equatable>: ObjectRule {
    public let message: String
    private let path: KeyPath<Object, Compared>
    private weak var other: Other?
    private let otherPath: KeyPath<Other, Compared>

    public init(
        _ path: KeyPath<Object, Compared>, equals otherPath: KeyPath<Other, Compared>, of other: Other, message: String
    ) {
        self.path = path
        self.other = other
        self.otherPath = otherPath
        self.message = message
    }

    /// False also when the other object is gone.
    public func passes(_ object: Object) -> Bool {
        guard let other else { return false }
        return object[keyPath: path] == other[keyPath: otherPath]
    }
}

/// Applies any validator of the registry's kind to a property; an empty value is judged too.
public struct ValidatorRule<Object: AnyObject, Property: AttributeValue, Checked: NamedValidator>: ObjectRule {
    public let message: String
    private let path: KeyPath<Object, Property>
    private let validator: Checked

    public init(_ path: KeyPath<Object, Property>, _ validator: Checked, message: String) {
        self.path = path
        self.validator = validator
        self.message = message
    }

    public func passes(_ object: Object) -> Bool {
        let arena = Arena()
        let written = object[keyPath: path].value(in: ValueWriter(arena: arena))
        return withExtendedLifetime(arena) { validator.violations(of: AnyValue(raw: written.raw)).isEmpty }
    }
}
