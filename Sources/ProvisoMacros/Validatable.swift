/// A model needs the library too.
@_exported public import Proviso

/// What the properties of a model are called in data.
public enum AttributeNames: Sendable {
    /// As in the program.
    case properties
    /// In snake case, as `JSONDecoder` converts with `convertFromSnakeCase`: `firstName` is `first_name`.
    case snakeCase
}

/// Makes a struct or final class a `ValidatableModel`: its stored properties are the attributes that rules may name.
///
/// Rules are beside the property (`@Rules`), in a `static let rules: [Rule]` of the type, or both; those beside
/// properties run first. Properties may be of any type that is an `AttributeValue` or a `ValidatableModel`, and lists,
/// dictionaries and optionals of them. `static let messages`, `scenarios` and `labels` of the type go to the rule set
/// too, and what else of the conformance the type declares itself is left to it. Constants (`let`) are attributes that
/// no rule can change; in a struct that is declared a `ParsableModel`, data sets those without a value when it makes
/// the model. Static, computed and lazy properties, those with a property wrapper and those marked `@NoAttribute` are
/// none. Of an `#if` the members are read that are compiled.
///
/// An attribute has the name that the type's `CodingKeys` give its property, and otherwise the one that `names` makes of
/// it. Rules and paths use that name.
@attached(
    extension, conformances: ValidatableModel, AsyncModel,
    names: named(attributes), named(ruleSet), named(methods), named(writeAttributes(to:)),
    named(replacingConstants(_:)),
    named(init))
public macro Validatable(_ names: AttributeNames = .properties) =
    #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidatableMacro")

/// Rules for the property: `@Rules(.required, .string(min: 3, max: 24), on: "register")`.
///
/// The arguments after the rules apply to each of them. A property may have several `@Rules`. `on` and `except` accept
/// names of scenarios or a list of them.
@attached(peer)
public macro Rules(
    _ rules: Constraint..., on: String..., except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, empty: Emptiness? = nil,
    nullable: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with the names of scenarios in which they do not run.
@attached(peer)
public macro Rules(
    _ rules: Constraint..., on: String..., except: String, _ more: String..., when: Condition? = nil,
    unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, empty: Emptiness? = nil,
    nullable: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with a list of scenarios.
@attached(peer)
public macro Rules(
    _ rules: Constraint..., on: [String], except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, empty: Emptiness? = nil,
    nullable: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with a list of scenarios and the names of those in which they do not run.
@attached(peer)
public macro Rules(
    _ rules: Constraint..., on: [String], except: String, _ more: String..., when: Condition? = nil,
    unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, empty: Emptiness? = nil,
    nullable: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// The property's label: `@Label("User name")`, also with other labels by locale: `@Label("User name", ["de": "…"])`.
@attached(peer)
public macro Label(_ text: String, _ byLocale: [String: String] = [:]) =
    #externalMacro(module: "ProvisoMacrosPlugin", type: "LabelMacro")

/// The property's label by locale: `@Label(["en": "User name", "de": "Benutzername", "pt-BR": "Nome"])`.
@attached(peer)
public macro Label(_ byLocale: [String: String]) =
    #externalMacro(module: "ProvisoMacrosPlugin", type: "LabelMacro")

/// Makes the method a rule type; without a name, the rule type has the name of the method.
///
/// The method is `func check(_ value: borrowing Value, _ context: inout ValidationContext)`, or, if it is
/// async, `func check(_ value: AnyValue) async throws -> [Finding]`: the model is `Sendable` then, and needs an
/// `AsyncModelPlan`. `codes` lists the codes that it reports; if no codes are listed, any code is allowed. `options`
/// lists what rules may give it: it reads them from its context, which an `async` method takes as its second parameter,
/// an `AsyncContext`.
@attached(peer)
public macro ValidationMethod(
    _ name: RuleType? = nil, codes: [CodeDescription] = [], options: [OptionDescription] = [], skipsEmpty: Bool = true
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidationMethodMacro")

/// Excludes a stored property from the attributes.
@attached(peer)
public macro NoAttribute() = #externalMacro(module: "ProvisoMacrosPlugin", type: "NoAttributeMacro")
