import ProvisoMacrosPlugin
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

let macros: [String: MacroSpec] = [
    "Validatable": MacroSpec(type: ValidatableMacro.self, conformances: ["ValidatableModel", "AsyncModel"]),
    "Rules": MacroSpec(type: RulesMacro.self), "Label": MacroSpec(type: LabelMacro.self),
    "ValidationMethod": MacroSpec(type: ValidationMethodMacro.self),
    "NoAttribute": MacroSpec(type: NoAttributeMacro.self),
]

/// What a failed comparison is recorded with, at the line of the test.
private func record(_ failure: TestFailureSpec) {
    let place = SourceLocation(
        fileID: failure.location.fileID, filePath: failure.location.filePath, line: failure.location.line,
        column: failure.location.column)
    Issue.record("\(failure.message)", sourceLocation: place)
}

/// Expands a source and compares it with what is expected, fix-its too.
func expand(
    _ source: String, to expected: String, _ diagnostics: [DiagnosticSpec] = [], fixed: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    assertMacroExpansion(
        source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: macros, fixedSource: fixed,
        failureHandler: record, fileID: fileID, filePath: filePath, line: line, column: column)
}
