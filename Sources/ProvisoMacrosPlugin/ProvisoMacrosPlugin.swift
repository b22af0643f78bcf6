internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

@main
struct ProvisoMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ValidatableMacro.self, RulesMacro.self, LabelMacro.self, ValidationMethodMacro.self, NoAttributeMacro.self,
    ]
}
