internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// `prefixItems` and `items`, which were `items` and `additionalItems`.
final class ItemsStep: SchemaStep, @unchecked Sendable {
    private let first: [SchemaReference]
    private let rest: SchemaReference?
    private let restIsFalse: Bool
    /// The keyword that says what the rest must be.
    private let keyword: String

    init(_ first: [SchemaReference], _ rest: SchemaReference?, _ keyword: String) {
        (self.first, self.rest, self.keyword) = (first, rest, keyword)
        restIsFalse = rest?.isFalse ?? false
    }

    override var kinds: ValueKindSet { .lists }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let items = node.pointee.value.nodes
        guard let start = items.baseAddress, run.pay(items.count) else { return items.isEmpty }
        var isValid = true
        for index in items.indices {
            guard let schema = index < first.count ? first[index] : rest else { break }
            run.marks?.mark(index)
            let holds =
                restIsFalse && index >= first.count
                ? run.fail(part: start + index, at: index, by: keyword, among: [])
                : run.check(schema, start + index, at: index)
            if holds { continue }
            isValid = false
            if !run.collects { return false }
        }
        return isValid
    }
}

/// `contains` with `minContains` and `maxContains`.
final class ContainsStep: SchemaStep, @unchecked Sendable {
    private let schema: SchemaReference
    private let least, most: Int
    /// Whether the items that it finds count as evaluated.
    private let marks: Bool

    init(_ schema: SchemaReference, _ least: Int, _ most: Int, marks: Bool) {
        (self.schema, self.least, self.most, self.marks) = (schema, least, most, marks)
    }

    override var kinds: ValueKindSet { .lists }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let items = node.pointee.value.nodes
        guard run.pay(items.count) else { return false }
        var count = 0
        let needsAll = marks && run.marks != nil
        for index in items.indices where items.baseAddress.map({ run.test(schema, part: $0 + index) }) ?? false {
            count += 1
            if needsAll {
                run.marks?.mark(index)
            } else if count >= least, most == .max || count > most {
                break
            }
        }
        if count < least {
            return run.fail(node, by: "minContains", "contains.tooFew", ["min": .integer(Int64(least))])
        }
        return count <= most
            || run.fail(node, by: "maxContains", "contains.tooMany", ["max": .integer(Int64(most))])
    }
}

/// `uniqueItems`.
final class DistinctStep: SchemaStep, @unchecked Sendable {
    private static let distinct = DistinctValidator()

    override var kinds: ValueKindSet { .lists }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let value = unsafe Value(unsafe: node.pointee.value)
        guard run.pay(value.count), let pair = Self.distinct.pair(value) else { return !run.isStopped }
        return run.fail(node, by: "uniqueItems", "distinct.duplicate", DistinctValidator.parameters(of: pair))
    }
}

/// `minItems`, `maxItems`, `minProperties` and `maxProperties`.
final class CountStep: SchemaStep, @unchecked Sendable {
    private let least, most: Int
    private let own: ValueKindSet

    init(_ least: Int, _ most: Int, of kinds: ValueKindSet) { (self.least, self.most, own) = (least, most, kinds) }

    override var kinds: ValueKindSet { own }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let count = Int(node.pointee.value.length)
        let (minimum, maximum) = own == .lists ? ("minItems", "maxItems") : ("minProperties", "maxProperties")
        if count < least { return run.fail(node, by: minimum, "count.tooFew", ["min": .integer(Int64(least))]) }
        return count <= most || run.fail(node, by: maximum, "count.tooMany", ["max": .integer(Int64(most))])
    }
}
