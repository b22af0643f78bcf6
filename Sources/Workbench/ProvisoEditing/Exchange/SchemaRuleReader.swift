internal import Proviso
internal import ProvisoContracts
internal import ProvisoProof
internal import ProvisoRuleFiles

/// Makes rules of a JSON Schema, part by part.
struct SchemaRuleReader {
    /// The types of JSON Schema that rules can be made for.
    private enum JSONType: String { case string, number, integer, boolean, array, object }

    /// The keywords that decide about validity.
    private static let assertions: Set<String> = [
        "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
        "dependentSchemas", "dependentRequired", "dependencies", "prefixItems", "items", "additionalItems", "contains",
        "minContains", "maxContains", "properties", "patternProperties", "additionalProperties", "propertyNames",
        "unevaluatedItems", "unevaluatedProperties", "type", "enum", "const", "multipleOf", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern", "minItems", "maxItems",
        "uniqueItems", "minProperties", "maxProperties", "required", "format",
    ]

    /// The rule types for formats that both know alike, with their options.
    private static let formats: [String: (type: String, options: [AnyValue.Member])] = [
        "uuid": ("uuid", []), "ipv4": ("ip", [.init("ipv6", false)]), "ipv6": ("ip", [.init("ipv4", false)]),
        "date": ("date", []), "email": ("email", []), "hostname": ("hostname", []),
    ]

    private let document: RuleNode
    private let root: AnyValue
    /// The JSON Pointer of the schema that is read.
    private var here = ""
    private let path: String
    private let options: JSONSchema.Options
    private var assertsFormats: Bool { options.assertsFormats }
    private let isOpenAPI30: Bool
    /// The draft that schemas in rules must name, if it is not the usual one.
    private let dialect: AnyValue?
    /// Whether everything beside a reference is ignored.
    private let hidesSiblings: Bool
    private(set) var file = ImportedFile()
    private(set) var notes: [String] = []
    /// The references that are followed.
    private var trail: [String] = []
    private static let mostRules = 2_000

    init(_ document: RuleNode, file: String, options: JSONSchema.Options) {
        (self.document, root, path, self.options) = (document, document.value, file, options)
        let version = root.object?["openapi"].map { $0.text ?? $0.json } ?? ""
        isOpenAPI30 = version.hasPrefix("3.0")
        let written = isOpenAPI30 ? .text(SchemaDraft.openAPI30.uri) : root.object?["$schema"]
        dialect = written == .text(SchemaDraft.draft2020.uri) ? nil : written
        hidesSiblings = isOpenAPI30 || dialect?.text?.contains("/draft-0") ?? false
    }

    /// Reads the schema at a JSON Pointer.
    mutating func read(_ pointer: String) {
        let schema = root.at(ValuePath(pointer: pointer).components)
        visit(ValuePath([]), schema, pointer)
        note(&notes)
    }

    private var annotated: Set<String> = []

    private func note(_ notes: inout [String]) {
        if !annotated.isEmpty {
            notes.append(
                "'format' only annotates in JSON Schema, so there are no rules for \(annotated.sorted().joined(separator: ", "))"
                    + " (--schema-formats makes some)")
        }
        if file.rules.contains(where: { $0.options.contains { $0.key == "file" } }) {
            notes.append("rules of the type 'schema' name '\(path)', as seen from the directory of the rule file")
        }
    }

    private mutating func add(_ path: ValuePath, _ type: String, _ options: [AnyValue.Member] = []) {
        let place = document.position(of: here)
        file.rules.append(ImportedFile.Rule(path: path, type: type, options: options, position: place))
    }

    /// Names a path, so that a closed record may have it.
    private mutating func declare(_ path: ValuePath) {
        if file.rules.contains(where: { $0.path == path }) { return }
        add(path, "safe")
        declared.insert(path)
    }

    /// The paths that are only named.
    private var declared: Set<ValuePath> = []

    // MARK: A schema

    /// Whether a path can be written in a rule; a member with a strange name is left to a schema.
    private static func canName(_ key: String) -> Bool {
        !key.isEmpty && key.first != "!" && !key.contains(",") && key != "*" && key.first != " " && key.last != " "
    }

    private mutating func visit(
        _ path: ValuePath, _ schema: AnyValue, _ pointer: String, inherited: JSONType? = nil
    ) {
        let outer = here
        here = pointer
        defer { here = outer }
        guard case .object(let members) = schema, file.rules.count < Self.mostRules else {
            if schema == true {
                if !path.components.isEmpty { declare(path) }
            } else {
                leave(path, schema, pointer)
            }
            return
        }
        if !(hidesSiblings && members.contains { $0.key == "$ref" }) { label(path, members) }
        let (types, isNullable) = types(schema)
        let type = types.count == 1 ? JSONType(rawValue: types[0]) : types.isEmpty ? inherited : nil
        var rest = Rest(members.filter { Self.assertions.contains($0.key) })
        if hidesSiblings, rest.value("$ref") != nil { rest = Rest(rest.members.filter { $0.key == "$ref" }) }
        if members.contains(where: { $0.key.hasPrefix("unevaluated") }) || types.count > 1 {
            return leave(path, .object(rest.members), pointer)
        }
        if skipping(path, rest, pointer) { return }
        let message = self.message(members)
        let start = file.rules.count
        if let text = rest.value("$ref")?.text, follow(path, text, type) { rest.take("$ref") }
        if let type, !rest.members.isEmpty {
            if isNullable, path.components.isEmpty {
                notes.append("the schema also accepts null as a record, and the rules do not")
            } else if isNullable {
                file.nullable.append(path)
            }
            if path.components.isEmpty, type != .object { return leave(path, schema, pointer) }
            let before = (rest, file)
            if !rules(path, type, &rest, schema, pointer, isNamed: types.count == 1) {
                (rest, file) = before
                file.nullable.removeAll { $0 == path && isNullable }
                return leave(path, schema, pointer)
            }
        } else if let values = rest.value("enum")?.list ?? rest.value("const").map({ [$0] }), Self.areScalars(values),
            rest.members.count == 1
        {
            add(path, "in", [.init("range", .list(values)), .init("strict", true)])
            rest = Rest([])
        } else if path.components.isEmpty, ["properties", "required"].contains(where: { rest.value($0) != nil }) {
            _ = rules(path, .object, &rest, schema, pointer, isNamed: false)
            notes.append("the schema does not require an object, but the rules do")
        }
        all(path, type, &rest, pointer)
        if !rest.members.isEmpty { leave(path, .object(rest.members), pointer) }
        if file.rules.count == start, !path.components.isEmpty { declare(path) }
        if let message {
            for index in start..<file.rules.count
            where file.rules[index].path == path && !declared.contains(path) {
                file.rules[index].options.append(.init("message", message))
            }
        } else {
            giveMessages(members, path, from: start)
        }
    }

    /// Makes rules that skip null, or null and "", of a schema that allows them beside another one; false if it is not that.
    private mutating func skipping(_ path: ValuePath, _ rest: Rest, _ pointer: String) -> Bool {
        guard rest.members.count == 1, let parts = rest.value("anyOf")?.list, parts.count == 2,
            parts[0].members.count == 1, let skipped = parts[0].object?["enum"]?.list,
            skipped == [.null] || skipped == [.null, ""], case .object = parts[1], !file.nullable.contains(path)
        else { return false }
        let before = (file, annotated, declared)
        let start = file.rules.count
        if skipped == [.null] { file.nullable.append(path) }
        visit(path, parts[1], pointer + "/anyOf/1")
        let own = file.rules[start...].filter { $0.path == path }
        // Rules of the type 'schema' skip nothing, and what is in the value is not for a string.
        let fits = !own.isEmpty && !own.contains { $0.type == "schema" } && !declared.contains(path)
        guard fits, skipped == [.null] || own.count == file.rules.count - start else {
            (file, annotated, declared) = before
            return false
        }
        if skipped.count == 2 {
            for index in start..<file.rules.count { file.rules[index].options.append(.init("empty", "typed")) }
        }
        return true
    }

    /// The keywords of a schema that no rule says yet.
    private struct Rest {
        private(set) var members: [AnyValue.Member]

        init(_ members: [AnyValue.Member]) { self.members = members }

        func value(_ keyword: String) -> AnyValue? { members.last { $0.key == keyword }?.value }

        @discardableResult mutating func take(_ keyword: String) -> AnyValue? {
            defer { members.removeAll { $0.key == keyword } }
            return value(keyword)
        }
    }

    private mutating func label(_ path: ValuePath, _ members: [AnyValue.Member]) {
        if path.components.isEmpty { return }
        let name = path.description
        for member in members {
            guard let text = member.value.text, !text.isEmpty else { continue }
            if member.key == "title", !file.labels.contains(where: { $0.key == name }) {
                file.labels.append(.init(name, member.value))
            }
            if member.key == "description", !file.hints.contains(where: { $0.key == name }) {
                file.hints.append(.init(name, member.value))
            }
        }
    }

    private func message(_ members: [AnyValue.Member]) -> AnyValue? {
        if let own = members.last(where: { $0.key == "x-proviso-message" }) { return own.value }
        guard let text = members.last(where: { $0.key == "errorMessage" })?.value.text else { return nil }
        return .text(JSONSchema.quoted(text))
    }

    /// Gives rules the messages that ajv has by keyword.
    private mutating func giveMessages(_ members: [AnyValue.Member], _ path: ValuePath, from start: Int) {
        guard let messages = members.last(where: { $0.key == "errorMessage" })?.value,
            messages.object != nil
        else { return }
        let lost = file.give(messages.members, at: path, from: start)
        if lost.isEmpty { return }
        let place = path.components.isEmpty ? "the record" : "'\(path)'"
        notes.append("no rule has the 'errorMessage' of \(place) for \(lost.map { "'\($0)'" }.joined(separator: ", "))")
    }

    /// The types beside null, and whether null is one of them.
    private func types(_ schema: AnyValue) -> (types: [String], isNullable: Bool) {
        let all = schema.object?["type"]?.words ?? []
        let isNull = isOpenAPI30 && schema.object?["nullable"] == true && !all.isEmpty
        let others = all.filter { $0 != "null" }
        // Null alone is left to a schema.
        return others.isEmpty ? (all, isNull) : (others, isNull || others.count < all.count)
    }

    private static func areScalars(_ values: [AnyValue]) -> Bool {
        values.allSatisfy { ![.null, .list, .object, .absent].contains($0.kind) }
    }

    /// Leaves keywords to a rule of the type `schema`.
    private mutating func leave(_ path: ValuePath, _ schema: AnyValue, _ pointer: String) {
        let references = Self.references(in: schema)
        var definitions: [String: [AnyValue.Member]] = ["$defs": [], "definitions": []]
        var open = references
        var known: Set<String> = []
        while let reference = open.popLast() {
            guard known.insert(reference).inserted else { continue }
            let parts = Self.place(of: reference)
            let found = root.at(parts)
            guard reference.hasPrefix("#/"), parts.count == 2, case .key(let table) = parts[0],
                case .key(let name) = parts[1], definitions[table] != nil, root.object?["$id"] == nil, found != .absent
            else {
                let place = pointer.isEmpty ? self.path : "\(self.path)#\(pointer)"
                let others = options.sources.directories.map { AnyValue.Member($0.prefix, .text($0.directory)) }
                let reached = others.isEmpty ? [] : [AnyValue.Member("directories", .object(others))]
                return add(path, "schema", [.init("file", .text(place))] + reached + asserting)
            }
            definitions[table, default: []].append(.init(name, found))
            open += Self.references(in: found)
        }
        guard case .object(let members) = schema else {
            return add(path, "schema", [.init("schema", schema)])
        }
        var all = members.filter { !["$defs", "definitions", "$id"].contains($0.key) }
        for (table, members) in definitions.sorted(by: { $0.key < $1.key }) where !members.isEmpty {
            all.append(.init(table, .object(members.sorted { $0.key < $1.key })))
        }
        if let dialect, !all.contains(where: { $0.key == "$schema" }) { all.insert(.init("$schema", dialect), at: 0) }
        add(path, "schema", [.init("schema", .object(all))] + asserting)
    }

    private var asserting: [AnyValue.Member] { assertsFormats ? [.init("formats", true)] : [] }

    /// Where a reference into the same file leads to.
    private static func place(of reference: String) -> [ValuePath.Component] {
        ValuePath(pointer: JSONSchema.decoded(String(reference.dropFirst()))).components
    }

    private static func references(in schema: AnyValue) -> [String] {
        switch schema {
        case .list(let items): return items.flatMap { references(in: $0) }
        case .object(let members):
            return members.flatMap { member -> [String] in
                if ["$ref", "$dynamicRef", "$recursiveRef"].contains(member.key), let text = member.value.text {
                    return [text]
                }
                return references(in: member.value)
            }
        default: return []
        }
    }

    // MARK: References and parts

    /// Makes rules of the schema that a reference leads to; false if that is left to a schema.
    private mutating func follow(_ path: ValuePath, _ text: String, _ type: JSONType?) -> Bool {
        guard text.hasPrefix("#/"), !trail.contains(text), trail.count < 16, root.object?["$id"] == nil else {
            return false
        }
        let place = Self.place(of: text)
        let target = root.at(place)
        guard target != .absent, !Self.reaches(text, from: target, in: root) else { return false }
        trail.append(text)
        defer { trail.removeLast() }
        visit(path, target, ValuePath(place).pointer, inherited: type)
        return true
    }

    /// Whether a schema leads back to a reference.
    private static func reaches(_ reference: String, from schema: AnyValue, in root: AnyValue) -> Bool {
        var open = references(in: schema)
        var known: Set<String> = []
        while let next = open.popLast() {
            if next == reference { return true }
            guard next.hasPrefix("#/"), known.insert(next).inserted else { continue }
            open += references(in: root.at(place(of: next)))
        }
        return false
    }

    private mutating func all(_ path: ValuePath, _ type: JSONType?, _ rest: inout Rest, _ pointer: String) {
        guard let type, let parts = rest.value("allOf")?.list else { return }
        rest.take("allOf")
        for (index, part) in parts.enumerated() {
            visit(path, part, "\(pointer)/allOf/\(index)", inherited: type)
        }
    }

    // MARK: Types

    /// Makes the rules of a type; false if the schema must be left unchanged.
    private mutating func rules(
        _ path: ValuePath, _ type: JSONType, _ rest: inout Rest, _ schema: AnyValue, _ pointer: String, isNamed: Bool
    ) -> Bool {
        if isNamed { rest.take("type") }
        let hasChoice = choice(path, type, &rest)
        switch type {
        case .string: return string(path, &rest, isNamed: isNamed && !hasChoice)
        case .number, .integer:
            return number(path, type, &rest, isNamed: isNamed && !hasChoice)
        case .boolean:
            if isNamed, !hasChoice { add(path, "boolean", [.init("strict", true)]) }
            return true
        case .array: return array(path, &rest, pointer, isNamed: isNamed)
        case .object: return object(path, &rest, pointer, isNamed: isNamed)
        }
    }

    /// A rule for the values that are allowed, which have the type.
    private mutating func choice(_ path: ValuePath, _ type: JSONType, _ rest: inout Rest) -> Bool {
        guard rest.value("enum") == nil || rest.value("const") == nil else { return false }
        guard let all = rest.value("enum")?.list ?? rest.value("const").map({ [$0] }) else { return false }
        let values = all.filter { $0 != .null }
        // Where null is not among them, null is refused, whatever the type says.
        guard Self.areScalars(values), !values.isEmpty,
            values.count < all.count || !file.nullable.contains(path)
        else { return false }
        let fits = values.filter { value in
            switch (type, value.kind) {
            case (.string, .text), (.boolean, .boolean): true
            case (.number, _), (.integer, _): value.number != nil && (type == .number || value.number?.whole != nil)
            default: false
            }
        }
        guard fits.count == values.count else { return false }
        rest.take("enum")
        rest.take("const")
        add(path, "in", [.init("range", .list(values)), .init("strict", true)])
        return true
    }

    private mutating func string(_ path: ValuePath, _ rest: inout Rest, isNamed: Bool) -> Bool {
        var options: [AnyValue.Member] = []
        if let least = rest.take("minLength") { options.append(.init("min", least)) }
        if let most = rest.take("maxLength") { options.append(.init("max", most)) }
        if isNamed || !options.isEmpty { add(path, "string", options) }
        if let text = rest.value("pattern")?.text, Self.isPlain(text) {
            rest.take("pattern")
            add(path, "match", [.init("pattern", .text(text))])
        }
        if let name = rest.value("format")?.text {
            if !assertsFormats {
                annotated.insert(name)
                rest.take("format")
            } else if let rule = Self.formats[name] {
                rest.take("format")
                add(path, rule.type, rule.options)
            }
        }
        return true
    }

    /// Whether a regular expression means the same in JSON Schema and in rules: no classes and no groups with a meaning.
    private static func isPlain(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if scalar.value > 0x7E || scalar.value < 0x20 { return false }
            guard index + 1 < scalars.count else { continue }
            let next = scalars[index + 1]
            if scalar == "(", next == "?" { return false }
            if scalar == "\\", next.properties.isAlphabetic, !"dDwWnrt".unicodeScalars.contains(next) { return false }
            if scalar == "[", next == "]" || next == "[" { return false }
            if scalar == ".", index == 0 || scalars[index - 1] != "\\" { return false }
        }
        return true
    }

    private mutating func number(
        _ path: ValuePath, _ type: JSONType, _ rest: inout Rest, isNamed: Bool
    ) -> Bool {
        var options: [AnyValue.Member] = []
        for (keyword, option, exclusive) in [
            ("minimum", "min", "above"), ("maximum", "max", "below"),
        ] {
            let isOpen = rest.take(keyword == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum")
            let bound = rest.take(keyword)
            if isOpenAPI30 {
                if let bound { options.append(.init(isOpen == true ? exclusive : option, bound)) }
                continue
            }
            if let bound { options.append(.init(option, bound)) }
            if let isOpen { options.append(.init(exclusive, isOpen)) }
        }
        if isNamed || !options.isEmpty { add(path, type.rawValue, options + [.init("strict", true)]) }
        if let step = rest.take("multipleOf") {
            add(path, "multipleOf", [.init("of", step), .init("strict", true)])
        }
        if let name = rest.value("format")?.text, !assertsFormats {
            annotated.insert(name)
            rest.take("format")
        }
        return true
    }

    private mutating func count(_ path: ValuePath, _ rest: inout Rest, _ noun: String) {
        var options: [AnyValue.Member] = []
        if let least = rest.take("min\(noun)") { options.append(.init("min", least)) }
        if let most = rest.take("max\(noun)") { options.append(.init("max", most)) }
        if !options.isEmpty { add(path, "count", options) }
    }

    private mutating func array(_ path: ValuePath, _ rest: inout Rest, _ pointer: String, isNamed: Bool) -> Bool {
        let isDistinct = rest.value("uniqueItems") == true
        rest.take("uniqueItems")
        // Of the rule types, this one requires a list.
        if isDistinct {
            add(path, "distinct")
        } else if isNamed {
            let type: AnyValue = file.nullable.contains(path) ? ["array", "null"] : "array"
            add(path, "schema", [.init("schema", .object([.init("type", type)]))])
        }
        count(path, &rest, "Items")
        let isTuple = rest.value("prefixItems") != nil || rest.value("items")?.list != nil
        if !isTuple, let items = rest.value("items"), items != false {
            rest.take("items")
            rest.take("additionalItems")
            if items != true, items != .object([]) {
                visit(path.appending(.each), items, pointer + "/items")
            }
        }
        return true
    }

    private mutating func object(_ path: ValuePath, _ rest: inout Rest, _ pointer: String, isNamed: Bool) -> Bool {
        let properties = rest.value("properties")?.members ?? []
        let required = rest.value("required")?.words ?? []
        guard (properties.map(\.key) + required).allSatisfy(Self.canName) else { return false }
        let others = rest.value("additionalProperties")
        let hasPatterns = rest.value("patternProperties") != nil
        if isNamed, !path.components.isEmpty { add(path, "keys") }
        count(path, &rest, "Properties")
        let names = (properties.map(\.key) + required).withoutRepetition()
        rest.take("properties")
        rest.take("required")
        // The record itself is closed with all objects in it.
        let closesRecord =
            path.components.isEmpty && trail.isEmpty && others == false && !hasPatterns && rest.value("allOf") == nil
        if closesRecord { file.isClosed = true }
        let declared = properties.map(\.key)
        for name in required where !declared.contains(name) { require(path.appending(.key(name)), in: path) }
        for member in properties {
            if required.contains(member.key) { require(path.appending(.key(member.key)), in: path) }
            let place = pointer + ValuePath([.key("properties"), .key(member.key)]).pointer
            visit(path.appending(.key(member.key)), member.value, place)
        }
        guard let others, others != true, others != .object([]) else {
            if others != nil { rest.take("additionalProperties") }
            if file.isClosed, !path.components.isEmpty, !names.isEmpty { file.open.append(path) }
            return true
        }
        let known = AnyValue.Member("properties", .object(properties.map { .init($0.key, true) }))
        if hasPatterns || others != false && !properties.isEmpty || rest.value("allOf") != nil && others == false {
            // What else is allowed depends on the names that are declared.
            var members = [AnyValue.Member("additionalProperties", others)]
            if !properties.isEmpty { members.insert(known, at: 0) }
            if let patterns = rest.take("patternProperties") { members.append(.init("patternProperties", patterns)) }
            rest.take("additionalProperties")
            leave(path, .object(members), pointer)
            return true
        }
        rest.take("additionalProperties")
        if others == false {
            for member in properties { declare(path.appending(.key(member.key))) }
            if !file.isClosed { add(path, "keys", [.init("only", .list(properties.map { .text($0.key) }))]) }
        } else {
            visit(path.appending(.each), others, pointer + "/additionalProperties")
        }
        return true
    }

    /// Requires a member of an object that may be left out itself.
    private mutating func require(_ path: ValuePath, in parent: ValuePath) {
        // The record is there, and so are the items of a list.
        let isThere = parent.components.isEmpty || parent.components.last == .each && !file.nullable.contains(parent)
        if isThere { return add(path, "present") }
        let condition = AnyValue.list([.list([.text(parent.description), "keys"])])
        add(path, "present", [.init("when", condition)])
    }
}
