import ForeignModels
public import Proviso
public import ProvisoMacros

/// A model in a module that imports two modules with the same names.
@Validatable
public struct Ambiguous: Sendable, ParsableModel {
    @Label("Name") @Rules(.required, .type("check"))
    public var name = ""
    @Rules(.type("ask"), on: "late") public let number: Int

    public init() { number = 0 }

    @ValidationMethod
    func check(_ value: borrowing Value, _ context: inout ValidationContext) {
        if name == "bad" { context.report("name.bad") }
    }

    @ValidationMethod
    func ask(_ value: AnyValue) async -> [Finding] { value == 5 ? [] : [Finding("number.bad")] }
}
