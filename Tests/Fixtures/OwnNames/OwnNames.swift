public import Proviso
public import ProvisoMacros

protocol Model {}
protocol AsyncModel {}
protocol ValidatableModel {}
struct Labels {}
struct Constraint {}
struct Validator {}
protocol ParsableModel {}
struct Rule {}
struct RuleSet {}
struct Attribute {}
struct AttributeWriter {}
struct ValidationMethod {}
struct ConstantValues {}
struct Condition {}
struct Report {}
struct Plan {}

/// A model in a module that has Proviso's names for things of its own.
@Validatable
public struct Own: Sendable, Proviso.ParsableModel {
    @Label(["en": "Name", "sv": "Namn"]) @Rules(.required, .type("check"))
    public var name = ""
    @Rules(.integer(min: 1)) public let number: Int
    /// Named as the parameters of what the macro writes.
    @Rules(.safe) public var values = ""
    @Rules(.safe) public var model = 0

    static let rules = [Proviso.Rule("model", .integer(max: 9))]

    public init() { number = 1 }

    @ValidationMethod
    func check(_ value: borrowing Value, _ context: inout ValidationContext) {
        if name == "bad" { context.report("name.bad") }
    }
}
