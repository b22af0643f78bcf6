internal import Proviso
internal import ProvisoRuleFiles

/// Makes rules of a resource of a data package (Frictionless), or of a Table Schema alone.
struct DataPackageReader {
    private let path: String
    private(set) var made = ContractFindings()
    private var resources: [RuleNode] = []

    /// `made` is what is known already of a package that was made of something else.
    init(_ path: String, _ made: ContractFindings = ContractFindings()) { (self.path, self.made) = (path, made) }

    /// The keys of a dialect that mean what tables are like anyway.
    private static let usualDialect: [String: [AnyValue]] = [
        "doubleQuote": [true], "lineTerminator": ["\n", "\r\n"], "skipInitialSpace": [false],
        "caseSensitiveHeader": [true],
        "csvddfVersion": [1.2, "1.2"], "headerRows": [.list([1])], "$schema": [], "type": ["delimited"],
    ]

    private static let resourceKeys = [
        "name", "path", "data", "schema", "dialect", "encoding", "hash", "bytes", "type", "title", "description",
        "homepage", "format", "mediatype", "scheme", "sources", "licenses", "profile", "$schema", "version", "stats",
    ]
    private static let schemaKeys = [
        "fields", "missingValues", "primaryKey", "uniqueKeys", "foreignKeys", "fieldsMatch", "$schema", "name",
        "title", "description", "profile",
    ]

    /// Reads the part, the only resource, or the schema that the document is.
    mutating func read(_ root: RuleNode, part: String?) throws(RuleSetError) {
        guard let list = root["resources"]?.list else {
            made.file.origin = "the Table Schema"
            if root["fields"] != nil { return table(root, named: "") }
            resources = [root]
            return try resource(root)
        }
        if made.file.origin == ImportedFile().origin { made.file.origin = "the data package" }
        resources = list
        let names = list.compactMap { $0["name"]?.text }
        guard let part else {
            if list.count == 1 { return try resource(list[0]) }
            throw RuleSetError(
                position: root.position,
                reason: "the package has \(list.count) resources: name one, such as \(path)#\(names.first ?? "name") "
                    + "(\(names.prefix(20).joined(separator: ", ")))")
        }
        guard let found = list.first(where: { $0["name"]?.text == part }) else {
            throw RuleSetError(
                position: root.position, reason: "no resource '\(part)' (\(names.prefix(20).joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: part, in: names))
        }
        try resource(found)
    }

    // MARK: A resource

    private mutating func resource(_ node: RuleNode) throws(RuleSetError) {
        made.checkKeys(of: node, Self.resourceKeys, in: "the resource")
        made.inputs = paths(of: node)
        if let data = node["data"] { made.leave(data, "'data' in the package itself: name a file") }
        for key in ["hash", "bytes"] { if let value = node[key] { made.leave(value, "'\(key)'") } }
        if let encoding = node["encoding"] {
            let known = encoding.text.flatMap(TableFormat.Encoding.init(named:))
            if let known {
                if known != .utf8 { made.file.table.append(.init("encoding", .text(known.rawValue))) }
            } else {
                made.report(encoding, "the encoding '\(encoding.scalar ?? "")' is not known")
            }
        }
        guard let written = node["schema"] else {
            throw RuleSetError(
                position: node.position, reason: "the resource has no 'schema', so nothing can be checked")
        }
        let schema = try referred(written)
        let fields = schema["fields"]?.list?.compactMap { $0["name"]?.text } ?? []
        if let dialect = node["dialect"] { self.dialect(try referred(dialect), fields) }
        table(schema, named: node["name"]?.text ?? "")
    }

    /// The files of a resource.
    private mutating func paths(of node: RuleNode) -> [String] {
        guard let written = node["path"] else { return [] }
        return (written.list ?? [written]).compactMap { made.file($0, beside: path) }
    }

    /// The node, or the document of the file that it names.
    private mutating func referred(_ node: RuleNode) throws(RuleSetError) -> RuleNode {
        if node.mapping != nil { return node }
        guard let file = made.file(node, beside: path) else {
            throw made.errors.isEmpty
                ? RuleSetError(
                    position: node.position,
                    reason: "expected an object, or the path of a file; nothing is read from a network")
                : RuleSetError(made.errors)
        }
        return try Contract.document(file)
    }

    private mutating func dialect(_ node: RuleNode, _ fields: [String]) {
        for (key, value) in node.mapping ?? [] {
            switch key.scalar ?? "" {
            case "delimiter": made.file.table.append(.init("delimiter", .text(value.scalar ?? "")))
            case "quoteChar": made.file.table.append(.init("quote", .text(value.scalar ?? "")))
            case "commentChar": made.file.table.append(.init("comment", .text(value.scalar ?? "")))
            case "header":
                if value.value != false { continue }
                made.file.table.append(.init("header", false))
                made.file.table.append(.init("columns", .list(fields.map { .text($0) })))
            case let name:
                if let usual = Self.usualDialect[name], usual.isEmpty || usual.contains(value.value) { continue }
                made.leave(key, "'\(name)' of the dialect")
            }
        }
    }

    // MARK: A schema

    private mutating func table(_ schema: RuleNode, named name: String) {
        guard let fields = schema["fields"]?.list else {
            return made.report(schema, "a Table Schema needs 'fields', a list")
        }
        made.file.nulls = schema["missingValues"]?.list?.compactMap { $0["value"]?.scalar ?? $0.scalar } ?? [""]
        let keys = schema["primaryKey"]?.strings ?? []
        var names: [String] = []
        for field in fields {
            guard let name = field["name"]?.text, !name.isEmpty else {
                made.report(field, "a field needs a 'name'")
                continue
            }
            if names.contains(name) { made.report(field, "the field '\(name)' appears twice") }
            names.append(name)
            var reader = TableFieldReader(field, ValuePath([.key(name)]), isKey: keys.contains(name))
            reader.read(into: &made)
        }
        match(schema["fieldsMatch"], names)
        unique(schema["primaryKey"], names)
        for keys in schema["uniqueKeys"]?.list ?? [] { unique(keys, names) }
        for key in schema["foreignKeys"]?.list ?? [] { foreign(key, names, own: name) }
        made.checkKeys(of: schema, Self.schemaKeys, in: "the schema")
    }

    /// Which columns there must be; their order is not checked.
    private mutating func match(_ node: RuleNode?, _ names: [String]) {
        let word = node?.strings.first ?? "exact"
        let words = ["exact", "equal", "subset", "superset", "partial"]
        if let node, !words.contains(word) {
            made.report(
                node, "unknown fieldsMatch '\(word)' (\(words.joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: word, in: words))
        }
        if let node, word == "exact" { made.leave(node, "the order of the columns") }
        made.file.isClosed = ["exact", "equal", "superset"].contains(word)
        if ["superset", "partial"].contains(word) { made.file.optional = names.map { ValuePath([.key($0)]) } }
    }

    private mutating func paths(_ node: RuleNode, _ names: [String]) -> [ValuePath]? {
        for name in node.strings where !names.contains(name) {
            made.report(
                node, "no field '\(name)' (\(names.prefix(20).joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: name, in: names))
            return nil
        }
        let paths = node.strings.map { ValuePath([.key($0)]) }
        return paths.isEmpty ? nil : paths
    }

    private mutating func unique(_ node: RuleNode?, _ names: [String]) {
        guard let node, let paths = paths(node, names) else { return }
        let together = AnyValue.list(paths.map { .text($0.description) })
        made.add(paths[0], "unique", paths.count == 1 ? [] : [.init("targetAttribute", together)], at: node)
    }

    private mutating func foreign(_ node: RuleNode, _ names: [String], own: String) {
        guard let fields = node["fields"], let reference = node["reference"], let target = reference["fields"] else {
            return made.report(node, "a foreign key needs 'fields', and a 'reference' with 'fields'")
        }
        guard let paths = paths(fields, names) else { return }
        guard target.strings.count == paths.count else {
            return made.report(target, "a foreign key of \(paths.count) fields refers to \(target.strings.count)")
        }
        let written = reference["resource"]?.text ?? ""
        let name = written.isEmpty ? own : written
        guard let resource = resources.first(where: { ($0["name"]?.text ?? "") == name }) else {
            let known = resources.compactMap { $0["name"]?.text }
            if known.isEmpty { return made.leave(node, "a foreign key of a schema that is in no package") }
            return made.report(
                reference, "no resource '\(name)' (\(known.prefix(20).joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: name, in: known))
        }
        let files = self.paths(of: resource)
        guard files.count == 1, resource["dialect"] == nil, !name.isEmpty, !name.contains("=") else {
            return made.leave(node, "a foreign key to a resource with several files, none, or a dialect")
        }
        made.collections[name] = files[0]
        let pairs = zip(paths, target.strings).map { AnyValue.Member($0.description, .text($1)) }
        made.add(
            paths[0], "exist",
            [
                .init("target", .text(name)),
                .init("targetAttribute", pairs.count == 1 ? pairs[0].value : .object(pairs)),
            ], at: node)
    }
}
