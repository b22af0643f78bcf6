internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// What a keyword asserts of a value, or several keywords together.
class SchemaStep: @unchecked Sendable {
    /// The kinds of values that it says something about.
    var kinds: ValueKindSet { .anything }

    /// Whether a value is valid; where everything is collected, it also notes the violations.
    func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool { true }
}

/// A schema that the program keeps alive.
struct SchemaReference: @unchecked Sendable {
    private let schema: Unmanaged<Schema>

    init(_ schema: Schema) { self.schema = Unmanaged.passUnretained(schema) }

    @inline(__always)
    func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        schema._withUnsafeGuaranteedRef { $0.holds(node, &run) }
    }

    /// Where it begins in its file.
    var position: SourcePosition? { schema._withUnsafeGuaranteedRef { $0.written?.position(of: "") } }

    /// Whether no value is valid.
    var isFalse: Bool { schema._withUnsafeGuaranteedRef(\.isFalse) }
}

/// A compiled schema: the types that it allows, and steps for each kind of value.
///
/// The compiler fills it before anybody else sees it.
final class Schema: @unchecked Sendable {
    var isFalse = false {
        didSet { if isFalse { allowed = 0 } }
    }
    /// The allowed types; empty if all are.
    var types: [SchemaType] = []
    private var allowed: UInt32 = .max
    /// Whether numbers are allowed that have no fraction, but no others.
    private var takesWholeNumbers = false
    var title: String?
    var messages: SchemaMessages?
    /// Where it is written; `nil` if it is in no file.
    var written: SchemaWriting?
    /// The number of the resource that it is in, where the dynamic scope decides something; otherwise less than zero.
    var resource = -1
    /// What applies to members and items that nothing else evaluated.
    var unevaluatedMembers: SchemaReference?
    var unevaluatedItems: SchemaReference?

    private typealias Steps = UnsafeMutableBufferPointer<Unmanaged<SchemaStep>>
    private var owned: [SchemaStep] = []
    private var memory = Steps(start: nil, count: 0)
    /// The steps for each kind of value, by its number.
    private var steps = InlineArray<11, Steps>(repeating: Steps(start: nil, count: 0))

    deinit { memory.deallocate() }

    /// Sets the steps and the types; called once.
    func fill(_ list: [SchemaStep], _ types: [SchemaType]) {
        self.types = types
        if !types.isEmpty {
            allowed = types.reduce(ValueKindSet()) { $0.union($1.kinds) }.rawValue
            takesWholeNumbers = types.contains(.integer) && !types.contains(.number)
        }
        owned = list
        let kinds = ValueKind.allCases.filter { $0 != .absent && $0 != .bytes }
        memory = .allocate(capacity: kinds.reduce(0) { sum, kind in sum + list.count { $0.kinds.contains(kind) } })
        var start = 0
        for kind in kinds {
            let first = start
            for step in list where step.kinds.contains(kind) {
                memory.initializeElement(at: start, to: Unmanaged.passUnretained(step))
                start += 1
            }
            steps[Int(kind.rawValue)] = Steps(rebasing: memory[first..<start])
        }
    }

    /// Whether a value is valid.
    func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        guard run.enter() else {
            run.leave()
            return false
        }
        defer { run.leave() }
        if resource < 0, run.mayRepeat { return run.once(self) { holdsInScope(node, &$0) } }
        guard resource >= 0, run.scope.map({ !$0.pointee.contains(resource) }) ?? true else {
            return holdsInScope(node, &run)
        }
        let outer = run.scope
        let scope = SchemaScope(resource: resource, outer: outer)
        return withUnsafePointer(to: scope) { scope in
            run.scope = scope
            defer { run.scope = outer }
            return holdsInScope(node, &run)
        }
    }

    @inline(__always)
    private func holdsInScope(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let kind = node.pointee.value.kind
        if allowed >> kind & 1 == 0, !(takesWholeNumbers && node.pointee.value.isWholeNumber) {
            return refuse(node, &run)
        }
        if unevaluatedMembers != nil, kind == ValueKind.object.rawValue { return holdsMarking(node, &run) }
        if unevaluatedItems != nil, kind == ValueKind.list.rawValue { return holdsMarking(node, &run) }
        return holdsSteps(node, &run)
    }

    /// Lets what is found have the title, the messages and the place of this schema, and returns those of the outer one.
    private func name(in run: inout SchemaRun) -> SchemaNames {
        let outer = run.names
        run.names = SchemaNames(
            label: title ?? outer.label, messages: messages ?? outer.messages, schema: Unmanaged.passUnretained(self))
        return outer
    }

    @inline(never)
    private func refuse(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        guard run.collects else { return false }
        let outer = name(in: &run)
        defer { run.names = outer }
        if isFalse { return run.fail(node, by: "", "absent.invalid") }
        if types == [.null] { return run.fail(node, by: "type", "isNull.invalid") }
        let names = types.map(\.shown)
        if names.count == 1 { return run.fail(node, by: "type", "value.type", ["expected": .text(names[0])]) }
        return run.fail(node, by: "type", "oneOf.kind", ["kinds": .list(types.map { .text($0.rawValue) })])
    }

    @inline(__always)
    private func holdsSteps(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let list = steps[Int(node.pointee.value.kind)]
        guard run.collects else {
            for step in list {
                if !step._withUnsafeGuaranteedRef({ $0.holds(node, &run) }) { return false }
            }
            return true
        }
        let outer = name(in: &run)
        defer { run.names = outer }
        var isValid = true
        for step in list {
            if !step._withUnsafeGuaranteedRef({ $0.holds(node, &run) }) { isValid = false }
        }
        return isValid
    }

    /// The same for a value of which it must be known which parts were evaluated.
    private func holdsMarking(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let outer = run.marks
        let parts = node.pointee.value.nodes
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (parts.count + 63) / 64) { words in
            words.initialize(repeating: 0)
            let marks = SchemaMarks(words: words)
            run.marks = marks
            defer { run.marks = outer }
            // What an invalid value has evaluated is not known: its other parts are not reported.
            guard run.pay(parts.count), holdsSteps(node, &run), holdsRest(node, marks, &run) else { return false }
            outer?.add(marks)
            return true
        }
    }

    private func holdsRest(_ node: UnsafePointer<prv_node>, _ marks: SchemaMarks, _ run: inout SchemaRun) -> Bool {
        let isList = node.pointee.value.kind == ValueKind.list.rawValue
        let outer = run.collects ? name(in: &run) : run.names
        defer { run.names = outer }
        let parts = node.pointee.value.nodes
        guard let schema = isList ? unevaluatedItems : unevaluatedMembers, let first = parts.baseAddress else {
            return true
        }
        let keyword = isList ? "unevaluatedItems" : "unevaluatedProperties"
        var isValid = true
        for index in parts.indices where !marks.contains(index) {
            let holds =
                schema.isFalse
                ? run.fail(part: first + index, at: index, by: keyword, among: [])
                : run.check(schema, first + index, at: index)
            if holds { continue }
            isValid = false
            if !run.collects { return false }
        }
        marks.markAll()
        return isValid
    }
}

extension proviso_value {
    /// Whether it is a number without a fraction: 1.0 is an integer.
    var isWholeNumber: Bool {
        switch kindOrAbsent {
        case .integer, .unsigned: true
        case .double: self.as.number == self.as.number.rounded(.towardZero)
        case .decimal: Number(unsafe Value(unsafe: self))?.isWhole ?? false
        default: false
        }
    }
}
