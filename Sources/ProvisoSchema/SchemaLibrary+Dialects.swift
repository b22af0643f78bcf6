internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// The meta-schemas that schemas name.
extension SchemaLibrary {
    /// The dialect of a meta-schema; `nil` if it is reported.
    func dialect(_ uri: SchemaURI, _ node: RuleNode) -> SchemaDialect? {
        let name = uri.document.description
        if let known = dialects[name] { return known }
        if name.hasPrefix(SchemaDialect.openAPIStart), !name.hasPrefix(SchemaDraft.openAPI30.uri) { return .openAPI31 }
        if let draft = SchemaDraft(uri: uri) { return SchemaDialect(draft) }
        // Before it is read: a meta-schema may name itself.
        dialects[name] = usual
        guard let found = read(dialect: uri, node) else { return nil }
        dialects[name] = found
        return found
    }

    private func read(dialect uri: SchemaURI, _ node: RuleNode) -> SchemaDialect? {
        let name = uri.document.description
        let root: RuleNode
        do throws(RuleSetError) {
            guard let found = try options.sources.find(uri.document) else {
                let known = SchemaDraft.allCases.filter { $0 != .openAPI30 }.reversed().map(\.uri)
                let isOld = ["/draft-03/", "/draft-04/"].contains { name.contains($0) }
                let advice =
                    isOld
                    ? "; in most schemas of it, it is enough to write '$id' for 'id' and the bound itself in "
                        + "'exclusiveMinimum' and 'exclusiveMaximum', and to name draft 6" : ""
                report(
                    node,
                    "expected the URI of a meta-schema: \(known.joined(separator: ", ")), or one in a declared "
                        + "directory; found '\(name)'\(advice)",
                    suggestion: isOld ? nil : Suggestion.nearest(to: name, in: known))
                return nil
            }
            root = found
        } catch {
            errors += error.diagnostics
            return nil
        }
        let own = schemaURI(of: root).flatMap { $0.uri.document == uri.document ? nil : dialect($0.uri, $0.node) }
        guard let vocabularies = member("$vocabulary", of: root)?.mapping else { return own ?? usual }
        var result = own ?? usual
        result.vocabularies = [.messages]
        for (key, value) in vocabularies {
            guard let known = SchemaVocabulary.known(key.scalar ?? "") else {
                if value.boolean == true {
                    report(
                        node,
                        "the meta-schema '\(name)' requires the vocabulary '\(key.scalar ?? "")', which is unknown")
                }
                continue
            }
            result.draft = known.draft
            result.vocabularies.insert(known.vocabulary)
            // In 2019-09 these keywords are among the applicators.
            if known == (.draft2019, .applicator) { result.vocabularies.insert(.unevaluated) }
            let asserts = known.vocabulary == .formatAssertion || known.vocabulary == .format && value.boolean == true
            if asserts { result.assertsFormats = true }
        }
        return result
    }
}
