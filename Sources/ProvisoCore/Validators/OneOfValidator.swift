internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Requires a value of one of several shapes, and validates it by the rules of that shape.
///
/// With `by`, the member of that name says which shape the value has; its absence, and a name that is not one of the
/// shapes, are reported at this member. Without `by`, the kind of value decides: `string`, `number`, `integer`,
/// `boolean`, `list` and `object` are names of shapes for these kinds, all others are for objects. A number without a
/// fraction, such as 5.0, is an integer. If several shapes
/// remain, it is the one that the value was probably meant to have: the one whose single allowed values it has, else
/// the one that names most of its members, else the one with the fewest errors.
///
/// One shape that accepts the value is enough, as in `anyOf` of a JSON Schema: others may accept it
/// too. `by`, or `closed: true` with `required` members, makes shapes exclude each other.
///
/// The paths in a shape begin at the value, and `.` is the value itself. `closed: true` refuses members that the shape
/// does not name. Violations are those of the shape's rules, at their places. An empty object is validated, a value
/// that is not there is skipped.
///
/// ```yaml
/// - attributes: payment
///   type: oneOf
///   by: method
///   shapes:
///     card: { closed: true, rules: [[number, required], [number, match, { pattern: "^[0-9]{16}$" }]] }
///     iban: { rules: [[iban, required]] }
/// ```
public struct OneOfValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "oneOf"
    public static let about = RuleTypeFacts(
        .union,
        chapter: .collections, place: 6,
        familiar: ["": "anyof union alternatives discriminator"])
    public static let options = [
        OptionDescription(
            "shapes", .shapes, "the shapes by name: rules, and whether they are closed", isRequired: true),
        OptionDescription(
            "by", .text, "the member that names the shape; by default the kind of value decides", role: .discriminator),
    ]
    public static let codes = [
        CodeDescription("oneOf.unknown", "range", "kind", "suggestion").saying("kind", ["unknown", "similar"]),
        CodeDescription("required.blank"),
        CodeDescription("oneOf.kind", "kinds"),
    ]

    public let shapes: [NamedShape]
    public let by: String?
    private var plans: [Unmanaged<ShapePlan>] = []
    private var kindsOfShapes: [ValueKindSet] = []

    /// Throws if there is no shape, or two have one name.
    public init(by: String? = nil, shapes: [NamedShape]) throws(OptionError) {
        self.shapes = shapes
        self.by = by
        if shapes.isEmpty { throw OptionError(option: "shapes", reason: "must name at least one shape") }
        if by?.isEmpty ?? false { throw OptionError(option: "by", reason: "must name a member") }
        for (index, shape) in shapes.enumerated() where shapes[..<index].contains(where: { $0.name == shape.name }) {
            throw OptionError(option: "shapes", reason: "two shapes are called '\(shape.name)'")
        }
        kindsOfShapes = by == nil ? shapes.map { Self.kinds[$0.name] ?? ValueKindSet(.object) } : []
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let shapes = try options.shapes("shapes") else {
            throw OptionError(option: "shapes", reason: "is required")
        }
        try self.init(by: try options.text("by"), shapes: shapes)
    }

    private static let integers = ValueKindSet(.integer, .unsigned)

    /// The shapes that have the name of a kind.
    static let kinds: [String: ValueKindSet] = [
        "string": ValueKindSet(.text), "integer": integers, "boolean": ValueKindSet(.boolean),
        "number": ValueKindSet(.integer, .unsigned, .double, .decimal), "list": ValueKindSet(.list),
        "object": ValueKindSet(.object),
    ]

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        plans = []
        if let by { binding.mention([ValuePath([.key(by)])], option: "by") }
        for shape in shapes {
            if by == nil, Self.kinds[shape.name] == nil, let meant = Self.meant[shape.name] {
                throw OptionError(
                    option: "shapes", reason: "'\(shape.name)' is not a kind of value", suggestion: meant)
            }
            let plan = try binding.shape(shape, with: by, option: "shapes")
            if by == nil, Self.kinds[shape.name] == nil, let kinds = plan.kinds, kinds.isDisjoint(with: .objects) {
                throw OptionError(
                    option: "shapes",
                    reason: "the shape '\(shape.name)' is for objects, but its rules take \(kinds.words): "
                        + "name it after the kind of its values",
                    suggestion: shapes.contains { Self.kinds[$0.name] == kinds } ? nil : Self.name(of: kinds))
            }
            plans.append(Unmanaged.passUnretained(plan))
        }
    }

    /// The name of a shape for some kinds; strings are among them where rules read numbers from text.
    private static func name(of kinds: ValueKindSet) -> String? {
        let own = kinds == .strings ? kinds : kinds.subtracting(.strings)
        return ["string", "boolean", "integer", "number", "list"].first {
            self.kinds[$0].map { own.isSubset(of: $0) } ?? false
        }
    }

    private static let meant = [
        "array": "list", "text": "string", "bool": "boolean", "int": "integer", "float": "number", "map": "object",
    ]

    public var validatesEmptyCollections: Bool { true }

    public var kinds: ValueKindSet { by == nil ? kindsOfShapes.reduce([]) { $0.union($1) } : .objects }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard plans.count == shapes.count else { return context.reportFault("oneOf was not bound to an attribute") }
        if let by { return validate(value, by: by, &context) }
        var (fitting, first) = (0, 0)
        for index in kindsOfShapes.indices.reversed() where takes(index, value) {
            // Integers are numbers too, but may have a shape of their own.
            if kindsOfShapes[index] == Self.integers { return apply(index, &context) }
            (fitting, first) = (fitting + 1, index)
        }
        if fitting == 0 { return reportKind(&context) }
        if fitting == 1 { return apply(first, &context) }
        var best: (index: Int, misfit: ShapeMisfit)?
        for index in kindsOfShapes.indices where takes(index, value) {
            guard let misfit = plans[index]._withUnsafeGuaranteedRef({ $0.misfit(&context) }) else {
                // While the shape of an outer value is tried, nothing more is needed.
                return context.isTrial ? () : apply(index, &context)
            }
            if best.map({ misfit < $0.misfit }) ?? true { best = (index, misfit) }
        }
        if let best { apply(best.index, &context) }
    }

    /// Whether a shape is for the kind of a value; `5.0` is an integer too, as for the rule type `integer`.
    private func takes(_ index: Int, _ value: borrowing Value) -> Bool {
        if kindsOfShapes[index].contains(value.kind) { return true }
        let isNumber = value.kind == .double || value.kind == .decimal
        guard isNumber, kindsOfShapes[index] == Self.integers else { return false }
        return Number(value)?.isWhole ?? false
    }

    private func apply(_ index: Int, _ context: inout ValidationContext) {
        plans[index]._withUnsafeGuaranteedRef { $0.validate(&context) }
    }

    private func validate(_ value: borrowing Value, by key: String, _ context: inout ValidationContext) {
        guard value.kind == .object else { return context.report(.objectExpected) }
        let member = value.raw.member(key)
        guard let member, !member.pointee.value.isEmpty else {
            return context.report("required.blank", at: key, member)
        }
        let text = unsafe Value(unsafe: member.pointee.value).text
        if let text {
            for index in shapes.indices where text.buffer.elementsEqual(shapes[index].name.utf8) {
                return apply(index, &context)
            }
        }
        let isWritten = member.pointee.value.kindOrAbsent.rawValue < ValueKind.list.rawValue
        let spelled = isWritten ? ParameterValue(AnyValue(raw: member.pointee.value)).plainText : ""
        if text == nil, let index = shapes.firstIndex(where: { $0.name == spelled }) { return apply(index, &context) }
        let suggests = context.takeSuggestion()
        context.report("oneOf.unknown", at: key, member, parameters(spelled, suggests: suggests))
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        guard withParts else { return ValidatorExplanation() }
        let union = validator(Self.self, in: holder)
        guard let key = union.by else { return ValidatorExplanation(parts: union.trials(value, &context)) }
        let member = value.raw.member(key).map { AnyValue(raw: $0.pointee.value) }
        return ValidatorExplanation(parts: [EvaluatedPart(key, member ?? .absent, note: "names the shape")])
    }

    /// How well the value fits the shapes, if more than one can be meant.
    private func trials(_ value: borrowing Value, _ context: inout ValidationContext) -> [EvaluatedPart] {
        let fitting = kindsOfShapes.indices.filter { takes($0, value) }
        if fitting.count < 2 || fitting.contains(where: { kindsOfShapes[$0] == Self.integers }) { return [] }
        return fitting.map { index in
            let misfit = plans[index]._withUnsafeGuaranteedRef { $0.misfit(&context) }
            let shared = misfit.map { $0.shared > 0 ? "it names \($0.shared) of the members" : "it names no member" }
            return EvaluatedPart("errors as \(shapes[index].name)", .integer(Int64(misfit?.errors ?? 0)), note: shared)
        }
    }

    private func parameters(_ found: String, suggests: Bool) -> Parameters {
        let names = shapes.map(\.name)
        let near = !suggests ? nil : Suggestion.likely(for: found, in: names)
        return [
            "range": .list(names.map { .text($0) }), "kind": .text(near == nil ? "unknown" : "similar"),
            "suggestion": .text(near ?? ""),
        ]
    }

    /// Reports a kind of value that no shape has.
    private func reportKind(_ context: inout ValidationContext) {
        let names = shapes.map { Self.kinds[$0.name] == nil ? "object" : $0.name }.withoutRepetition()
        if names == ["object"] { return context.report(.objectExpected) }
        context.report("oneOf.kind", ["kinds": .list(names.map { .text($0) })])
    }
}

extension Constraint {
    /// Requires a value of one of several shapes; the member `by` names the shape, or else the kind of value decides.
    ///
    /// Two shapes of one name are an error when the plan is made.
    public static func oneOf(by: String? = nil, _ shapes: KeyValuePairs<String, RuleShape>) -> Constraint {
        var options: [String: OptionValue] = ["shapes": .shapes(shapes.map { NamedShape($0.key, $0.value) })]
        options["by"] = by.map { .value(.text($0)) }
        return Constraint(type: OneOfValidator.type, options: options)
    }
}
