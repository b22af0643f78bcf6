public import Proviso

/// Makes a struct or final class a `Model`: its stored properties are the attributes that rules may name.
///
/// Rules stand beside the property (`@Rules`), in a `static let rules: [Rule]` of the type, or both; those beside
/// properties run first. Properties may be of any type that is an `AttributeValue` or a `Model`, and lists, dictionaries
/// and optionals of them. `static let messages`, `scenarios` and `labels` of the type go to the rule set too, and what
/// else of the conformance the type declares itself is left to it. Constants (`let`) are attributes that no rule can
/// change; in a struct that is declared a `ParsableModel`, data sets those without a value when it makes the model.
/// Static, computed and lazy properties, those with a property wrapper and those marked `@NoAttribute` are none. Of an
/// `#if` the members are read that are compiled.
@attached(
    extension, conformances: Model, AskingModel,
    names: named(attributes), named(ruleSet), named(methods), named(writeAttributes(to:)),
    named(replacingConstants(_:)),
    named(init))
public macro Validatable() = #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidatableMacro")

/// Rules for the property: `@Rules(.required, .string(min: 3, max: 24), on: "register")`.
///
/// What follows the rules holds for each of them. Several `@Rules` may stand beside one property. `on` and `except` take
/// names of scenarios or a list of them.
@attached(peer)
public macro Rules(
    _ rules: RuleBody..., on: String..., except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with the names of scenarios in which they do not run.
@attached(peer)
public macro Rules(
    _ rules: RuleBody..., on: String..., except: String, _ more: String..., when: Condition? = nil,
    unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with a list of scenarios.
@attached(peer)
public macro Rules(
    _ rules: RuleBody..., on: [String], except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// Rules for the property, with a list of scenarios and the names of those in which they do not run.
@attached(peer)
public macro Rules(
    _ rules: RuleBody..., on: [String], except: String, _ more: String..., when: Condition? = nil,
    unless: Condition? = nil,
    message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
    severity: Severity = .error, bail: Bool = false, id: String? = nil
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "RulesMacro")

/// The property's label, for all locales or for some of them: `@Label(en: "User name", de: "Benutzername")`.
///
/// Each language with a catalog has a parameter; tags with a script or region go by `byLocale`: `["pt-BR": "Nome"]`.
@attached(peer)
public macro Label(
    _ text: String? = nil, en: String? = nil, af: String? = nil, am: String? = nil, ar: String? = nil,
    az: String? = nil, be: String? = nil, bg: String? = nil, bn: String? = nil, bs: String? = nil, ca: String? = nil,
    cs: String? = nil, cy: String? = nil, da: String? = nil, de: String? = nil, el: String? = nil, es: String? = nil,
    et: String? = nil, eu: String? = nil, fa: String? = nil, fi: String? = nil, fil: String? = nil, fr: String? = nil,
    ga: String? = nil, gl: String? = nil, he: String? = nil, hi: String? = nil, hr: String? = nil, hu: String? = nil,
    hy: String? = nil, id: String? = nil, `is`: String? = nil, it: String? = nil, ja: String? = nil,
    ka: String? = nil, kk: String? = nil, km: String? = nil, ko: String? = nil, lt: String? = nil, lv: String? = nil,
    mk: String? = nil, mn: String? = nil, mr: String? = nil, ms: String? = nil, nb: String? = nil, nl: String? = nil,
    nn: String? = nil, no: String? = nil, pl: String? = nil, pt: String? = nil, ro: String? = nil, ru: String? = nil,
    sk: String? = nil, sl: String? = nil, sq: String? = nil, sr: String? = nil, sv: String? = nil, sw: String? = nil,
    ta: String? = nil, te: String? = nil, th: String? = nil, tr: String? = nil, uk: String? = nil, ur: String? = nil,
    uz: String? = nil, vi: String? = nil, zh: String? = nil, byLocale: [String: String] = [:]
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "LabelMacro")

/// Lets rules name the method as their type: by its own name when no other is given.
///
/// The method is `func check(_ value: borrowing Value, _ context: inout ValidationContext)`, or, where its answer takes
/// time, `func check(_ value: AnyValue) async throws -> [Finding]`: the model is `Sendable` then, and needs an
/// `AsyncModelPlan`. `codes` lists what it reports; none listed means anything. `options` lists what rules may give it:
/// it reads them from its context, which an `async` method takes as its second parameter, an `AsyncContext`.
@attached(peer)
public macro ValidationMethod(
    _ name: RuleType? = nil, codes: [CodeDescription] = [], options: [OptionDescription] = [], skipsEmpty: Bool = true
) = #externalMacro(module: "ProvisoMacrosPlugin", type: "ValidationMethodMacro")

/// Keeps a stored property out of the attributes.
@attached(peer)
public macro NoAttribute() = #externalMacro(module: "ProvisoMacrosPlugin", type: "NoAttributeMacro")
