import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// What the macros say about a source.
enum Diagnosed {
    static func all(_ source: String, _ macros: [String: MacroSpec]) -> [(line: Int, text: String)] {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
        _ = file.expand(
            macroSpecs: macros,
            contextGenerator: {
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
            })
        return context.diagnostics.map { diagnostic in
            (context.location(of: diagnostic.node)?.line ?? 0, diagnostic.message)
        }.sorted { $0.0 < $1.0 }
    }
}

extension BasicMacroExpansionContext {
    fileprivate func location(of node: Syntax) -> (line: Int, column: Int)? {
        location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).flatMap { location in
            location.line.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }.map { ($0, 0) }
        }
    }
}
