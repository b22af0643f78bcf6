internal import JSONBridge
internal import ProvisoABI
public import ProvisoCore
internal import ProvisoMessages

/// A type that a model's property may have: an `AttributeValue`, a model, or an optional, list or dictionary of them.
///
/// Conform to `AttributeValue` or `ValidatableModel`, which implement what this protocol requires.
public protocol AttributeProperty: SendableMetatype {
    /// How values of the type are read, changed and created from data.
    static var propertyAccess: PropertyAccess<Self> { get }
}

/// How the values of a property are read, changed and made from data.
public struct PropertyAccess<Value>: Sendable {
    let kind: AttributeType
    /// Whether data may leave the property out.
    var mayBeMissing = false
    /// Whether values can be made from data, rather than only changed.
    var canBeMade = true
    /// The codes of their own that the types in it report.
    var codes: [CodeDescription] = []
    /// Whether an empty string is a value.
    var holdsEmptyText = false
    /// The models the value holds, `nil` for plain values.
    var held: HeldModel<Value>?
    let read: @Sendable (borrowing Value, Arena) -> proviso_value
    /// Applies what rules replaced; with `true` to constants too.
    let write: @Sendable (inout Value, AnyValue, Bool) -> Bool
    /// Sets the value from data; type mismatches are noted.
    let assign: @Sendable (inout Value, AnyValue, inout Assignment) -> Void
    /// Creates a value from data; `nil` if that is not possible, which is noted if the data is the cause.
    let make: @Sendable (AnyValue, inout Assignment) -> Value?
    /// Calls a hook of the models in the value; `nil` for plain values.
    var hook: (@Sendable (inout Value, inout HookRun) -> Void)?
}

/// The models in a property's value, nested in lists or dictionaries.
struct HeldModel<Value>: Sendable {
    let model: ModelType
    var levels = 0
    var mayBeMissing = false
    /// Whether the value is one model, which data can change where it is.
    var isPlain: Bool { levels == 0 && !mayBeMissing }
    /// A copy of the model at some positions, one for each level.
    let find: @Sendable (Value, ArraySlice<Int>) -> Any?
}

extension AttributeValue {
    /// How models read and write properties of the type.
    public static var propertyAccess: PropertyAccess<Self> {
        PropertyAccess(
            kind: attributeType, mayBeMissing: Self(attribute: .absent) != nil, codes: codes,
            holdsEmptyText: holdsEmptyText,
            read: { (copy $0).value(in: ValueWriter(arena: $1)).raw },
            write: { held, value, _ in
                guard let new = Self(attribute: value) else { return false }
                held = new
                return true
            },
            assign: { held, value, assignment in
                if let new = converted(value, &assignment) { held = new }
            },
            make: { converted($0, &$1) })
    }

    /// The value that data stands for; `nil` if there is none, which is noted.
    static func converted(_ value: AnyValue, _ assignment: inout Assignment) -> Self? {
        let value = assignment.source == .form ? formValue(value) : value
        if let converted = Self(attribute: value) {
            if case .list = value, let set = Self.self as? any UnorderedValue.Type, let items = set.inOrder(value) {
                assignment.keep(items)
            }
            return converted
        }
        assignment.note(typeMismatches(in: value, at: assignment.path))
        return nil
    }
}

extension ValidatableModel {
    /// How models read and write properties of the type.
    public static var propertyAccess: PropertyAccess<Self> {
        PropertyAccess(
            kind: .object, canBeMade: Self.self is any ParsableModel.Type,
            held: HeldModel(model: ModelType(Self.self)) { model, positions in positions.isEmpty ? model : nil },
            read: { ModelFacts.of(Self.self).write($0, in: $1) },
            write: { $0.overwrite(with: $1, constants: $2) },
            assign: { $0.assign($1, &$2) },
            make: { value, assignment in
                guard var new = fresh() else { return nil }
                assignment.fillingNew { new.assign(value, &$0) }
                return new
            },
            hook: { $1.call(&$0) })
    }
}

extension Optional: AttributeProperty where Wrapped: AttributeProperty {
    /// How models read and write properties of the type.
    public static var propertyAccess: PropertyAccess<Self> {
        let access = Wrapped.propertyAccess
        return PropertyAccess(
            kind: access.kind, mayBeMissing: true, canBeMade: access.canBeMade, codes: access.codes,
            holdsEmptyText: access.holdsEmptyText,
            held: access.held.map { held in
                HeldModel(model: held.model, levels: held.levels, mayBeMissing: true) { value, positions in
                    value.flatMap { held.find($0, positions) }
                }
            },
            read: { held, arena in
                guard let held = copy held else { return .missing }
                return access.read(held, arena)
            },
            write: { held, value, constants in
                if value == .null {
                    held = nil
                    return true
                }
                if var old = held {
                    defer { held = old }
                    return access.write(&old, value, constants)
                }
                guard value != .absent else { return true }
                held = access.remade(value)
                return held != nil
            },
            assign: { held, value, assignment in
                if assignment.isNothing(value, holdsEmptyText: access.holdsEmptyText) { return held = nil }
                guard access.fits(value) else { return assignment.refuse(access.kind) }
                if var old = held {
                    access.assign(&old, value, &assignment)
                    held = old
                } else if access.canBeMade {
                    if let new = access.make(value, &assignment) { held = new }
                } else if let held = access.held {
                    assignment.refuse(held.model)
                }
            },
            make: { value, assignment in
                if assignment.isNothing(value, holdsEmptyText: access.holdsEmptyText) { return .some(nil) }
                return access.make(value, &assignment).map { .some($0) }
            },
            hook: access.hook.map { hook in
                { (held: inout Self, run: inout HookRun) in
                    guard var model = held else { return }
                    hook(&model, &run)
                    held = model
                }
            })
    }
}

extension Array: AttributeProperty where Element: AttributeProperty {
    /// How models read and write properties of the type.
    public static var propertyAccess: PropertyAccess<Self> {
        let access = Element.propertyAccess
        return PropertyAccess(
            kind: .list, canBeMade: access.canBeMade, codes: access.codes,
            held: access.held.map { held in
                HeldModel(model: held.model, levels: held.levels + 1, mayBeMissing: held.mayBeMissing) { list, places in
                    guard let place = places.first, list.indices.contains(place) else { return nil }
                    return held.find(list[place], places.dropFirst())
                }
            },
            read: { list, arena in
                let list = copy list
                let nodes = arena.nodes(list.count)
                for index in list.indices { nodes[index].value = access.read(list[index], arena) }
                return proviso_value(nodes: nodes, count: list.count, kind: .list)
            },
            write: { list, value, constants in
                guard case .list(let items) = value else { return value == .absent }
                while list.count < items.count {
                    guard let item = access.remade(items[list.count]) else { return false }
                    list.append(item)
                }
                list.removeLast(list.count - items.count)
                var isHeld = true
                for (index, item) in items.enumerated() where !access.write(&list[index], item, constants) {
                    isHeld = false
                }
                return isHeld
            },
            assign: { list, value, assignment in
                guard case .list(let items) = value else { return assignment.refuse(.list) }
                if access.canBeMade {
                    if let new = made(items, access, &assignment) { list = new }
                } else if list.count == items.count {
                    for (index, item) in items.enumerated() {
                        assignment.enter(.index(index)) { access.assign(&list[index], item, &$0) }
                    }
                } else if let held = access.held {
                    assignment.refuse(held.model)
                }
            },
            make: { value, assignment in
                guard case .list(let items) = value else {
                    assignment.refuse(.list)
                    return nil
                }
                return made(items, access, &assignment)
            },
            hook: access.hook.map { hook in
                { (list: inout Self, run: inout HookRun) in
                    for index in list.indices {
                        let before = run.changes
                        var item = list[index]
                        run.enter(.index(index)) { hook(&item, &$0) }
                        if run.changes > before { list[index] = item }
                    }
                }
            })
    }

    private static func made(
        _ items: [AnyValue], _ access: PropertyAccess<Element>, _ assignment: inout Assignment
    ) -> Self? {
        var list: [Element] = []
        for (index, item) in items.enumerated() {
            assignment.enter(.index(index)) { assignment in
                if let new = access.make(item, &assignment) { list.append(new) }
            }
        }
        return list.count == items.count ? list : nil
    }
}

extension Dictionary: AttributeProperty where Key == String, Value: AttributeProperty {
    /// How models read and write properties of the type.
    public static var propertyAccess: PropertyAccess<Self> {
        let access = Value.propertyAccess
        return PropertyAccess(
            kind: .object, canBeMade: access.canBeMade, codes: access.codes,
            held: access.held.map { held in
                HeldModel(model: held.model, levels: held.levels + 1, mayBeMissing: held.mayBeMissing) { all, places in
                    let keys = all.keys.sorted()
                    guard let place = places.first, keys.indices.contains(place) else { return nil }
                    return all[keys[place]].flatMap { held.find($0, places.dropFirst()) }
                }
            },
            read: { (copy $0).written(in: $1, access.read) },
            write: { all, value, constants in
                guard case .object(let members) = value else { return value == .absent }
                var isHeld = true
                for member in members {
                    if var held = all[member.key] {
                        if !access.write(&held, member.value, constants) { isHeld = false }
                        all[member.key] = held
                    } else if let new = access.remade(member.value) {
                        all[member.key] = new
                    } else {
                        isHeld = false
                    }
                }
                return isHeld
            },
            assign: { all, value, assignment in
                guard case .object(let members) = value else { return assignment.refuse(.object, value) }
                if access.canBeMade {
                    if let new = made(members, access, &assignment) { all = new }
                } else if Set(all.keys) == Set(members.map(\.key)) {
                    for member in members {
                        guard var held = all[member.key] else { continue }
                        assignment.enter(.key(member.key), named: .each) { access.assign(&held, member.value, &$0) }
                        all[member.key] = held
                    }
                } else if let held = access.held {
                    assignment.refuse(held.model)
                }
            },
            make: { value, assignment in
                guard case .object(let members) = value else {
                    assignment.refuse(.object, value)
                    return nil
                }
                return made(members, access, &assignment)
            },
            hook: access.hook.map { hook in
                { (all: inout Self, run: inout HookRun) in
                    for key in all.keys.sorted() {
                        guard var held = all[key] else { continue }
                        let before = run.changes
                        run.enter(.key(key)) { hook(&held, &$0) }
                        if run.changes > before { all[key] = held }
                    }
                }
            })
    }

    private static func made(
        _ members: [AnyValue.Member], _ access: PropertyAccess<Value>, _ assignment: inout Assignment
    ) -> Self? {
        var (all, isWhole) = (Self(), true)
        for member in members {
            assignment.enter(.key(member.key), named: .each) { assignment in
                if let new = access.make(member.value, &assignment) { all[member.key] = new } else { isWhole = false }
            }
        }
        return isWhole ? all : nil
    }

    /// Writes the members in the order of their keys, so that findings always come in the same order.
    func written(in arena: Arena, _ read: (borrowing Value, Arena) -> proviso_value) -> proviso_value {
        let nodes = arena.nodes(count)
        for (index, member) in sorted(by: { $0.key < $1.key }).enumerated() {
            nodes[index].value = read(member.value, arena)
            nodes[index].key = arena.copy(member.key)
            nodes[index].key_length = UInt32(member.key.utf8.count)
        }
        return proviso_value(nodes: nodes, count: count, kind: .object)
    }
}

extension PropertyAccess {
    /// Whether the value is a list or an object where one is needed.
    fileprivate func fits(_ value: AnyValue) -> Bool {
        switch kind {
        case .list: value.kind == .list
        case .object: value.kind == .object
        default: true
        }
    }

    /// A new value from what a rule put in place, `nil` if none can be made from it.
    fileprivate func remade(_ value: AnyValue) -> Value? {
        guard canBeMade else { return nil }
        var assignment = Assignment(scenario: RuleSet.defaultScenario, safeOnly: false)
        let new = make(value, &assignment)
        return assignment.mismatches.isEmpty ? new : nil
    }
}

extension AnyValue {
    /// The value of a property or of anything else that rules can check.
    public init<Property: AttributeProperty>(of value: Property) {
        let arena = Arena()
        let raw = Property.propertyAccess.read(value, arena)
        self = withExtendedLifetime(arena) { AnyValue(raw: raw) }
    }
}

extension NestedModel {
    /// The models that a property of a model holds.
    init<Held, Around>(_ held: HeldModel<Held>, read: @escaping @Sendable (Around) -> Held) {
        self.init(
            model: held.model, levels: held.levels, mayBeMissing: held.mayBeMissing,
            project: { held.find(read($0.assumingMemoryBound(to: Around.self).pointee), $1) },
            projectAny: { around, positions in (around as? Around).flatMap { held.find(read($0), positions) } })
    }
}

extension ModelType {
    /// The type of a Swift model.
    init<Nested: ValidatableModel>(_ type: Nested.Type) {
        self.init(
            type: ObjectIdentifier(type), name: String(describing: type), ruleSet: { Nested.ruleSet },
            attributes: { Nested.attributes.map(\.name) },
            kinds: { Dictionary(Nested.attributes.map { ($0.name, $0.kind) }) { first, _ in first } },
            methods: { Nested.methods.map(\.definition) },
            codes: { Nested.attributes.flatMap(\.codes) + Nested.hookCodes },
            parts: { Nested.parts }, check: { () throws(RuleSetError) in try Nested.checkAttributes() },
            checkParsing: { () throws(RuleSetError) in try Nested.checkParsing() })
    }
}
