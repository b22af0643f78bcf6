internal import ProvisoABI
public import ProvisoMessages

/// Validates a value by a shape of the rule set, which may apply itself to the value's members and items.
///
/// The paths in a shape begin at the value. `maxDepth` limits how many shapes may be in each other, from 1 to 100. A
/// value that is deeper has the violation `shape.tooDeep`. An empty object is validated too.
///
/// ```yaml
/// shapes:
///   node: { closed: true, rules: [[name, required], [children.*, shape, { name: node, maxDepth: 20 }]] }
/// rules:
///   - [tree, shape, { name: node }]
/// ```
public struct ShapeValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "shape"
    public static let about = RuleTypeFacts(
        .shape,
        chapter: .collections, place: 7,
        familiar: ["": "recursive lazy schema"])
    public static let options = [
        OptionDescription(
            "name", .text, "the shape's name in the key 'shapes' of the rule set", isRequired: true, role: .shape),
        OptionDescription("maxDepth", .integer, "how many shapes may be in each other; 32 by default", role: .maximum),
    ]
    public static let codes = [CodeDescription("shape.tooDeep", "maxDepth")]

    public let name: String
    public let maxDepth: Int
    private var plan: Unmanaged<ShapePlan>?

    public init(name: String, maxDepth: Int = 32) {
        self.name = name
        self.maxDepth = maxDepth
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let name = try options.text("name") else { throw OptionError(option: "name", reason: "is required") }
        self.init(name: name, maxDepth: try options.integer("maxDepth") ?? 32)
    }

    public func checkOptions() throws(OptionError) {
        guard (1...100).contains(maxDepth) else {
            throw OptionError(option: "maxDepth", reason: "expected a number from 1 to 100, found \(maxDepth)")
        }
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        plan = Unmanaged.passUnretained(try binding.shape(named: name, option: "name"))
    }

    public var validatesEmptyCollections: Bool { true }

    public var kinds: ValueKindSet { .objects }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let plan else { return context.reportFault("shape was not bound to an attribute") }
        if context.shapes >= maxDepth {
            return context.report("shape.tooDeep", ["maxDepth": .integer(Int64(maxDepth))])
        }
        plan._withUnsafeGuaranteedRef { $0.validate(&context) }
    }
}

extension Constraint {
    /// Validates a value by a shape of the rule set.
    public static func shape(_ name: String, maxDepth: Int = 32) -> Constraint {
        .validator(ShapeValidator(name: name, maxDepth: maxDepth))
    }
}
