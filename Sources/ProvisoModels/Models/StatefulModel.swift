public import ProvisoCore
public import ProvisoMessages

/// Something with attributes, rules, a scenario and errors: a `ModelState` or a `DynamicModel`.
public protocol StatefulModel {
    /// The rules with labels, hints and scenarios.
    var ruleSet: RuleSet { get }
    /// Picks the rules that run and the attributes that mass assignment may set.
    var scenario: String { get set }
    /// What the last validations found, and what was added by hand.
    var errors: ErrorList { get set }
    /// All attributes, in the order declared.
    var attributeNames: [String] { get }
    /// The attributes that hold models with rules of their own.
    var nestedAttributes: [String] { get }
    /// The name under which forms send the model.
    var formName: String { get }

    /// The value of an attribute, `nil` when there is no such attribute.
    subscript(attribute: String) -> AnyValue? { get }

    /// The rules bound to a registry. Throws everything that is wrong with them.
    func plan() throws(RuleSetError) -> Plan

    /// Runs the rules of the scenario; true when the model has no errors at all afterwards.
    ///
    /// `attributes` limits the check to some of them and what is in them; only their errors are cleared before, unless
    /// `clearErrors` is false. Rules that skip attributes with errors do so for the errors that stay. Throws for a
    /// scenario or attribute that nothing declares.
    mutating func validate(attributes: [String]?, clearErrors: Bool) throws(RuleSetError) -> Bool

    /// Like `validate`, and awaits async rules.
    ///
    /// Do not change the model meanwhile. Throws `CancellationError` if the task is cancelled; the errors are then
    /// undefined.
    nonisolated(nonsending) mutating func validateAsync(attributes: [String]?, clearErrors: Bool) async throws -> Bool

    /// Sets attributes from the members of an object, in their order, and returns the names of those it may not set.
    ///
    /// What a property cannot hold becomes an error of the attribute, which stays until the attribute is set to
    /// something else.
    @discardableResult
    mutating func setAttributes(_ values: AnyValue, safeOnly: Bool, from source: AssignmentSource) -> [String]
}

/// Where the values of a mass assignment come from.
public enum AssignmentSource: Sendable {
    /// Values have the types of the data.
    case data
    /// Everything is text, as forms send it: "5" is a number where the property holds one.
    case form
}

extension StatefulModel {
    /// No attributes.
    public var nestedAttributes: [String] { [] }

    /// Validates everything the scenario lists.
    @discardableResult
    public mutating func validate() throws(RuleSetError) -> Bool { try validate(attributes: nil, clearErrors: true) }

    /// Validates some attributes, clearing their errors only.
    @discardableResult
    public mutating func validate(attributes: [String]) throws(RuleSetError) -> Bool {
        try validate(attributes: attributes, clearErrors: true)
    }

    /// Validates everything the scenario lists, or some attributes, clearing only their errors, and awaits async rules.
    @discardableResult
    nonisolated(nonsending) public mutating func validateAsync(attributes: [String]? = nil) async throws -> Bool {
        try await validateAsync(attributes: attributes, clearErrors: true)
    }

    /// Sets the safe attributes among an object's members, and returns the names of those that are not.
    @discardableResult
    public mutating func setAttributes(_ values: AnyValue, safeOnly: Bool = true) -> [String] {
        setAttributes(values, safeOnly: safeOnly, from: .data)
    }

    /// Some attributes with their values: all of them, or those named, without those excepted.
    ///
    /// Names that nothing declares are left out.
    public func attributes(_ names: [String]? = nil, except: [String] = []) -> [String: AnyValue] {
        var values: [String: AnyValue] = [:]
        for name in names ?? attributeNames where !except.contains(name) { values[name] = self[name] }
        return values
    }
}

/// Errors by attribute, as forms show them.
extension StatefulModel {
    /// Whether there is any error.
    public var hasErrors: Bool { !errors.isEmpty }

    /// Whether an attribute has an error.
    public func hasErrors(of attribute: String) -> Bool { errors.hasErrors(of: attribute) }

    /// The errors of an attribute.
    public func errors(of attribute: String) -> [Violation] { errors.errors(of: attribute) }

    /// The first error of an attribute.
    public func firstError(of attribute: String) -> Violation? { errors.errors(of: attribute).first }

    /// The first error of each attribute that has any.
    public var firstErrors: [String: Violation] {
        Dictionary(
            uniqueKeysWithValues: errors.byAttribute.compactMap { group in
                group.errors.first.map { (group.attribute, $0) }
            })
    }

    /// All errors, or the first of each attribute, attribute by attribute.
    public func errorSummary(showsAll: Bool = true) -> [Violation] {
        errors.byAttribute.flatMap { showsAll ? $0.errors : Array($0.errors.prefix(1)) }
    }

    /// Adds an error by its code.
    public mutating func addError(_ attribute: String, _ code: Code, _ parameters: Parameters = [:]) {
        errors.add(code, parameters, to: attribute)
    }

    /// Adds an error with a message that is shown unchanged in all locales.
    public mutating func addError(_ attribute: String, text: String) { errors.add(text: text, to: attribute) }

    /// Adds errors with messages of the program's own, by attribute.
    public mutating func addErrors(_ texts: KeyValuePairs<String, [String]>) {
        for (attribute, texts) in texts {
            for text in texts { errors.add(text: text, to: attribute) }
        }
    }

    /// Adds the violations of another validation.
    public mutating func addErrors(_ report: Report) { errors.add(report.violations) }

    /// Removes all violations.
    public mutating func clearErrors() { errors.clear() }

    /// Removes the violations of some attributes.
    public mutating func clearErrors(of attributes: String...) { errors.clear(attributes) }

    /// The model unchanged, without its errors.
    public func withoutErrors() -> Self {
        var copy = self
        copy.clearErrors()
        return copy
    }
}

/// Words for people.
extension StatefulModel {
    /// What people call an attribute: the rule set's label for the locale, else one made from the name.
    public func label(of attribute: String, in locale: String = "en") -> String { words(locale).label(attribute) }

    /// The labels of all attributes.
    public func labels(in locale: String = "en") -> [String: String] {
        let words = words(locale)
        return Dictionary(attributeNames.map { ($0, words.label($0)) }) { first, _ in first }
    }

    /// The hint that people see about an attribute before they type, empty if there is none.
    public func hint(of attribute: String, in locale: String = "en") -> String { words(locale).hint(attribute) }

    /// The errors of an attribute as sentences.
    public func texts(of attribute: String, in locale: String = "en") throws(RuleSetError) -> [String] {
        let localizer = try plan().localizer(preferring: locale)
        return errors(of: attribute).map(localizer.text)
    }

    /// All errors as sentences, by attribute.
    public func texts(in locale: String = "en") throws(RuleSetError) -> [String: [String]] {
        let localizer = try plan().localizer(preferring: locale)
        return Dictionary(
            uniqueKeysWithValues: errors.byAttribute.map { ($0.attribute, $0.errors.map(localizer.text)) })
    }

    private func words(_ locale: String) -> ReportLocalizer {
        ReportLocalizer(Localizer(preferring: [locale]), ruleSet: ruleSet)
    }
}

/// Filling models from what forms send.
extension StatefulModel {
    /// Sets the safe attributes from the part of the data that a form sent for this model.
    ///
    /// `formName` is the model's own name by default; with "" all data belongs to the model. Data without that name
    /// belongs to the model if it contains its attributes, as from a form with one model. Returns false if nothing was
    /// sent: a caller that ignores the result would validate a model that was not filled.
    public mutating func load(_ data: AnyValue, formName: String? = nil) -> Bool {
        let name = formName ?? self.formName
        let isFlat = formName == nil && namesAttributes(data)
        let part: AnyValue? = name.isEmpty ? data : data[name] ?? (isFlat ? data : nil)
        guard let values = part, case .object(let members) = values else { return false }
        if name.isEmpty, members.isEmpty { return false }
        setAttributes(values, safeOnly: true, from: .form)
        return true
    }

    private func namesAttributes(_ data: AnyValue) -> Bool {
        data.members.contains { attributeNames.contains($0.key) }
    }
}

extension Array where Element: StatefulModel {
    /// Fills each model from the item at its position; true when any was sent something.
    ///
    /// Items are members named 0, 1, … or the items of a list, below the first model's form name unless another is
    /// given.
    public mutating func load(_ data: AnyValue, formName: String? = nil) -> Bool {
        guard let name = formName ?? first?.formName else { return false }
        guard let items = name.isEmpty ? data : data[name] else { return false }
        var isLoaded = false
        for index in indices {
            let item: AnyValue? =
                if case .list(let list) = items { list.indices.contains(index) ? list[index] : nil } else {
                    items[String(index)]
                }
            guard let item else { continue }
            isLoaded = self[index].load(item, formName: "") || isLoaded
        }
        return isLoaded
    }

    /// Validates every model, also after one has failed; true when all are valid.
    public mutating func validate(attributes: [String]? = nil) throws(RuleSetError) -> Bool {
        var isValid = true
        for index in indices {
            isValid = try self[index].validate(attributes: attributes, clearErrors: true) && isValid
        }
        return isValid
    }
}

/// Validates models of different types, every one of them also after one has failed; true when all are valid.
public func validateAll(_ models: inout [any StatefulModel]) throws(RuleSetError) -> Bool {
    var isValid = true
    for index in models.indices {
        isValid = try models[index].validate(attributes: nil, clearErrors: true) && isValid
    }
    return isValid
}

/// What the scenario makes of the attributes.
extension StatefulModel {
    /// Every scenario with its active attributes, `!` before the unsafe ones.
    ///
    /// As the rule set declares them, else as its rules name them; a scenario without attributes is there too.
    public var scenarios: [String: [String]] {
        let names = ruleSet.scenarioNames.filter { $0 != RuleSet.defaultScenario || knowsDefaultScenario }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, scenarioList($0)) })
    }

    /// Where scenarios are declared, the default one is among them only if it is declared or some rule applies in it.
    private var knowsDefaultScenario: Bool {
        ruleSet.scenarios.isEmpty || !scenarioList(RuleSet.defaultScenario).isEmpty
    }

    /// The attributes the scenario validates.
    public var activeAttributes: [String] { scenarioList(scenario).map(RuleSet.plain).withoutRepetition() }

    /// The attributes mass assignment may set in the scenario.
    public var safeAttributes: [String] {
        let list = scenarioList(scenario)
        return list.filter { !$0.isEmpty && !$0.hasPrefix("!") && !list.contains("!\($0)") }.withoutRepetition()
    }

    /// Whether the scenario validates an attribute.
    public func isAttributeActive(_ attribute: String) -> Bool { activeAttributes.contains(attribute) }

    /// Whether mass assignment may set an attribute.
    public func isAttributeSafe(_ attribute: String) -> Bool { safeAttributes.contains(attribute) }

    /// Whether a `required` rule without a condition applies to the attribute in the scenario.
    public func isAttributeRequired(_ attribute: String) -> Bool {
        activeRules(for: attribute).contains { rule in
            rule.when.isEmpty && rule.unless.isEmpty
                && ruleSet.writtenOut(rule.constraint).contains {
                    Registry.standard.about($0.type).subject == .required
                }
        }
    }

    /// The rules that apply in the scenario.
    public var activeRules: [Rule] {
        let active = Set(activeAttributes)
        return ruleSet.rules.filter { rule in
            rule.isActive(in: scenario) && rule.attributes.contains { active.contains(RuleSet.plain($0)) }
        }
    }

    /// The rules that apply to an attribute in the scenario; none when the scenario does not list it.
    public func activeRules(for attribute: String) -> [Rule] {
        guard isAttributeActive(attribute) else { return [] }
        return activeRules.filter { $0.attributes.map(RuleSet.plain).contains(attribute) }
    }

    private func scenarioList(_ scenario: String) -> [String] {
        guard ruleSet.scenarioNames.contains(scenario) else { return [] }
        return ruleSet.scenarioList(scenario, nested: nestedAttributes)
    }
}
