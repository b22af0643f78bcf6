public import Proviso

/// Makes a struct or final class a `Model`: its stored properties are the attributes that rules may name.
///
/// Rules stand beside the property (`@Rules`), in a `static let rules: [Rule]` of the type, or both; those beside
/// properties run first. `static let messages`, `scenarios` and `labels` of the type go to the rule set too, and what
/// else of the conformance the type declares itself is left to it. Constants (`let`) are attributes that no rule can
/// change. Static, computed and lazy properties, those with a property wrapper and those marked `@NoAttribute` are none.
@attached(
    extension, conformances: Model, AskingModel,
    names: named(attributes), named(ruleSet), named(methods), named(writeAttributes(to:)))
public macro Validatable() = #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidatableMacro")

/// Rules for the property: `@Rules(.required, .string(min: 3, max: 24), on: "register")`.
///
/// What follows the rules holds for each of them. Several `@Rules` may stand beside one property.
@attached(peer)
public macro Rules(
    _ rules: RuleBody..., on: String..., except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// The property's label, for all locales or for some of them; other locales go by `byLocale`.
@attached(peer)
public macro Label(
    _ text: String? = nil, en: String? = nil, ar: String? = nil, de: String? = nil, es: String? = nil,
    fr: String? = nil, it: String? = nil, ja: String? = nil, nl: String? = nil, pl: String? = nil, pt: String? = nil,
    ru: String? = nil, tr: String? = nil, uk: String? = nil, zh: String? = nil, byLocale: [String: String] = [:]
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "LabelMacro")

/// Lets rules name the method as their type: by its own name when no other is given.
///
/// The method is `func check(_ value: borrowing Value, _ context: inout ValidationContext)`, or, where its answer takes
/// time, `func check(_ value: AnyValue) async throws -> [Finding]`: the model is `Sendable` then, and needs an
/// `AsyncModelPlan`. `codes` lists what it reports; none listed means anything.
@attached(peer)
public macro ValidationMethod(
    _ name: RuleType? = nil, codes: [CodeDescription] = [], skipsEmpty: Bool = true
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidationMethodMacro")

/// Keeps a stored property out of the attributes.
@attached(peer)
public macro NoAttribute() = #externalMacro(module: "ProvisoMacrosPlugin", type: "NoAttributeMacro")
