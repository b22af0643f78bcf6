internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A string of the macros for the person who compiles.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity: DiagnosticSeverity

    init(_ message: String, _ severity: DiagnosticSeverity = .error) {
        self.message = message
        self.severity = severity
    }

    var diagnosticID: MessageID { MessageID(domain: "Proviso", id: message) }
    var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
    func report(
        _ node: some SyntaxProtocol, _ message: String, _ severity: DiagnosticSeverity = .error, fixIts: [FixIt] = []
    ) {
        diagnose(Diagnostic(node: node, message: MacroMessage(message, severity), fixIts: fixIts))
    }
}

extension FixIt {
    static func replacing(_ node: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String) -> FixIt {
        FixIt(message: MacroMessage(message), changes: [.replace(oldNode: Syntax(node), newNode: Syntax(new))])
    }
}
