internal import Proviso
internal import ProvisoRuleFiles

/// Makes rules of an object of an Open Data Contract (ODCS 3).
struct OpenContractReader {
    /// The logical types of ODCS.
    private enum LogicalType: String, CaseIterable {
        case string, number, integer, boolean, date, timestamp, time, object, array
    }

    /// The parts of a contract that describe it, or are read elsewhere.
    private static let descriptive = [
        "apiVersion", "kind", "id", "name", "version", "status", "domain", "tenant", "dataProduct", "tags",
        "description",
        "schema", "servers", "team", "roles", "support", "price", "authoritativeDefinitions", "customProperties",
        "contractCreatedTs", "$schema",
    ]
    /// The keys that objects and properties have, read or only descriptive.
    private static let commonKeys = [
        "id", "name", "physicalName", "physicalType", "description", "businessName", "authoritativeDefinitions", "tags",
        "customProperties", "logicalType", "properties", "quality", "relationships",
    ]
    private static let objectKeys = commonKeys + ["dataGranularityDescription"]
    private static let propertyKeys =
        commonKeys
        + ("primaryKey primaryKeyPosition logicalTypeOptions required unique items partitioned partitionKeyPosition "
        + "classification encryptedName transformSourceObjects transformLogic transformDescription examples "
        + "criticalDataElement").split(separator: " ").map(String.init)

    private let path: String
    private(set) var made = ContractFindings()

    init(_ path: String) { self.path = path }

    /// Reads the object that the part names, or the only one.
    mutating func read(_ root: RuleNode, part: String?) {
        made.file.origin = "the data contract"
        let version = root["apiVersion"]?.scalar ?? ""
        guard version.drop(while: { $0 == "v" }).hasPrefix("3") else {
            return made.report(root["apiVersion"] ?? root, "expected apiVersion v3.0.0 or later, found '\(version)'")
        }
        made.checkKeys(of: root, Self.descriptive, in: "the contract")
        let objects = root["schema"]?.list ?? []
        let names = objects.compactMap { $0["name"]?.text }
        if let part {
            if let found = objects.first(where: { $0["name"]?.text == part }) { return object(found) }
            return made.report(
                root["schema"] ?? root, "no object '\(part)' (\(names.prefix(20).joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: part, in: names))
        }
        guard objects.count == 1 else {
            return made.report(
                root["schema"] ?? root,
                objects.isEmpty
                    ? "the contract has no 'schema' with an object, so nothing can be checked"
                    : "the contract has \(objects.count) objects: name one, such as \(path)#\(names.first ?? "name") "
                        + "(\(names.prefix(20).joined(separator: ", ")))")
        }
        object(objects[0])
    }

    private mutating func object(_ node: RuleNode) {
        made.checkKeys(of: node, Self.objectKeys, in: "an object")
        let keys = (node["properties"]?.list ?? []).filter { $0["primaryKey"]?.value == true }.sorted {
            (Int($0["primaryKeyPosition"]?.scalar ?? "") ?? 0) < (Int($1["primaryKeyPosition"]?.scalar ?? "") ?? 0)
        }
        for property in node["properties"]?.list ?? [] { self.property(property, in: ValuePath([]), depth: 0) }
        if let first = keys.first, let name = first["name"]?.text {
            let names = keys.compactMap { $0["name"]?.text }.map { AnyValue.text(ValuePath([.key($0)]).description) }
            made.add(
                ValuePath([.key(name)]), "unique", names.count == 1 ? [] : [.init("targetAttribute", .list(names))],
                at: first["primaryKey"] ?? first)
        }
        for quality in node["quality"]?.list ?? [] { self.quality(quality, of: nil) }
        if let node = node["relationships"] { made.leave(node, "relationships between objects") }
    }

    private mutating func property(_ node: RuleNode, in outer: ValuePath, depth: Int) {
        guard let name = node["name"]?.text, !name.isEmpty else {
            return made.report(node, "a property needs a 'name'")
        }
        let path = ValuePath(outer.components + [.key(name)])
        made.describe(path, label: node["businessName"], hint: node["description"])
        made.checkKeys(of: node, Self.propertyKeys, in: "a property")
        let isKey = made.flag(node["primaryKey"])
        let isRequired = made.flag(node["required"]) || isKey
        if isRequired {
            made.add(path, "required", [.init("strict", true)], at: node["required"] ?? node)
        } else {
            made.file.nullable.append(path)
        }
        let start = made.file.rules.count
        value(node, path, depth: depth)
        if made.flag(node["unique"]), !isKey {
            if path.components.count == 1 {
                made.add(path, "unique", at: node["unique"] ?? node)
            } else {
                made.leave(node["unique"] ?? node, "'unique' of nested properties")
            }
        }
        for quality in node["quality"]?.list ?? [] { self.quality(quality, of: path) }
        if let node = node["relationships"] { made.leave(node, "relationships between objects") }
        if made.file.rules.count == start, !isRequired { made.add(path, "safe", at: node) }
    }

    // MARK: Types

    private mutating func value(_ node: RuleNode, _ path: ValuePath, depth: Int) {
        guard let written = node["logicalType"] else { return }
        let word = written.text ?? ""
        let names = LogicalType.allCases.map(\.rawValue)
        guard let type = LogicalType(rawValue: word) else {
            return made.report(
                written, "unknown logicalType '\(word)' (\(names.joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: word, in: names))
        }
        var options = ContractOptions(node["logicalTypeOptions"])
        switch type {
        case .string: string(path, written, &options)
        case .number, .integer: number(type.rawValue, path, written, &options)
        case .boolean:
            made.add(
                path, "in", [.init("range", [true, false, "true", "false"]), .init("strict", true)], at: written)
        case .date, .time, .timestamp:
            let taken = options.take(["format": "format", "minimum": "min", "maximum": "max"])
            made.add(path, type == .timestamp ? "datetime" : type.rawValue, taken, at: written)
        case .object:
            let counts = options.take(["minProperties": "min", "maxProperties": "max"])
            if !counts.isEmpty { made.add(path, "count", counts, at: written) }
            made.add(path, "keys", options.take(["required": "required"]), at: written)
            nested(node, path, depth)
        case .array:
            made.add(path, "count", options.take(["minItems": "min", "maxItems": "max"]), at: written)
            if options.take(["uniqueItems": ""]).first?.value == true { made.add(path, "distinct", at: written) }
            if let items = node["items"] { item(items, path, depth) }
        }
        for (key, _) in options.left { made.leave(key, "'\(key.scalar ?? "")' of the logicalType '\(word)'") }
    }

    private mutating func nested(_ node: RuleNode, _ path: ValuePath, _ depth: Int) {
        guard let properties = node["properties"]?.list else { return }
        guard depth < 32 else { return made.leave(node, "objects more than 32 levels deep") }
        for property in properties { self.property(property, in: path, depth: depth + 1) }
    }

    private mutating func item(_ items: RuleNode, _ path: ValuePath, _ depth: Int) {
        guard depth < 32 else { return made.leave(items, "lists more than 32 levels deep") }
        value(items, ValuePath(path.components + [.each]), depth: depth + 1)
    }

    private static let formats = [
        "email": "email", "uri": "proviso/uri", "hostname": "hostname", "byte": "base64", "ipv4": "ip", "ipv6": "ip",
        "uuid": "uuid",
    ]

    private mutating func string(_ path: ValuePath, _ written: RuleNode, _ options: inout ContractOptions) {
        if let node = options.node("format"), let format = node.text, let type = Self.formats[format] {
            _ = options.take(["format": ""])
            let other = ["ipv4": "ipv6", "ipv6": "ipv4"][format]
            made.add(path, type, other.map { [.init($0, false)] } ?? [], at: node)
        }
        made.add(path, "string", options.take(["minLength": "min", "maxLength": "max"]), at: written)
        if let node = options.node("pattern") {
            made.add(path, "match", options.take(["pattern": "pattern"]), at: node)
        }
    }

    private mutating func number(
        _ type: String, _ path: ValuePath, _ written: RuleNode, _ options: inout ContractOptions
    ) {
        var names = ["minimum": "min", "maximum": "max", "exclusiveMinimum": "above", "exclusiveMaximum": "below"]
        // In version 3.0 'exclusiveMinimum' is true or false.
        for (flag, bound, option) in [
            ("exclusiveMinimum", "minimum", "above"), ("exclusiveMaximum", "maximum", "below"),
        ] {
            guard case .boolean(let isExclusive)? = options.node(flag)?.value else { continue }
            _ = options.take([flag: ""])
            names[flag] = nil
            if isExclusive { names[bound] = option }
        }
        made.add(path, type, options.take(names), at: written)
        if let node = options.node("multipleOf") {
            made.add(path, "multipleOf", options.take(["multipleOf": "of"]), at: node)
        }
    }

    private mutating func quality(_ node: RuleNode, of path: ValuePath?) {
        QualityReader(node, path).read(into: &made)
    }
}

/// The options of a logical type, of which those that are left are not checked.
struct ContractOptions {
    private(set) var left: [(key: RuleNode, value: RuleNode)]

    init(_ node: RuleNode?) { left = node?.mapping ?? [] }

    func node(_ key: String) -> RuleNode? { left.first { $0.key.scalar == key }?.value }

    /// Takes options out, with the names that rules have for them.
    mutating func take(_ names: [String: String]) -> [AnyValue.Member] {
        let taken = left.filter { names[$0.key.scalar ?? ""] != nil }
        left.removeAll { names[$0.key.scalar ?? ""] != nil }
        return taken.map { .init(names[$0.key.scalar ?? ""] ?? "", $0.value.value) }
    }
}

extension ContractFindings {
    /// Takes over what people call an attribute.
    mutating func describe(_ path: ValuePath, label: RuleNode?, hint: RuleNode?) {
        if let text = label?.text, !text.isEmpty { file.labels.append(.init(path.description, .text(text))) }
        if let text = hint?.text, !text.isEmpty { file.hints.append(.init(path.description, .text(text))) }
    }
}
