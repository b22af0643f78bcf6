package import ProvisoMessages

/// What makes a plan, as the rule that is being bound sees it.
package protocol Binder: AnyObject {
    var services: Services { get }
    var isAsync: Bool { get }
    /// Whether the rule being bound is part of a shape.
    var isOfShape: Bool { get }
    /// Whether a condition of the rule is being bound.
    var isCondition: Bool { get }
    /// Whether the rule being bound is async, or a rule within it.
    var isAsyncRule: Bool { get }
    var isEmpty: (@Sendable (borrowing Value) -> Bool)? { get }
    var empty: Emptiness { get }
    var skipsErrors: Bool { get }
    /// The id of the rule being bound, and where it is written.
    var ruleOrigin: (id: String, position: SourcePosition?) { get }
    /// The files that the rules may name.
    var namedFiles: NamedFiles { get }
    /// What another rule of the plan has made for a key, or else what `make` does.
    func shared(_ key: String, _ make: () -> AnyObject) -> AnyObject

    func requireAsync() throws(OptionError)
    /// Notes how many parts of the rule look at each value, so that records may pay for all of them; returns why the
    /// author of the rule set may not have them.
    func refusal(ofWeight added: Int) -> String?
    /// Notes the patterns of an expression before they are compiled; returns why the author may not have them.
    func refusal(ofPatterns added: [String]) -> String?
    /// The name of an attribute in the outermost model.
    func qualify(_ name: String) -> String
    func attribute(_ name: String) -> AttributeInfo?
    /// The attribute of the whole record that a name in a rule of a shape means: `record.currency`.
    func attributeOfRecord(_ name: String, option: String) throws(OptionError) -> AttributeInfo?
    /// Whether rules name members of the attribute.
    func hasMembers(_ name: String) -> Bool
    /// The members of an attribute that rules name; `*` for its items.
    func members(of name: String) -> [String]
    /// Whether only a rule of a shape, or a list of keys, names the attribute.
    func isNamedInside(_ name: String) -> Bool
    /// The attributes of the record that rules name, without what is in them.
    var firstNames: [String] { get }
    /// The rules for an attribute.
    func constraints(of name: String) -> [Constraint]
    /// Makes an attribute that no rule names known, if the rule set allows it; `besides` is what it cannot mean.
    func discover(_ name: String, option: String, besides own: String?) -> AttributeInfo?
    /// Notes that an option names an attribute that no rule need have: it is misspelled if it is similar to one of a rule,
    /// except `others`. With `isSure` that is an error, otherwise a warning.
    func mention(_ name: String, besides others: Set<String>, option: String, isSure: Bool)
    /// A condition about each item of an attribute's list.
    func itemTest(
        _ condition: Condition, inItemsOf attribute: AttributeInfo, option: String
    ) throws(OptionError) -> BoundCondition.Test
    /// The rules of a shape, for the values of an attribute.
    func shape(_ shape: NamedShape, with member: String?, option: String) throws(OptionError) -> ShapePlan
    /// The rules of a shape of the rule set.
    func shape(named name: String, option: String) throws(OptionError) -> ShapePlan
    func note(readingOf attribute: AttributeInfo)
    /// Notes that the rule being bound reads an attribute in all items of a list that its own attribute is in too.
    func note(readingInAllItems attribute: AttributeInfo)
    func note(writingOf attribute: AttributeInfo)
    /// Notes that the rule being bound may read any attribute, and finds what it sees as the whole record: the places
    /// of all attributes, with the path of the nested model that the rule belongs to.
    func noteReadingOfRecord() -> (shape: Shape, model: ValuePath?)
    func memberFault(of name: String, option: String) -> OptionError?
    func suggestion(forAttribute name: String, besides own: String?) -> String?
    /// Whether one more name may be searched for one that is similar.
    func takeSuggestion() -> Bool
    /// The rules of the whole record, where those of a shape are bound.
    var outermost: any Binder { get }
    /// What the rules of an attribute say of its values, those of which rule types are made too.
    func meanings(of name: String) -> [ValueMeaning]
    /// Whether the rule set names the attribute in 'attributes', 'optional' or a label.
    func isDeclared(_ name: String) -> Bool
    /// The position of a part of an option's text, counted in it from 1; `nil` if that is not known exactly.
    func position(inText option: String, item: String, line: Int, column: Int) -> SourcePosition?
    /// Notes that the rule being bound may read anything.
    func noteOpenReading()
    /// Warns of something in the rule that is being bound.
    func warn(_ reason: String)
    /// In how many lists of the attribute's value is the value that the rule being bound validates, as the rule of an
    /// `each` does; `nil` if it is another one, such as a key.
    var itemDepth: Int? { get }
    /// The check of a rule that another rule applies: to the items of its value, or to other values.
    func innerCheck(
        for rule: Constraint, attribute: AttributeInfo, option: String, ofItems: Bool
    ) throws(OptionError) -> Check
    /// The check of a rule that the type of another rule is made of, for the same value.
    func partCheck(for rule: Constraint, attribute: AttributeInfo) throws(OptionError) -> Check
    /// Notes that the rule being bound compares values across the records of a run.
    func noteComparisonOfRecords()
    /// The attributes that the expression being bound reads in the row before; `nil` if it cannot.
    var rowBefore: RowBefore? { get }
}

/// The attributes that an expression reads in the row before: `previous.departure`.
package final class RowBefore {
    package private(set) var attributes: [AttributeReference] = []

    package init() {}

    /// The number of an attribute among them.
    func number(of attribute: AttributeReference) -> Int {
        attributes.append(attribute)
        return attributes.count - 1
    }
}

/// What a validator can resolve when a plan is made: other attributes, other rules, services.
public struct BindingContext: ~Copyable {
    /// The attribute that the validator will validate.
    public let attribute: String
    package let attributeInfo: AttributeInfo
    package let binder: any Binder

    package init(attribute: AttributeInfo, binder: any Binder) {
        self.attribute = attribute.name
        attributeInfo = attribute
        self.binder = binder
    }

    /// The services of the registry, such as the time and stores.
    public var services: Services { binder.services }

    /// Whether the rule that is being bound is in a rule file, and not in the program.
    package var isOfRuleFile: Bool { binder.ruleOrigin.position != nil }

    /// The path of a file or directory that an option of the rule names; throws if a rule file may not name it.
    package func path(of name: String, option: String) throws(OptionError) -> String {
        do throws(NamedFiles.Refusal) {
            return try binder.namedFiles.path(of: name, at: binder.ruleOrigin.position)
        } catch {
            throw OptionError(option: option, reason: error.reason)
        }
    }

    /// What another rule of the plan has made for a key, such as a file that it has read, or else what `make` does.
    package func shared<Made: AnyObject>(_ key: String, _ make: () -> Made) -> Made {
        binder.shared(key) { make() } as? Made ?? make()
    }

    /// Notes how many parts of the rule look at each value; returns why the author of the rule set may not have them.
    package func refusal(ofWeight added: Int) -> String? { binder.refusal(ofWeight: added) }

    /// Warns of something in the rule that is being bound.
    package func warn(_ reason: String) { binder.warn(reason) }

    /// Whether the plan is an `AsyncPlan`.
    public var isAsync: Bool { binder.isAsync }

    /// Whether the rule being bound, or a rule within it, is async.
    var isAsyncRule: Bool { binder.isAsyncRule }

    /// The rule's own test of what is empty, `nil` if it has none; for validators that decide themselves what is empty.
    ///
    /// A rule within a rule, or in a condition, has none.
    public var isEmpty: (@Sendable (borrowing Value) -> Bool)? { binder.isEmpty }

    /// What counts as empty for the rule.
    public var empty: Emptiness { binder.empty }

    /// Whether the rule is skipped if an attribute that it reads has an error.
    var skipsErrors: Bool { binder.skipsErrors }

    /// Declares that the validator adds async checks (`ValidationContext.addAsyncCheck`): its rule runs after all
    /// others.
    ///
    /// Throws if the plan is not an `AsyncPlan`, and in a condition.
    public func requireAsync() throws(OptionError) { try binder.requireAsync() }

    /// Finds another attribute by its name, for the option that names it.
    ///
    /// In the rules of a nested model it is one of the same nested model.
    public func reference(to name: String, option: String) throws(OptionError) -> AttributeReference {
        let reference = try find(name, option)
        if reference.attribute.index >= 0 { binder.note(readingOf: reference.attribute) }
        return reference
    }

    /// Some other attributes as one object, each by the name that the option with this name has for it.
    package func view(of attributes: [(name: String, option: String)]) throws(OptionError) -> RecordView {
        var found: [(name: String, reference: AttributeReference)] = []
        for (name, option) in attributes where !found.contains(where: { $0.name == name }) {
            found.append((name, try reference(to: name, option: option)))
        }
        return RecordView(found)
    }

    /// The whole record as one object; in the rules of a nested model, that model.
    package func viewOfRecord() -> RecordView {
        let (shape, model) = binder.noteReadingOfRecord()
        return RecordView(of: shape, model: model)
    }

    /// Finds an attribute that the rule gives a value: the data does not need to have it.
    package func target(named name: String, option: String) throws(OptionError) -> AttributeReference {
        let reference = try find(name, option)
        if reference.name != attribute { binder.note(writingOf: reference.attribute) }
        return reference
    }

    private func find(_ name: String, _ option: String) throws(OptionError) -> AttributeReference {
        let info = try known(name, option)
        // Without a place in the record, it cannot be one of other items yet.
        if info.index < 0, !info.isOfRecord { return AttributeReference(attribute: info) }
        guard attributeInfo.shares(tailOf: info) else {
            throw OptionError(
                option: option,
                reason: "'\(info.name)' is one of many items: "
                    + "it can be named only in a rule for an item of the same list")
        }
        return AttributeReference(attribute: info)
    }

    /// The object that the value is a member of; `nil` for an attribute of the record.
    package var parent: String? {
        let parts = attributeInfo.path.components
        return parts.count > 1 ? ValuePath(Array(parts.dropLast())).description : nil
    }

    /// Finds an attribute that an expression names, and that something else names too.
    package func named(_ name: String, option: String) throws(OptionError) -> AttributeReference {
        let own = binder.qualify(name)
        if binder.attribute(own) == nil, !binder.hasMembers(own), binder.isDeclared(own) {
            _ = binder.discover(own, option: option, besides: nil)
        }
        return try reference(to: name, option: option)
    }

    /// How the rules for an attribute, by its whole name, read its values; `nil` if none says.
    func reading(of name: String) -> ValueReading? { Self.reading(binder.meanings(of: name)) }

    /// The same for an attribute that an option has found.
    func reading(of info: AttributeInfo) -> ValueReading? {
        let meanings =
            info.isOfRecord
            ? binder.outermost.meanings(of: info.path.description) : binder.meanings(of: info.name)
        return Self.reading(meanings)
    }

    /// A format of its own says more than that it is a number or a time.
    private static func reading(_ meanings: [ValueMeaning]) -> ValueReading? {
        var plain: ValueReading?
        for meaning in meanings {
            switch meaning {
            case .read(let reading), .time(let reading?):
                if reading.isOwn { return reading }
                plain = plain ?? reading
            default: break
            }
        }
        return plain
    }

    /// Finds an attribute of the whole record, also in the rules of a shape or of a nested model.
    package func ofRecord(_ name: String, option: String) throws(OptionError) -> AttributeReference {
        let outer = binder.outermost
        guard let info = outer.attribute(name) ?? outer.discover(name, option: option, besides: nil) else {
            throw OptionError(option: option, reason: "the whole record is not known here")
        }
        if info.index >= 0 {
            if binder.isOfShape { binder.noteOpenReading() } else { binder.note(readingOf: info) }
        }
        return AttributeReference(attribute: info)
    }

    /// All values of an attribute that may be inside a list, for the option that names it.
    package func references(to name: String, option: String) throws(OptionError) -> ManyReference {
        let info = try known(name, option)
        if info.index >= 0 { binder.note(readingOf: info) }
        return ManyReference(info, from: attributeInfo)
    }

    /// Notes the names of members of the value, or of its items, that an option has: they may be misspelled.
    ///
    /// `others` are members that other options of the rule name; without `isSure` the names may be right.
    func mention(_ members: [ValuePath], option: String, besides others: [ValuePath] = [], isSure: Bool = true) {
        guard let depth = binder.itemDepth else { return }
        let path = attributeInfo.path.components + Array(repeating: .each, count: depth)
        func names(_ members: [ValuePath]) -> Set<String> {
            Set(members.map { ValuePath(path + $0.components).description })
        }
        let mentioned = names(members)
        let others = names(others).union(mentioned).union([attribute])
        for name in mentioned.sorted() { binder.mention(name, besides: others, option: option, isSure: isSure) }
    }

    /// A condition about each item of the list that is validated, which names members of an item.
    package func itemTest(_ condition: Condition, option: String) throws(OptionError) -> BoundCondition.Test {
        try binder.itemTest(condition, inItemsOf: attributeInfo, option: option)
    }

    /// The rules of a shape, for the values of the attribute; `member` is known in the shape without a rule.
    package func shape(
        _ shape: NamedShape, with member: String?, option: String
    ) throws(OptionError) -> ShapePlan {
        try binder.shape(shape, with: member, option: option)
    }

    /// The rules of a shape that the rule set names.
    package func shape(named name: String, option: String) throws(OptionError) -> ShapePlan {
        try binder.shape(named: name, option: option)
    }

    private func known(_ name: String, _ option: String) throws(OptionError) -> AttributeInfo {
        if let info = try binder.attributeOfRecord(name, option: option) { return info }
        let (own, name) = (name, binder.qualify(name))
        let other = option == "when" ? nil : attribute
        guard let info = binder.attribute(name) ?? binder.discover(name, option: option, besides: other) else {
            // A rule that names what a model does not have would be refused too.
            if let fault = binder.memberFault(of: own, option: option) { throw fault }
            throw OptionError(
                option: option, reason: "unknown attribute '\(name)': no rule names it (add a 'safe' rule for it)",
                suggestion: binder.suggestion(forAttribute: name, besides: other))
        }
        return info
    }

    /// Makes the check of a rule that the type of the rule being bound is made of.
    package func check(forPart rule: Constraint) throws(OptionError) -> Check {
        try binder.partCheck(for: rule, attribute: attributeInfo)
    }

    /// Makes the check of another rule, for validators that apply one.
    public func check(for rule: Constraint, option: String) throws(OptionError) -> Check {
        try binder.innerCheck(for: rule, attribute: attributeInfo, option: option, ofItems: false)
    }

    /// The same for a validator that applies the rule to each item of its value.
    package func check(forItems rule: Constraint, option: String) throws(OptionError) -> Check {
        try binder.innerCheck(for: rule, attribute: attributeInfo, option: option, ofItems: true)
    }
}
