internal import ProvisoCore
internal import ProvisoMessages
internal import ProvisoRuleFiles

/// Compiles the schemas that a library has found.
final class SchemaCompiler {
    let library: SchemaLibrary
    private var schemas: [ObjectIdentifier: Schema] = [:]
    private var places: [(place: SchemaPlace, schema: Schema)] = []
    /// The number of those that are compiled; the others wait.
    private var done = 0
    private var last: SchemaProgram?
    /// The schemas that have only `const`, and are a part of another one's list of values.
    private var joined: Set<ObjectIdentifier> = []
    private var patterns: [String: SchemaPattern] = [:]
    /// The references whose target depends on the dynamic scope, with the name of their anchor.
    private var dynamic: [(step: DynamicStep, anchor: String)] = []
    /// The schemas that each one always applies to the same value.
    private var always: [ObjectIdentifier: [(schema: Schema, node: RuleNode)]] = [:]

    init(_ library: SchemaLibrary) { self.library = library }

    /// Compiles a schema with all that is in its document, used or not, and what references lead to.
    ///
    /// Another schema of a document that is compiled needs no more work.
    func compile(_ root: SchemaPlace) -> SchemaProgram {
        let result = schema(for: root)
        if done > 0, done == places.count, let last { return SchemaProgram(root: result, schemas: last.schemas) }
        finish()
        let others = root.resource.document.places.values.filter {
            schemas[ObjectIdentifier($0)] == nil && !joined.contains(ObjectIdentifier($0))
        }
        for place in others.sorted(by: { $0.pointer < $1.pointer }) { _ = schema(for: place) }
        finish()
        while bindDynamicReferences() { finish() }
        if !dynamic.isEmpty { for (place, schema) in places { schema.resource = place.resource.number } }
        refuseCircles()
        let program = SchemaProgram(root: result, schemas: places.map(\.schema))
        last = program
        return program
    }

    private func finish() {
        while done < places.count {
            let (place, schema) = places[done]
            done += 1
            fill(schema, from: place)
        }
    }

    private func schema(for place: SchemaPlace) -> Schema {
        if let known = schemas[ObjectIdentifier(place)] { return known }
        let schema = Schema()
        schema.isFalse = place.node.boolean == false
        schemas[ObjectIdentifier(place)] = schema
        places.append((place, schema))
        return schema
    }

    private func reference(_ place: SchemaPlace) -> SchemaReference { SchemaReference(schema(for: place)) }

    private func reference(_ keyword: String, of place: SchemaPlace) -> SchemaReference? {
        place[keyword] == nil ? nil : place.inner(keyword).map { reference($0) }
    }

    private func references(_ keyword: String, of place: SchemaPlace) -> [SchemaReference] {
        place.items(of: keyword).map { reference($0) }
    }

    // MARK: Keywords

    private func fill(_ schema: Schema, from place: SchemaPlace) {
        let types = types(place)
        schema.title = place["title"]?.string
        schema.written = SchemaWriting(place.node)
        schema.messages = SchemaMessageReader(library: library).messages(of: place)
        schema.unevaluatedMembers = reference("unevaluatedProperties", of: place)
        schema.unevaluatedItems = reference("unevaluatedItems", of: place)
        schema.fill(
            values(place) + numbers(place) + texts(place) + lists(place) + objects(place)
                + references(place, schema) + worded(choices(place, schema), schema.messages), types)
    }

    private func types(_ place: SchemaPlace) -> [SchemaType] {
        let types = (place["type"]?.list ?? place["type"].map { [$0] } ?? []).compactMap {
            $0.string.flatMap { SchemaType(rawValue: $0) }
        }
        guard let node = place["nullable"], node.boolean == true, !types.contains(.null) else { return types }
        if types.isEmpty {
            library.warn(node, "'nullable' has no effect without 'type' beside it")
        } else if let values = place["enum"]?.list, !values.contains(where: { $0.value == .null }) {
            library.warn(node, "'nullable' has no effect: 'enum' has no null")
        }
        return types.isEmpty ? [] : types + [.null]
    }

    private func values(_ place: SchemaPlace) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        if let value = place["const"] { steps.append(ValuesStep([value.value], by: "const")) }
        if let values = place["enum"]?.list { steps.append(ValuesStep(values.map(\.value), by: "enum")) }
        return steps
    }

    /// The values that schemas allow which say nothing else: together they are an `enum`.
    private func values(ofAll places: [SchemaPlace], areDistinct: Bool) -> [AnyValue]? {
        var values: [AnyValue] = []
        for place in places {
            guard let value = place["const"] else { return nil }
            for (key, _) in place.node.mapping ?? [] where key.scalar != "const" {
                let keyword = SchemaKeyword.named(key.scalar ?? "")
                if keyword.map({ !$0.vocabularies.contains(.metadata) && $0.name != "$comment" }) ?? false {
                    return nil
                }
            }
            values.append(value.value)
        }
        if areDistinct, !DistinctValidator.areDistinct(values) { return nil }
        joined.formUnion(places.map { ObjectIdentifier($0) })
        return values
    }

    private func numbers(_ place: SchemaPlace) -> [SchemaStep] {
        let sides: [(String, BoundStep.Side)] = [
            ("minimum", .minimum), ("maximum", .maximum), ("exclusiveMinimum", .above), ("exclusiveMaximum", .below),
        ]
        var steps: [SchemaStep] = sides.compactMap { keyword, side in
            place[keyword]?.number.map { BoundStep(written(side, at: place), $0) }
        }
        if assertsFormats(place), place.resource.dialect.isOpenAPI,
            let bits = Self.wholeNumbers[place["format"]?.string ?? ""]
        {
            steps.append(BoundStep(.minimum, Number(integerLiteral: .min >> (64 - bits)), by: "format"))
            steps.append(BoundStep(.maximum, Number(integerLiteral: .max >> (64 - bits)), by: "format"))
        }
        if let node = place["multipleOf"], let divisor = node.number, divisor > 0 {
            do throws(OptionError) {
                steps.append(MultipleStep(try MultipleOfValidator(of: divisor, strict: true)))
            } catch {
                library.report(node, "'multipleOf': \(error.reason)")
            }
        }
        return steps
    }

    /// The side with the bound itself outside where OpenAPI 3.0 says that of `minimum` or `maximum`.
    private func written(_ side: BoundStep.Side, at place: SchemaPlace) -> BoundStep.Side {
        guard place.resource.dialect.draft == .openAPI30 else { return side }
        switch side {
        case .minimum where place["exclusiveMinimum"]?.boolean == true: return .above
        case .maximum where place["exclusiveMaximum"]?.boolean == true: return .below
        default: return side
        }
    }

    /// The integers of OpenAPI with the number of their bits, and its other formats, which assert nothing.
    private static let wholeNumbers: [String: Int64] = ["int32": 32, "int64": 64]
    private static let otherFormats = ["float", "double", "byte", "binary", "password"]

    private func assertsFormats(_ place: SchemaPlace) -> Bool {
        library.options.assertsFormats || place.resource.dialect.assertsFormats
    }

    private func texts(_ place: SchemaPlace) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        let (least, most) = (place["minLength"]?.count, place["maxLength"]?.count)
        if least != nil || most != nil { steps.append(LengthStep(least ?? 0, most ?? .max)) }
        if let node = place["pattern"], let text = node.string, let pattern = pattern(text, node, "pattern") {
            steps.append(PatternStep(pattern, text))
        }
        guard assertsFormats(place), let node = place["format"], let name = node.string else { return steps }
        let isOfAPI = Self.wholeNumbers[name] != nil || Self.otherFormats.contains(name)
        if let format = SchemaFormat.named(name) {
            steps.append(FormatStep(format))
        } else if !(isOfAPI && place.resource.dialect.isOpenAPI) {
            library.warn(
                node, "'format': '\(name)' is not a format of JSON Schema: it asserts nothing",
                suggestion: Suggestion.nearest(to: name, in: SchemaFormat.names))
        }
        return steps
    }

    private func pattern(_ text: String, _ node: RuleNode, _ keyword: String) -> SchemaPattern? {
        if let known = patterns[text] { return known }
        do throws(SchemaPatternFault) {
            let pattern = try SchemaPattern(text)
            patterns[text] = pattern
            return pattern
        } catch {
            library.report(node, "'\(keyword)': \(error.reason)")
            return nil
        }
    }

    private func lists(_ place: SchemaPlace) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        let (least, most) = (place["minItems"]?.count, place["maxItems"]?.count)
        if least != nil || most != nil { steps.append(CountStep(least ?? 0, most ?? .max, of: .lists)) }
        let isList = place["items"]?.list != nil
        let first = references(isList ? "items" : "prefixItems", of: place)
        let keyword = isList ? "additionalItems" : "items"
        let rest = reference(keyword, of: place)
        if !first.isEmpty || rest != nil { steps.append(ItemsStep(first, rest, keyword)) }
        if let contained = reference("contains", of: place) {
            steps.append(
                ContainsStep(
                    contained, place["minContains"]?.count ?? 1, place["maxContains"]?.count ?? .max,
                    marks: place.resource.dialect.draft == .draft2020))
        }
        if place["uniqueItems"]?.boolean == true { steps.append(DistinctStep()) }
        return steps
    }

    private func objects(_ place: SchemaPlace) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        let (least, most) = (place["minProperties"]?.count, place["maxProperties"]?.count)
        if least != nil || most != nil { steps.append(CountStep(least ?? 0, most ?? .max, of: .objects)) }
        steps += members(place)
        if let names = reference("propertyNames", of: place) { steps.append(NamesStep(names)) }
        let needs = needs(place)
        if !needs.isEmpty { steps.append(DependentsStep(needs)) }
        return steps
    }

    private func members(_ place: SchemaPlace) -> [SchemaStep] {
        var entries: [MembersStep.Entry] = []
        var ranks: [String: Int] = [:]
        for (name, _, inner) in place.members(of: "properties") {
            // What allows every value need not run.
            let isTrue = inner.node.boolean == true
            ranks[name] = entries.count
            entries.append(.init(name: name, schema: isTrue ? nil : reference(inner), isProperty: true))
        }
        let required = (place["required"]?.list ?? []).compactMap(\.string)
        for (bit, name) in required.prefix(UInt64.bitWidth).enumerated() {
            if ranks[name] == nil {
                ranks[name] = entries.count
                entries.append(.init(name: name))
            }
            entries[ranks[name] ?? 0].bit = 1 << UInt64(bit)
        }
        let patterns = place.members(of: "patternProperties").compactMap { name, key, inner in
            pattern(name, key, "patternProperties").map { ($0, reference(inner)) }
        }
        let additional = reference("additionalProperties", of: place)
        var steps: [SchemaStep] = []
        if !entries.isEmpty || !patterns.isEmpty || additional != nil {
            steps.append(MembersStep(entries, patterns: patterns, additional: additional))
        }
        var rest = required.dropFirst(UInt64.bitWidth)
        while !rest.isEmpty {
            let some = rest.prefix(UInt64.bitWidth).enumerated()
            steps.append(MembersStep(some.map { .init(name: $0.element, bit: 1 << UInt64($0.offset)) }))
            rest = rest.dropFirst(UInt64.bitWidth)
        }
        return steps
    }

    private func needs(_ place: SchemaPlace) -> [DependentsStep.Need] {
        var needs: [DependentsStep.Need] = []
        for keyword in ["dependentRequired", "dependencies"] {
            for (key, value) in place[keyword]?.mapping ?? [] {
                guard let names = value.list, let name = key.scalar else { continue }
                needs.append(.init(keyword: keyword, name: name, names: names.compactMap(\.string)))
            }
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            for (name, _, inner) in place.members(of: keyword) {
                needs.append(.init(keyword: keyword, name: name, schema: reference(inner)))
            }
        }
        return needs
    }

    // MARK: Schemas for the same value

    private func references(_ place: SchemaPlace, _ schema: Schema) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        if let node = place["$ref"], let target = library.target(of: node, from: place) {
            let found = self.schema(for: target)
            always[ObjectIdentifier(schema), default: []].append((found, node))
            steps.append(AllStep([SchemaReference(found)]))
        }
        for keyword in ["$dynamicRef", "$recursiveRef"] {
            guard let node = place[keyword], let target = library.target(of: node, from: place) else { continue }
            let fragment = node.string.flatMap { SchemaURI($0).decodedFragment } ?? ""
            let usual = reference(target)
            // Only a target that is made for it is looked for in the dynamic scope.
            guard target.resource.dynamicAnchors[fragment] === target else {
                steps.append(AllStep([usual]))
                continue
            }
            let step = DynamicStep(usual)
            dynamic.append((step, fragment))
            steps.append(step)
        }
        return steps
    }

    /// Finds all schemas that dynamic references may mean; false if that added nothing to compile.
    private func bindDynamicReferences() -> Bool {
        for (step, anchor) in dynamic {
            for resource in library.documents.flatMap(\.resources) {
                if let place = resource.dynamicAnchors[anchor] { step.candidates[resource.number] = reference(place) }
            }
        }
        return done < places.count
    }

    /// The steps with the messages that the schema has for their keywords.
    private func worded(
        _ steps: [(keyword: String, step: SchemaStep)], _ messages: SchemaMessages?
    ) -> [SchemaStep] {
        steps.map { keyword, step in
            messages?.byKeyword[keyword].map { MessageStep(step, $0) } ?? step
        }
    }

    private func choices(_ place: SchemaPlace, _ schema: Schema) -> [(keyword: String, step: SchemaStep)] {
        var steps: [(keyword: String, step: SchemaStep)] = []
        let all = place.items(of: "allOf")
        if !all.isEmpty {
            for inner in all {
                always[ObjectIdentifier(schema), default: []].append((self.schema(for: inner), inner.node))
            }
            steps.append(("allOf", AllStep(all.map { reference($0) })))
        }
        for (keyword, isExclusive) in [("anyOf", false), ("oneOf", true)] where place[keyword] != nil {
            if let values = values(ofAll: place.items(of: keyword), areDistinct: isExclusive) {
                steps.append((keyword, ValuesStep(values, by: keyword)))
            } else {
                let choice = ChoiceStep(references(keyword, of: place), isExclusive: isExclusive)
                choice.discriminator = discriminator(place, place.items(of: keyword))
                steps.append((keyword, choice))
            }
        }
        if let refused = reference("not", of: place) { steps.append(("not", NotStep(refused))) }
        if let condition = reference("if", of: place) {
            steps.append(("if", ConditionStep(condition, reference("then", of: place), reference("else", of: place))))
        }
        return steps
    }

    /// What decides between schemas in OpenAPI: a member with the name of one, or with a name that leads to one.
    private func discriminator(_ place: SchemaPlace, _ schemas: [SchemaPlace]) -> ChoiceStep.Discriminator? {
        guard let node = place["discriminator"], let name = library.member("propertyName", of: node)?.string else {
            return nil
        }
        var ranks: [String: Int] = [:]
        let targets = schemas.map { schema in schema["$ref"].flatMap { library.target(of: $0, from: schema) } }
        for (rank, schema) in schemas.enumerated() {
            let names = schema["$ref"]?.string.map {
                ValuePath(pointer: SchemaURI($0).decodedFragment ?? "").components
            }
            if case .key(let own)? = names?.last { ranks[own] = rank }
        }
        for (key, value) in library.member("mapping", of: node)?.mapping ?? [] {
            guard let key = key.scalar, let text = value.string else { continue }
            if let rank = ranks[text] {
                ranks[key] = rank
            } else if let target = library.target(of: value, from: place) {
                ranks[key] = targets.firstIndex { $0 === target }
            }
        }
        return ranks.isEmpty ? nil : ChoiceStep.Discriminator(member: name, ranks: ranks)
    }

    /// Reports schemas that always apply themselves to the same value again.
    private func refuseCircles() {
        var state: [ObjectIdentifier: Bool] = [:]
        for (_, start) in places where state[ObjectIdentifier(start)] == nil {
            var open: [(schema: Schema, next: Int)] = [(start, 0)]
            state[ObjectIdentifier(start)] = false
            while let (schema, next) = open.last {
                let edges = always[ObjectIdentifier(schema)] ?? []
                guard next < edges.count else {
                    state[ObjectIdentifier(schema)] = true
                    open.removeLast()
                    continue
                }
                open[open.count - 1].next += 1
                let (target, node) = edges[next]
                switch state[ObjectIdentifier(target)] {
                case nil:
                    state[ObjectIdentifier(target)] = false
                    open.append((target, 0))
                case false?: library.report(node, loop(open.map(\.schema), target))
                case true?: break
                }
            }
        }
    }
}

extension SchemaCompiler {
    /// Says by which schemas one leads back to itself.
    private func loop(_ open: [Schema], _ target: Schema) -> String {
        let reason = "the schema leads back to itself for the same value, without end"
        let loop = open[(open.firstIndex { $0 === target } ?? 0)...]
        guard (2...6).contains(loop.count) else { return reason }
        let names = (loop + [target]).map { schema in
            "#" + (places.first { $0.schema === schema }?.place.pointer ?? "")
        }
        return "\(reason): \(names.joined(separator: ", "))"
    }
}

/// Compiled schemas, which refer to each other.
final class SchemaProgram: Sendable {
    let root: SchemaReference
    let schemas: [Schema]

    init(root: Schema, schemas: [Schema]) {
        self.root = SchemaReference(root)
        self.schemas = schemas
    }

    /// The number of schemas.
    var count: Int { schemas.count }
}
