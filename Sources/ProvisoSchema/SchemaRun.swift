internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// What a schema found, before it is reported.
struct SchemaFinding {
    let code: Code
    var parameters: Parameters
    let path: [ValuePath.Component]
    /// The value, which is compared with others only while the schema runs.
    let node: UnsafePointer<prv_node>?
    let offset: UInt32
    let value: proviso_value
    let label: String?
    let message: GivenMessage?
    /// Where the keyword is written, and the schema of several that was probably meant.
    let position: SourcePosition?
    var branch: SourcePosition?
}

/// What the schema that is applied says of the value at hand.
struct SchemaNames {
    /// Its title, or that of a schema that applies it.
    var label: String?
    var messages: SchemaMessages?
    /// The schema itself, which the program keeps alive.
    var schema: Unmanaged<Schema>?
}

/// Which parts of one value were evaluated by the schemas that apply to it.
struct SchemaMarks {
    let words: UnsafeMutableBufferPointer<UInt64>

    func mark(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }
    func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    func markAll() { words.update(repeating: .max) }
    func add(_ other: SchemaMarks) { for index in words.indices { words[index] |= other.words[index] } }
    func add(_ other: [UInt64]) { for index in words.indices { words[index] |= other[index] } }
}

/// The resources that a validation has entered, each once: the dynamic scope.
struct SchemaScope {
    let resource: Int
    let outer: UnsafePointer<SchemaScope>?

    func contains(_ resource: Int) -> Bool {
        var scope = self
        while scope.resource != resource {
            guard let outer = scope.outer else { return false }
            scope = outer.pointee
        }
        return true
    }
}

/// One validation of a value: first only for the verdict, and if it is invalid once more for the violations.
struct SchemaRun {
    private let meter: UnsafeMutablePointer<Meter>
    /// Whether everything that is wrong is looked for.
    var collects = false
    private(set) var found: [SchemaFinding] = []
    /// Why the validation was ended.
    private(set) var fault: String?
    private(set) var isStopped = false
    /// The marks for the value at hand, if a schema wants to know which of its parts were evaluated.
    var marks: SchemaMarks?
    var scope: UnsafePointer<SchemaScope>?
    private var depth = 0
    private var path: [(node: UnsafePointer<prv_node>, index: Int)] = []
    /// What the schema that is applied is called, and the message for all that is wrong in the value at hand.
    var names = SchemaNames()
    private var inherited: GivenMessage?
    /// How many schemas were applied to the value at hand.
    private var applied = 0
    /// What they said, once there are so many that some may be applied again and again.
    private var verdicts: SchemaVerdicts?

    init(_ meter: UnsafeMutablePointer<Meter>) { self.meter = meter }

    /// The schemas in schemas that one value may be in.
    private static let maximumDepth = 10_000
    /// More schemas than these are rarely applied to one value, unless others repeat them.
    private static let fewSchemas = 64

    /// Begins a schema; false if the validation ends.
    @inline(__always)
    mutating func enter() -> Bool {
        depth += 1
        applied += 1
        guard meter.pointee.pay(1), !isStopped, depth & 15 != 0 || mayGoDeeper() else { return stop() }
        return true
    }

    @inline(__always)
    mutating func leave() { depth -= 1 }

    private mutating func mayGoDeeper() -> Bool {
        if depth < Self.maximumDepth, Stack.hasRoom { return true }
        fault = fault ?? "the schema leads back to itself for the same value, or the value is too deep for it"
        return false
    }

    @inline(never)
    private mutating func stop() -> Bool {
        isStopped = true
        return false
    }

    /// Pays for work that the data causes; false if the validation ends.
    @inline(__always)
    mutating func pay(_ steps: Int) -> Bool { meter.pointee.pay(steps) || stop() }

    /// Pays for one look at a string.
    @inline(__always)
    mutating func pay(forBytes count: Int, price: Int = 1) -> Bool { pay(count &* price / 16) }

    /// Applies a schema to a part of the value at hand.
    @inline(__always)
    mutating func check(_ schema: SchemaReference, _ part: UnsafePointer<prv_node>, at index: Int) -> Bool {
        let outer = leaveValue()
        defer { returnToValue(outer) }
        return collects ? collect(schema, part, at: index) : schema.holds(part, &self)
    }

    private typealias OuterValue = (marks: SchemaMarks?, applied: Int, verdicts: SchemaVerdicts?)

    @inline(__always)
    private mutating func leaveValue() -> OuterValue {
        defer { (marks, applied, verdicts) = (nil, 0, nil) }
        return (marks, applied, verdicts)
    }

    @inline(__always)
    private mutating func returnToValue(_ outer: OuterValue) { (marks, applied, verdicts) = outer }

    private mutating func collect(
        _ schema: SchemaReference, _ part: UnsafePointer<prv_node>, at index: Int
    ) -> Bool {
        let outer = (names, inherited)
        let key = part.pointee.key == nil ? nil : part.pointee.keyString
        inherited = names.messages?.message(forPart: key, at: index) ?? outer.1
        names = SchemaNames()
        path.append((part, index))
        defer {
            path.removeLast()
            (names, inherited) = outer
        }
        return schema.holds(part, &self)
    }

    /// Applies a schema to the value at hand; what it evaluated counts only if the value is valid.
    mutating func attempt(_ schema: SchemaReference, _ node: UnsafePointer<prv_node>) -> Bool {
        guard let marks, !marks.words.isEmpty else { return schema.holds(node, &self) }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: marks.words.count) { kept in
            _ = kept.initialize(fromContentsOf: marks.words)
            if schema.holds(node, &self) { return true }
            _ = marks.words.update(fromContentsOf: kept)
            return false
        }
    }

    /// The same where only the verdict counts.
    mutating func test(_ schema: SchemaReference, _ node: UnsafePointer<prv_node>) -> Bool {
        let outer = collects
        collects = false
        defer { collects = outer }
        return attempt(schema, node)
    }

    /// The same for a part of the value at hand.
    mutating func test(_ schema: SchemaReference, part: UnsafePointer<prv_node>) -> Bool {
        let outer = leaveValue()
        defer { returnToValue(outer) }
        return test(schema, part)
    }

    /// The same for the value at hand, where what is evaluated counts for nothing.
    mutating func test(_ schema: SchemaReference, apart node: UnsafePointer<prv_node>) -> Bool {
        let outer = marks
        marks = nil
        defer { marks = outer }
        return test(schema, node)
    }

    // MARK: Schemas that are applied again

    /// Whether it may be worth while to remember what the schemas say of the value at hand.
    @inline(__always)
    var mayRepeat: Bool { applied > Self.fewSchemas }

    /// Applies a schema that depends only on the value at hand; once, however often others apply it.
    mutating func once(_ schema: Schema, _ body: (inout SchemaRun) -> Bool) -> Bool {
        if let known = verdicts?.known[ObjectIdentifier(schema)], known.says(enoughFor: self) {
            if let own = known.marks { marks?.add(own) }
            guard collects, pay(known.findings.count) else { return known.holds }
            found += known.findings
            return known.holds
        }
        let (outer, start) = (marks, found.count)
        var own: [UInt64]?
        var holds = false
        if let outer {
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: outer.words.count) { words in
                words.initialize(repeating: 0)
                marks = SchemaMarks(words: words)
                holds = body(&self)
                marks = outer
                own = Array(words)
                if holds { outer.add(SchemaMarks(words: words)) }
            }
        } else {
            holds = body(&self)
        }
        guard !isStopped else { return holds }
        let findings = collects ? take(from: start).withoutRepetition() : []
        append(findings)
        if verdicts == nil { verdicts = SchemaVerdicts() }
        verdicts?.known[ObjectIdentifier(schema)] = SchemaVerdicts.Verdict(
            holds: holds, marks: own, findings: findings, isWhole: collects)
        return holds
    }

    // MARK: Findings

    /// Notes a violation of a keyword, and is false.
    @inline(__always)
    mutating func fail(
        _ node: UnsafePointer<prv_node>?, by keyword: String, _ code: Code,
        _ parameters: @autoclosure () -> Parameters = [:], member: String? = nil
    ) -> Bool {
        if collects { add(node, keyword, code, parameters(), member) }
        return false
    }

    /// Notes a violation of a part of the value at hand.
    mutating func fail(
        part: UnsafePointer<prv_node>, at index: Int, by keyword: String, _ code: Code,
        _ parameters: @autoclosure () -> Parameters
    ) -> Bool {
        guard collects else { return false }
        let outer = names.label
        names.label = nil
        path.append((part, index))
        defer {
            path.removeLast()
            names.label = outer
        }
        return fail(part, by: keyword, code, parameters())
    }

    /// Notes that a part is not allowed: a member by its key, which may be misspelled, or an item.
    mutating func fail(
        part: UnsafePointer<prv_node>, at index: Int, by keyword: String, among known: [String]
    ) -> Bool {
        guard collects else { return false }
        if part.pointee.key == nil { return fail(part: part, at: index, by: keyword, "each.invalid", ["kind": "item"]) }
        let near = meter.pointee.takeSuggestion() ? known : []
        return fail(
            part: part, at: index, by: keyword, .unknownMember,
            ClosedStep.parameters(part.pointee.keyString, among: near))
    }

    private mutating func add(
        _ node: UnsafePointer<prv_node>?, _ keyword: String, _ code: Code, _ parameters: Parameters, _ member: String?
    ) {
        guard pay(1 + path.count) else { return }
        var components = path.map { part in
            part.node.pointee.key == nil
                ? ValuePath.Component.index(part.index) : .key(part.node.pointee.keyString)
        }
        if let member { components.append(.key(member)) }
        found.append(
            SchemaFinding(
                code: code, parameters: parameters, path: components, node: node,
                offset: node?.pointee.offset ?? .max, value: member == nil ? node?.pointee.value ?? .absent : .absent,
                label: member == nil ? names.label : nil,
                message: names.messages?.message(for: keyword, parameters, member: member) ?? inherited,
                position: names.schema?._withUnsafeGuaranteedRef { $0.written?.position(of: keyword) }))
    }

    /// How many parts of the path lead to the value at hand.
    var level: Int { path.count }
    /// How much was found.
    var count: Int { found.count }

    /// Takes back what was found after there were `count` findings.
    mutating func take(from count: Int) -> [SchemaFinding] {
        if found.count == count { return [] }
        defer { found.removeSubrange(count...) }
        return Array(found[count...])
    }

    mutating func append(_ findings: [SchemaFinding]) { found += findings }
}
