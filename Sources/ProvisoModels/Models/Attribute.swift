internal import JSONBridge
package import ProvisoABI
package import ProvisoCore
internal import ProvisoMessages

/// A property of a Swift model that rules may name.
public struct Attribute<Checked>: Sendable {
    /// The name that rules use.
    public let name: String
    /// Whether data may leave the attribute out when a model is created from it: the property then keeps its default.
    public internal(set) var mayBeMissing = false
    /// Whether rules and assignments may change the property.
    package let isWritable: Bool
    package let read: @Sendable (borrowing Checked, Arena) -> proviso_value
    /// Sets the property from data; what it cannot hold is noted and leaves it unchanged.
    package let assign: @Sendable (inout Checked, AnyValue, inout Assignment) -> Void
    /// The model or models the property holds, `nil` for plain values.
    package let nested: NestedModel?
    /// The own codes that the types of the property report.
    private(set) var codes: [CodeDescription] = []
    /// What the property holds.
    let kind: AttributeType
    /// Whether data can create any value of the property, rather than only change existing models.
    let canBeFilled: Bool
    /// Set for a constant whose value comes from data when a model is made.
    let constant: ConstantAccess<Checked>?
    private let overwrite: @Sendable (inout Checked, AnyValue, Bool) -> Bool
    /// Calls a hook of the models that the property holds; those of a constant are copies.
    let hook: @Sendable (inout Checked, inout HookRun) -> Void

    private init(
        _ name: String, isWritable: Bool, nested: NestedModel?, kind: AttributeType = .other, canBeFilled: Bool = true,
        constant: ConstantAccess<Checked>? = nil,
        read: @escaping @Sendable (borrowing Checked, Arena) -> proviso_value,
        write: @escaping @Sendable (inout Checked, AnyValue, Bool) -> Bool = { _, _, _ in false },
        assign: @escaping @Sendable (inout Checked, AnyValue, inout Assignment) -> Void = { _, _, _ in },
        hook: @escaping @Sendable (inout Checked, inout HookRun) -> Void = { _, _ in }
    ) {
        self.name = name
        self.isWritable = isWritable
        self.nested = nested
        self.kind = kind
        self.canBeFilled = canBeFilled
        self.constant = constant
        self.read = read
        self.overwrite = write
        self.assign = assign
        self.hook = hook
    }

    /// Creates an attribute for a property whose value rules may replace.
    ///
    /// With `hasDefault`, data may leave it out: a new model then keeps its default.
    public init<Property: AttributeValue>(
        _ name: String, _ property: any WritableKeyPath<Checked, Property> & Sendable, hasDefault: Bool = false
    ) {
        self.init(
            name, isWritable: true, nested: nil, kind: Property.attributeType,
            read: { $0[keyPath: property].value(in: ValueWriter(arena: $1)).raw },
            write: { model, value, _ in
                guard let converted = Property(attribute: value) else { return false }
                model[keyPath: property] = converted
                return true
            },
            assign: { model, value, assignment in
                if let converted = Property.converted(value, &assignment) { model[keyPath: property] = converted }
            })
        mayBeMissing = hasDefault || Property(attribute: .absent) != nil
        codes = Property.codes
    }

    /// Creates an attribute for a property that holds one or more models, which are validated and reported under its name.
    ///
    /// Data replaces models that are `ParsableModel`s and changes others in place.
    public init<Property: AttributeProperty>(
        _ name: String, _ property: any WritableKeyPath<Checked, Property> & Sendable, hasDefault: Bool = false
    ) {
        let access = Property.propertyAccess
        self.init(
            name, isWritable: true,
            nested: access.held.map { NestedModel($0) { (around: Checked) in around[keyPath: property] } },
            kind: access.kind, canBeFilled: access.canBeMade || access.held?.isPlain == true,
            read: { access.read($0[keyPath: property], $1) },
            write: { access.write(&$0[keyPath: property], $1, $2) },
            assign: { access.assign(&$0[keyPath: property], $1, &$2) },
            hook: { model, run in
                let before = run.changes
                var held = model[keyPath: property]
                access.hook?(&held, &run)
                // A property that tells of changes must not tell of none.
                if run.changes > before { model[keyPath: property] = held }
            })
        mayBeMissing = hasDefault || access.mayBeMissing
        codes = access.codes
    }

    /// Creates an attribute for a property that rules may read but not change.
    public init<Property: AttributeProperty>(
        _ name: String, reading property: any KeyPath<Checked, Property> & Sendable
    ) {
        let access = Property.propertyAccess
        self.init(
            name, isWritable: false,
            nested: access.held.map { NestedModel($0) { (around: Checked) in around[keyPath: property] } },
            kind: access.kind,
            read: { access.read($0[keyPath: property], $1) },
            hook: Self.hook(reading: property, access))
    }

    /// Calls the hooks of copies of the models in a property that cannot be set.
    private static func hook<Property>(
        reading property: any KeyPath<Checked, Property> & Sendable, _ access: PropertyAccess<Property>
    ) -> @Sendable (inout Checked, inout HookRun) -> Void {
        { model, run in
            var held = model[keyPath: property]
            access.hook?(&held, &run)
        }
    }

    /// Creates an attribute for a constant that rules may not change, and that data sets when a model is created from it.
    ///
    /// The type sets it in `replacingConstants`, which `@Validatable` writes.
    public init<Property: AttributeProperty>(
        _ name: String, constant property: any KeyPath<Checked, Property> & Sendable
    ) {
        let access = Property.propertyAccess
        self.init(
            name, isWritable: false,
            nested: access.held.map { NestedModel($0) { (around: Checked) in around[keyPath: property] } },
            kind: access.kind, canBeFilled: access.canBeMade,
            constant: ConstantAccess(
                make: { access.make($0, &$1) },
                change: { model, value in
                    var held = model[keyPath: property]
                    return access.write(&held, value, true) ? held : nil
                }),
            read: { access.read($0[keyPath: property], $1) },
            hook: Self.hook(reading: property, access))
        mayBeMissing = access.mayBeMissing
        codes = access.codes
    }

    /// Writes a value that a rule replaced; false if the property cannot hold it.
    ///
    /// `constants` says whether the model was only just made from data, so that its constants may change too.
    package func write(_ model: inout Checked, _ value: AnyValue, constants: Bool = false) -> Bool {
        overwrite(&model, value, constants)
    }

    /// The attribute, with a property that keeps its default if data leaves it out.
    public func withDefault() -> Attribute {
        var copy = self
        copy.mayBeMissing = true
        return copy
    }
}

/// The compiler's message for a property of any other type.
@available(
    *, unavailable,
    message: """
        the property's type is not supported: conform it to 'AttributeValue', make it a model with '@Validatable', or \
        mark the property '@NoAttribute'; for Date, UUID, URL, Decimal and Data 'import ProvisoFoundation'
        """
)
extension Attribute {
    /// Creates an attribute that reads and writes a property.
    public init<Property>(
        _ name: String, _ property: any KeyPath<Checked, Property> & Sendable, hasDefault: Bool = false
    ) {
        self.init(name, isWritable: false, nested: nil, read: { _, _ in proviso_value(kind: .absent) })
    }

    /// Creates an attribute that rules cannot change.
    public init<Property>(_ name: String, reading property: any KeyPath<Checked, Property> & Sendable) {
        self.init(name, property)
    }

    /// Creates an attribute for a constant that data sets when a model is created from it.
    public init<Property>(_ name: String, constant property: any KeyPath<Checked, Property> & Sendable) {
        self.init(name, property)
    }
}

/// How the value of a constant is made, as `ConstantValues` keeps it.
struct ConstantAccess<Checked>: Sendable {
    /// From data; `nil` if that is not possible, which is noted.
    let make: @Sendable (AnyValue, inout Assignment) -> Any?
    /// From what it is and what a rule replaced in it.
    let change: @Sendable (borrowing Checked, AnyValue) -> Any?
}

/// The values of a model's constants when it is created from data.
public struct ConstantValues {
    private var values: [String: Any] = [:]

    init() {}

    init(_ value: Any, for name: String) { values = [name: value] }

    var isEmpty: Bool { values.isEmpty }

    /// The value of a constant from data, or the present one if data does not set it.
    public func value<Property>(_ name: String, or old: Property) -> Property {
        // A missing value would be cast to an optional property's nil.
        guard let value = values[name] else { return old }
        return value as? Property ?? old
    }

    mutating func set(_ value: Any, for name: String) { values[name] = value }
}

/// Models as the values of properties.
extension ValidatableModel {
    /// An empty model to fill from data, `nil` if the type is not a `ParsableModel`.
    static func fresh() -> Self? { (Self.self as? any ParsableModel.Type)?.init() as? Self }

    /// Applies what rules replaced: the members of an object.
    mutating func overwrite(with value: AnyValue, constants: Bool) -> Bool {
        guard case .object(let members) = value else { return value == .absent }
        var isHeld = true
        for attribute in ModelFacts.of(Self.self).attributes {
            guard let member = members.last(where: { $0.key == attribute.name }) else { continue }
            if !attribute.take(member.value, into: &self, constants: constants) { isHeld = false }
        }
        return isHeld
    }

    /// Sets a nested model from data, in the scenario of the model around everything where it knows that one.
    mutating func assign(_ value: AnyValue, _ assignment: inout Assignment) {
        guard case .object(let members) = value else { return assignment.refuse(.object, value) }
        var allowed: Set<String>?
        if assignment.safeOnly {
            allowed = assignment.scopes.assignable(of: Self.self, in: assignment.scenario) {
                let ruleSet = Self.ruleSet
                let isKnown = ruleSet.scenarioNames.contains(assignment.scenario)
                let scenario = isKnown ? assignment.scenario : RuleSet.defaultScenario
                return ruleSet.assignable(in: scenario, nested: Self.parts.map(\.attribute))
            }
        }
        assign(members, allowed: allowed, &assignment)
    }

    /// Sets the attributes that may be set from the members of an object, in their order.
    mutating func assign(_ members: [AnyValue.Member], allowed: Set<String>?, _ assignment: inout Assignment) {
        let facts = ModelFacts.of(Self.self)
        var given = [Bool](repeating: false, count: facts.attributes.count)
        var constants = ConstantValues()
        for member in members {
            let number = facts.number(of: member.key)
            guard let number, facts.attributes[number].isSet(by: assignment), allowed?.contains(member.key) ?? true
            else {
                assignment.refused.append(assignment.path.appending(.key(member.key)).description)
                if assignment.safeOnly { onUnsafeAttribute(member.key, value: member.value) }
                continue
            }
            given[number] = true
            assignment.enter(.key(member.key)) { assignment in
                guard let constant = facts.attributes[number].constant else {
                    return facts.attributes[number].assign(&self, member.value, &assignment)
                }
                if let value = constant.make(member.value, &assignment) { constants.set(value, for: member.key) }
            }
        }
        if !constants.isEmpty { self = replacingConstants(constants) }
        for number in facts.needed where !given[number] && facts.attributes[number].isSet(by: assignment) {
            let name = facts.attributes[number].name
            if allowed?.contains(name) ?? true { assignment.miss(name) }
        }
    }
}

extension Attribute {
    /// Whether data may set the property: constants only while the model is made from it.
    func isSet(by assignment: Assignment) -> Bool {
        isWritable || constant != nil && assignment.setsConstants
    }
}
