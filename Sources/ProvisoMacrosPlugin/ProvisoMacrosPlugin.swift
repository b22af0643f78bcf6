import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ProvisoMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
