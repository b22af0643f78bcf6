/// What a validator may resolve when a plan is made.
public struct BindingContext: ~Copyable {
    /// The attribute the validator is going to check.
    public let attribute: String
    package let attributeInfo: AttributeInfo
    package let builder: PlanBuilder

    package init(attribute: AttributeInfo, builder: PlanBuilder) {
        self.attribute = attribute.name
        attributeInfo = attribute
        self.builder = builder
    }

    /// What the registry offers validators of the world outside the record.
    public var services: Services { builder.registry.services }

    /// Whether the plan is an `AsyncPlan`.
    public var isAsync: Bool { builder.isAsync }

    /// Whether the rule being bound, or a rule within it, is asynchronous.
    var isAsyncRule: Bool { builder.current.isAsync }

    /// The rule's own test of what is empty, nil where it has none; for validators that ask what is empty themselves.
    ///
    /// A rule within a rule, or in a condition, has none.
    public var isEmpty: (@Sendable (borrowing Value) -> Bool)? { builder.current.isEmpty }

    /// Whether the rule is passed over where an attribute that it looks at has an error.
    var skipsErrors: Bool { builder.current.skipsErrors }

    /// Declares that the validator adds async checks (`ValidationContext.addAsyncCheck`): its rule runs after all others.
    ///
    /// Throws if the plan is not an `AsyncPlan`, and in a condition.
    public func requireAsync() throws(OptionError) { try builder.requireAsync() }

    /// Finds another attribute by its name, for the option that names it.
    ///
    /// In the rules of a nested model it is one of the same nested model.
    public func reference(to name: String, option: String) throws(OptionError) -> AttributeReference {
        let reference = try find(name, option)
        builder.note(readingOf: reference.attribute)
        return reference
    }

    /// Finds an attribute that the rule gives a value: the data does not need to have it.
    package func target(named name: String, option: String) throws(OptionError) -> AttributeReference {
        let reference = try find(name, option)
        if reference.name != attribute { builder.note(writingOf: reference.attribute) }
        return reference
    }

    private func find(_ name: String, _ option: String) throws(OptionError) -> AttributeReference {
        let (own, name) = (name, builder.scope?.qualify(name) ?? name)
        guard let info = builder.attribute(name) else {
            // A rule that names what a model does not have would be refused too.
            if let fault = (builder.scope?.model ?? builder.model)?.memberFault(of: own) {
                throw OptionError(option: option, reason: fault.reason, suggestion: fault.suggestion())
            }
            throw OptionError(
                option: option, reason: "unknown attribute '\(name)': no rule names it (a 'safe' rule will do)",
                suggestion: builder.suggestion(forAttribute: name, besides: option == "when" ? nil : attribute))
        }
        guard attributeInfo.shares(tailOf: info) else {
            throw OptionError(
                option: option,
                reason: "'\(name)' is one of many items: it can be named only beside an item of the same list")
        }
        return AttributeReference(attribute: info)
    }

    /// Makes the check of another rule, for validators that apply one.
    public func check(for rule: Constraint, option: String) throws(OptionError) -> Check {
        do throws(RuleSetError) {
            return try builder.innerCheck(for: rule, attribute: attributeInfo)
        } catch {
            // Each rule on the way would only say that its inner rule says so.
            if builder.current.isTooDeep { throw OptionError(option: option, reason: PlanBuilder.tooDeep) }
            let first = error.diagnostics.first
            var fault = OptionError(
                option: option, reason: first?.reason ?? "cannot be used", suggestion: first?.suggestion)
            fault.position = first?.position
            throw fault
        }
    }
}

/// Another attribute of the same record, found when the plan was made.
public struct AttributeReference: Sendable {
    package let attribute: AttributeInfo

    /// The attribute's name, as rules write it.
    public var name: String { attribute.name }
    /// Where the value is in every record, nil for one of many items.
    var fixedSlot: Int? { attribute.tail.isEmpty ? attribute.slot : nil }
}

/// An attribute of a plan: its name and where its value is found.
package final class AttributeInfo: Sendable {
    package let name: String
    package let path: ValuePath
    /// The slot of the value, or of the list that the tail goes through.
    package let slot: Int
    /// What follows from the first `*` on; empty for plain attributes.
    package let tail: [ValuePath.Component]
    package let index: Int
    /// The label made from the name.
    let label: String

    package init(name: String, path: ValuePath, slot: Int, tail: [ValuePath.Component], index: Int) {
        self.name = name
        label = Labels.generate(from: name)
        self.path = path
        self.slot = slot
        self.tail = tail
        self.index = index
    }

    /// How many lists lie on the way to it.
    var lists: Int { tail.count { $0 == .each } }

    /// Whether every `*` of another attribute stands for the item this attribute is in.
    func shares(tailOf other: AttributeInfo) -> Bool {
        guard let last = other.tail.lastIndex(of: .each) else { return true }
        return slot == other.slot && tail.starts(with: other.tail[...last])
    }
}

/// What a step's violations say about their origin.
package final class StepInfo: Sendable {
    package let rule: RuleReference
    package let attribute: AttributeInfo
    /// Where it finds what it finds, but for items of lists.
    let site: ViolationSite
    package let conditions: [BoundCondition]
    package let isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// Whether a message of the rule shows the value itself, which is kept out of reports otherwise.
    package let capturesValue: Bool
    /// The nested model the rule belongs to, nil for rules of the model or record itself.
    package let scope: RuleScope?
    /// Whether the attribute's later rules are left out when this one fails.
    let bails: Bool
    package let reads: Reads

    package init(
        rule: RuleReference, attribute: AttributeInfo, conditions: [BoundCondition] = [],
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, capturesValue: Bool = false, scope: RuleScope? = nil,
        reads: Reads = Reads(), bails: Bool = false
    ) {
        self.reads = reads
        self.bails = bails
        self.rule = rule
        self.attribute = attribute
        site = ViolationSite(
            attribute: attribute.name, path: attribute.path, rule: rule, label: attribute.label)
        self.conditions = conditions
        self.isEmpty = isEmpty
        self.capturesValue = capturesValue
        self.scope = scope
    }
}

/// A condition whose names are resolved.
package struct BoundCondition: Sendable {
    package enum Test: Sendable {
        case check(Check, AttributeReference)
        case closure(@Sendable (borrowing ValidationContext) -> Bool)
    }

    package let tests: [Test]
    /// False for `unless`: the rule runs where the tests do not all hold.
    package let runsWhenHeld: Bool

    /// Holds where a nested model is there.
    static func present(_ reference: AttributeReference) -> BoundCondition {
        let test = Test.closure { $0.value(of: reference).kind.rawValue > ValueKind.null.rawValue }
        return BoundCondition(tests: [test], runsWhenHeld: true)
    }
}
