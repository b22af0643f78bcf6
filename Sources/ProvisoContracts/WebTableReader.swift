internal import Proviso
internal import ProvisoRuleFiles

/// Makes a data package of the metadata of CSV on the Web, so that one reader makes the rules of both.
struct WebTableReader {
    private let path: String
    private(set) var made = ContractFindings()

    init(_ path: String) { self.path = path }

    private static let tableKeys = [
        "url", "tableSchema", "dialect", "notes", "transformations", "tableDirection", "suppressOutput",
    ]
    /// What a column has from its table, unless it says something else.
    private static let inheritedKeys = [
        "aboutUrl", "datatype", "default", "lang", "null", "ordered", "propertyUrl", "required", "separator",
        "textDirection", "valueUrl",
    ]
    private static let schemaKeys = ["columns", "primaryKey", "foreignKeys", "rowTitles"]
    private static let columnKeys = ["name", "titles", "virtual", "suppressOutput"]
    /// The keys of a dialect that data packages call differently.
    private static let dialectNames = ["commentPrefix": "commentChar", "lineTerminators": "lineTerminator"]
    /// The keys of a dialect that say nothing with these values.
    private static let usualDialect: [String: [AnyValue]] = [
        "headerRowCount": [1], "skipBlankRows": [false], "skipColumns": [0], "skipRows": [0],
        "trim": [false, "false"],
    ]

    /// Whether a document is such metadata.
    static func recognizes(_ root: RuleNode) -> Bool {
        root["@context"]?.strings.contains("http://www.w3.org/ns/csvw") ?? false || root["tableSchema"] != nil
            || root["tables"]?.list != nil
    }

    /// The package with a resource for each table, whose name is the URL of its file.
    mutating func package(of root: RuleNode) throws(RuleSetError) -> RuleNode {
        made.file.origin = "the metadata of"
        if let base = root["@context"]?.list?.compactMap({ $0["@base"] }).first { made.leave(base, "'@base'") }
        let tables = root["tables"]?.list ?? [root]
        var schemas: [RuleNode] = []
        for table in tables {
            let own = Self.tableKeys + (root["tables"] == nil ? ["tables"] : [])
            made.checkOwnKeys(of: table, own + Self.inheritedKeys, in: "a table")
            schemas.append(try document(table["tableSchema"] ?? root["tableSchema"]) ?? table)
        }
        if root["tables"] != nil {
            made.checkOwnKeys(of: root, ["tables"] + Self.tableKeys + Self.inheritedKeys, in: "the metadata")
        }
        // Keys refer to columns by name, and rules to what the header line calls them.
        var headers: [String: [String: String]] = [:]
        for (table, schema) in zip(tables, schemas) { headers[table["url"]?.text ?? ""] = Self.headers(schema) }
        var resources: [RuleNode] = []
        for (table, schema) in zip(tables, schemas) {
            resources.append(try resource(table, schema, root, headers))
        }
        return root.with([("resources", root.with(resources))])
    }

    private mutating func resource(
        _ table: RuleNode, _ schema: RuleNode, _ root: RuleNode, _ headers: [String: [String: String]]
    ) throws(RuleSetError) -> RuleNode {
        guard let url = table["url"], let name = url.text, !name.isEmpty else {
            throw RuleSetError(position: table.position, reason: "a table needs the 'url' of its file")
        }
        if schema["columns"]?.list == nil {
            throw RuleSetError(
                position: table.position,
                reason: "the table has no 'tableSchema' with 'columns', so nothing can be checked")
        }
        let dialect = try document(table["dialect"] ?? root["dialect"])
        return table.with([
            ("name", url), ("path", url), ("encoding", dialect?["encoding"]),
            ("dialect", dialect.map { self.dialect($0) }),
            ("schema", self.schema(schema, [schema, table, root], headers, own: name)),
        ])
    }

    /// The node, or the document of the file that it names.
    private mutating func document(_ node: RuleNode?) throws(RuleSetError) -> RuleNode? {
        guard let node, node.mapping == nil else { return node }
        guard let file = made.file(node, beside: path) else {
            throw made.errors.isEmpty
                ? RuleSetError(position: node.position, reason: "nothing is read from a network: name a file")
                : RuleSetError(made.errors)
        }
        return try Contract.document(file)
    }

    private func dialect(_ node: RuleNode) -> RuleNode {
        var members: [(String, RuleNode?)] = []
        for (key, value) in node.mapping ?? [] {
            let name = key.scalar ?? ""
            if name == "encoding" || name.contains(where: { ":@".contains($0) }) { continue }
            if Self.usualDialect[name]?.contains(value.value) ?? false { continue }
            let isNoHeader = name == "headerRowCount" && value.value == 0
            if isNoHeader {
                members.append(("header", value.with("false", isPlain: true)))
            } else {
                let ends = name == "lineTerminators" ? value.list?.first : nil
                members.append((Self.dialectNames[name] ?? name, ends ?? value))
            }
        }
        return node.with(members)
    }

    // MARK: A schema

    /// What the header line calls each column.
    private static func headers(_ schema: RuleNode) -> [String: String] {
        var headers: [String: String] = [:]
        for column in schema["columns"]?.list ?? [] {
            if let name = column["name"]?.text, let header = Self.header(column)?.text { headers[name] = header }
        }
        return headers
    }

    /// The first title, or else the name.
    private static func header(_ column: RuleNode) -> RuleNode? {
        guard let titles = column["titles"] else { return column["name"] }
        let first = titles.mapping?.first?.value ?? titles
        return first.list?.first ?? first
    }

    private mutating func schema(
        _ node: RuleNode, _ outer: [RuleNode], _ headers: [String: [String: String]], own: String
    ) -> RuleNode {
        if node["columns"] != nil {
            made.checkOwnKeys(of: node, Self.schemaKeys + Self.inheritedKeys, in: "a table schema")
        }
        let columns = (node["columns"]?.list ?? []).filter { $0["virtual"]?.value != true }
        let names = headers[own] ?? [:]
        var keys: [RuleNode] = []
        for key in node["foreignKeys"]?.list ?? [] {
            guard let reference = key["reference"], let resource = reference["resource"] else {
                made.leave(key, "a foreign key without the 'resource' of its reference")
                continue
            }
            let target = reference.with([
                ("resource", resource), ("fields", renamed(reference["columnReference"], headers[resource.text ?? ""])),
            ])
            keys.append(key.with([("fields", renamed(key["columnReference"], names)), ("reference", target)]))
        }
        var fields: [RuleNode] = []
        for column in columns { fields.append(field(column, [column] + outer)) }
        return node.with([
            ("fields", (node["columns"] ?? node).with(fields)), ("primaryKey", renamed(node["primaryKey"], names)),
            ("foreignKeys", keys.isEmpty ? nil : node.with(keys)),
            ("missingValues", nulls(columns.map { [$0] + outer }, node)),
        ])
    }

    /// Names of columns as the header line has them.
    private func renamed(_ node: RuleNode?, _ headers: [String: String]?) -> RuleNode? {
        guard let node else { return nil }
        func header(_ node: RuleNode) -> RuleNode { node.text.flatMap { headers?[$0] }.map { node.with($0) } ?? node }
        return node.list.map { node.with($0.map(header)) } ?? header(node)
    }

    /// The strings that are null: all columns have the same ones here.
    private mutating func nulls(_ columns: [[RuleNode]], _ schema: RuleNode) -> RuleNode {
        var all: [RuleNode] = []
        var isEqual = true
        for (index, outer) in columns.enumerated() {
            let own = outer.lazy.compactMap { $0["null"] }.first
            let texts = own.map { $0.list ?? [$0] } ?? [schema.with("")]
            if index == 0 { all = texts }
            if Set(texts.compactMap(\.scalar)) == Set(all.compactMap(\.scalar)) { continue }
            isEqual = false
            all += texts.filter { text in !all.contains { $0.scalar == text.scalar } }
        }
        if !isEqual {
            made.leave(schema, "which columns 'null' is for: strings that are null in one of them are null in all")
        }
        return schema.with(all)
    }

    private mutating func field(_ column: RuleNode, _ outer: [RuleNode]) -> RuleNode {
        made.checkOwnKeys(of: column, Self.columnKeys + Self.inheritedKeys, in: "a column")
        func inherited(_ key: String) -> RuleNode? { outer.lazy.compactMap { $0[key] }.first }
        if let titles = column["titles"]?.list ?? column["titles"]?.mapping?.map(\.value), titles.count > 1 {
            made.leave(titles[1], "titles of a column beside the first one")
        }
        if let node = inherited("default"), node.scalar != "" { made.leave(node, "'default' of empty cells") }
        let required = inherited("required")
        guard let separator = inherited("separator"), separator.value != .null else {
            let made = WebDatatype.field(inherited("datatype"), in: &self.made)
            return column.with(
                [("name", Self.header(column))] + made.members + [
                    ("constraints", column.with([("required", required)] + made.constraints))
                ])
        }
        made.leave(separator, "the items of cells with a 'separator'")
        return column.with([("name", Self.header(column)), ("constraints", column.with([("required", required)]))])
    }
}

extension RuleNode {
    /// Others at the same place: what a translation of the node has.
    func with(_ members: [(String, RuleNode?)]) -> RuleNode {
        let pairs = members.compactMap { name, value in value.map { (key: with(name), value: $0) } }
        return RuleNode(content: .mapping(pairs), position: position)
    }

    func with(_ items: [RuleNode]) -> RuleNode { RuleNode(content: .list(items), position: position) }

    func with(_ text: String, isPlain: Bool = false) -> RuleNode {
        RuleNode(content: .scalar(text, isPlain: isPlain), position: position)
    }
}
