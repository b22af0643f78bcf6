/// The names of Proviso in a module of somebody else, such as a library for databases.
public protocol Model {}
public protocol AsyncModel {}
public struct Rule { public init() {} }
public struct RuleSet { public init() {} }
public struct Attribute { public init() {} }
public struct AttributeWriter { public init() {} }
public struct ValidationMethod { public init() {} }
public struct ConstantValues { public init() {} }
