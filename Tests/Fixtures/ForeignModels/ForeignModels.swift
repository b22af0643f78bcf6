/// The names of Proviso in a module of somebody else, such as a library for databases.
public protocol Model {}
public protocol AsyncModel {}
public protocol ValidatableModel {}
/// Vapor has these.
public protocol Validatable {}
public struct Validator { public init() {} }
public struct Rule { public init() {} }
public struct RuleSet { public init() {} }
public struct Attribute { public init() {} }
public struct AttributeWriter { public init() {} }
public struct ValidationMethod { public init() {} }
public struct ConstantValues { public init() {} }
public struct Labels { public init() {} }
public struct Constraint { public init() {} }
public struct Code { public init() {} }
