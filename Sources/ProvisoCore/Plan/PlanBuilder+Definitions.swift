package import ProvisoMessages

/// Checks the functions and named values of expressions.
extension PlanBuilder {
    /// Finds the mistakes in definitions, those that no expression uses too.
    func checkDefinitions() {
        for (signature, error, isInBody) in definitions.mistakes { report(error, in: signature, isInBody: isInBody) }
        let facts = RuleFacts(binder: self)
        var parts = 0
        for definition in definitions.all {
            guard parts <= Self.mostDefined else {
                let reason = "the definitions have more than \(Self.mostDefined) parts, with those that they use"
                return report(ExprSyntaxError(offset: 0, reason: reason), in: definition.signature, isInBody: false)
            }
            let path = ExprPath.whole + (definition.prefix + [definition.name]).joined(separator: ".")
            if facts.type(of: path) != nil {
                report(
                    ExprSyntaxError(offset: 0, reason: "an attribute has this name too: choose another one"),
                    in: definition.signature, isInBody: false)
                continue
            }
            do throws(ExprSyntaxError) {
                let (body, expansions) = try definitions.body(of: definition, parts: &parts) {
                    RuleFacts.isKnown($0, self)
                }
                if let reason = refusal(ofPatterns: body.patterns) { throw ExprSyntaxError(offset: 0, reason: reason) }
                do throws(ExprSyntaxError) {
                    var checker = ExprChecker(
                        facts, this: .any, parent: nil,
                        isWritten: ruleSet.positions[.expression(definition.signature)] != nil)
                    checker.add(definition.parameters ?? [])
                    _ = try checker.type(body)
                } catch {
                    // The definition within has been refused itself.
                    if error.offset < ExprPlace.stride { throw ExprDefinitions.placed(error, expansions) }
                }
            } catch {
                report(error, in: definition.signature, isInBody: true)
            }
        }
    }

    /// The maximum number of parts of all definitions: each is checked with those that it uses.
    private static let mostDefined = 200_000

    /// Warns of definitions that no expression of a rule uses, and of parameters that their definition does not use.
    func warnOfUnusedDefinitions() {
        for definition in definitions.all {
            for parameter in definition.parameters ?? [] where !definition.body.uses(parameter) {
                warn(
                    ofUnused: .definition(definition.signature),
                    "the definition '\(definition.signature)' does not use its parameter '\(parameter)': remove it")
            }
        }
        for definition in definitions.all where !shapes.usedDefinitions.contains(definition.signature) {
            warn(
                ofUnused: .definition(definition.signature),
                "no expression uses the definition '\(definition.signature)'")
        }
    }

    private func report(_ error: ExprSyntaxError, in signature: String, isInBody: Bool) {
        let text = ruleSet.define[signature] ?? ""
        let place = ExprPlace.place(error.offset, in: text)
        let exact = isInBody ? ruleSet.positions[.expression(signature)] : nil
        let words = exact == nil && isInBody ? ", at \(ExprPlace.words(error.offset, in: text))" : ""
        diagnostics.append(
            RuleSetError.Diagnostic(
                position: exact?.offset(line: place.line, column: place.column)
                    ?? ruleSet.positions[.definition(signature)],
                reason: "in the definition '\(signature)': \(error.reason)\(words)", suggestion: error.suggestion))
    }
}

extension SourcePosition {
    /// The position of a character in a string that begins here; lines and columns are counted from 1.
    package func offset(line: Int, column: Int) -> SourcePosition {
        SourcePosition(file: file, line: self.line + line - 1, column: self.column + column - 1)
    }
}
