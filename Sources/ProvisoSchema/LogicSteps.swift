internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// `allOf`, and `$ref` with a single schema.
final class AllStep: SchemaStep, @unchecked Sendable {
    private let schemas: [SchemaReference]

    init(_ schemas: [SchemaReference]) { self.schemas = schemas }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        var isValid = true
        for schema in schemas where !schema.holds(node, &run) {
            isValid = false
            if !run.collects { return false }
        }
        return isValid
    }
}

/// `$dynamicRef` and `$recursiveRef`.
final class DynamicStep: SchemaStep, @unchecked Sendable {
    private let usual: SchemaReference
    /// The schemas with the anchor, by the number of their resource; complete once all documents are known.
    var candidates: [Int: SchemaReference] = [:]

    init(_ usual: SchemaReference) { self.usual = usual }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        var found = usual
        var scope = run.scope
        var steps = 1
        // The outermost resource that has the anchor decides.
        while let here = scope {
            if let candidate = candidates[here.pointee.resource] { found = candidate }
            scope = here.pointee.outer
            steps += 1
        }
        return run.pay(steps) && found.holds(node, &run)
    }
}

/// `anyOf` and `oneOf`.
final class ChoiceStep: SchemaStep, @unchecked Sendable {
    /// The member of an object that says which schema is meant, with the places of schemas by what it says.
    struct Discriminator {
        let member: String
        let ranks: [String: Int]
    }

    private let schemas: [SchemaReference]
    private let isExclusive: Bool
    private var keyword: String { isExclusive ? "oneOf" : "anyOf" }
    /// The compiler sets it before anybody else sees the step.
    var discriminator: Discriminator?

    init(_ schemas: [SchemaReference], isExclusive: Bool) { (self.schemas, self.isExclusive) = (schemas, isExclusive) }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        run.collects ? holdsCollecting(node, &run) : holdsQuietly(node, &run)
    }

    private func holdsQuietly(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        var count = 0
        for schema in schemas where run.attempt(schema, node) {
            count += 1
            if isExclusive, count > 1 { return false }
            // Others may still evaluate parts that must be known.
            if !isExclusive, run.marks == nil { return true }
        }
        return count > 0
    }

    /// Reports what the schema found that was probably meant.
    private func holdsCollecting(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        var (valid, best): (Int, (misfit: Misfit, rank: Int, findings: [SchemaFinding])?) = (0, nil)
        var kinds: [ParameterValue]? = []
        let start = run.count
        let choice = discriminator.map { $0.choice(of: node) } ?? .open
        var meant: [SchemaFinding] = []
        for (rank, schema) in schemas.enumerated() {
            let holds = run.attempt(schema, node)
            let findings = run.take(from: start).withoutRepetition()
            if run.isStopped { return false }
            if holds {
                valid += 1
                continue
            }
            if case .schema(let own) = choice, own == rank { meant = findings }
            if kinds != nil { kinds = Self.kinds(in: findings, node, run.level).map { (kinds ?? []) + $0 } }
            let misfit = Misfit(findings, node, run.level)
            if best.map({ misfit < $0.misfit }) ?? true { best = (misfit, rank, findings) }
        }
        if isExclusive, valid > 1 {
            return run.fail(node, by: keyword, "schema.oneOf", ["count": .integer(Int64(valid))])
        }
        if valid > 0 { return true }
        switch choice {
        case .open: break
        case .missing(let name): return run.fail(node, by: "discriminator", "present.invalid", member: name)
        case .unknown(let index, let known):
            guard let part = node.pointee.value.nodes.baseAddress else { break }
            let range = InValidator.parameters(range: known.map { .text($0) })
            return run.fail(part: part + index, at: index, by: "discriminator", "in.invalid", range)
        case .schema(let own):
            append(meant, of: own, &run)
            return false
        }
        // No schema takes the kind of the value: then all kinds are named.
        if schemas.count > 1, let kinds, !kinds.isEmpty {
            return run.fail(node, by: keyword, "oneOf.kind", ["kinds": .list(kinds.withoutRepetition())])
        }
        if let best { append(best.findings, of: best.rank, &run) }
        return false
    }

    /// Reports what one schema found, and that it is the one which was meant.
    private func append(_ findings: [SchemaFinding], of rank: Int, _ run: inout SchemaRun) {
        guard schemas.count > 1, let branch = schemas[rank].position else { return run.append(findings) }
        run.append(
            findings.map { finding in
                var finding = finding
                // The innermost one says the most.
                finding.branch = finding.branch ?? branch
                return finding
            })
    }

    /// The kinds that a schema wanted, if that is all that it found.
    private static func kinds(
        in findings: [SchemaFinding], _ node: UnsafePointer<prv_node>, _ level: Int
    ) -> [ParameterValue]? {
        guard findings.count == 1, findings[0].isKind(of: node, level) else { return nil }
        switch findings[0].code {
        case "value.type": return findings[0].parameters["expected"].map { [$0 == "text" ? "string" : $0] }
        case "isNull.invalid": return ["null"]
        default:
            guard case .list(let kinds)? = findings[0].parameters["kinds"] else { return nil }
            return kinds
        }
    }

    /// How badly a value fits a schema: it has another kind, another value of a member that must be one of some, or errors.
    private struct Misfit: Comparable {
        let rank: Int
        let count: Int

        init(_ findings: [SchemaFinding], _ node: UnsafePointer<prv_node>, _ level: Int) {
            count = findings.count
            if findings.contains(where: { $0.isKind(of: node, level) }) {
                rank = 2
            } else {
                rank = findings.contains { $0.code == "in.invalid" && $0.path.count == level + 1 } ? 1 : 0
            }
        }

        static func < (left: Misfit, right: Misfit) -> Bool { (left.rank, left.count) < (right.rank, right.count) }
    }
}

extension ChoiceStep.Discriminator {
    enum Choice {
        /// The value is not an object: nothing says what is meant.
        case open
        case missing(String)
        /// The place of the member, and what it may be.
        case unknown(Int, known: [String])
        case schema(Int)
    }

    func choice(of node: UnsafePointer<prv_node>) -> Choice {
        guard node.pointee.value.kind == ValueKind.object.rawValue else { return .open }
        let members = node.pointee.value.nodes
        guard let index = members.lastIndex(where: { $0.keyString == member }) else { return .missing(member) }
        let text = unsafe Value(unsafe: members[index].value).text?.string
        guard let text, let rank = ranks[text] else { return .unknown(index, known: ranks.keys.sorted()) }
        return .schema(rank)
    }
}

extension SchemaFinding {
    /// Whether it says that the value itself has the wrong kind.
    fileprivate func isKind(of node: UnsafePointer<prv_node>, _ level: Int) -> Bool {
        path.count == level && self.node == node && ["value.type", "isNull.invalid", "oneOf.kind"].contains(code)
    }
}

/// `not`.
final class NotStep: SchemaStep, @unchecked Sendable {
    private let schema: SchemaReference

    init(_ schema: SchemaReference) { self.schema = schema }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        if !run.test(schema, apart: node) { return true }
        return run.fail(node, by: "not", "schema.not")
    }
}

/// `if` with `then` and `else`.
final class ConditionStep: SchemaStep, @unchecked Sendable {
    private let condition: SchemaReference
    private let consequence, alternative: SchemaReference?

    init(_ condition: SchemaReference, _ consequence: SchemaReference?, _ alternative: SchemaReference?) {
        (self.condition, self.consequence, self.alternative) = (condition, consequence, alternative)
    }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let schema = run.test(condition, node) ? consequence : alternative
        return schema?.holds(node, &run) ?? true
    }
}
