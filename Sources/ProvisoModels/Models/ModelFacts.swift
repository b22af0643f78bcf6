internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import Synchronization

/// What a Swift type says of its attributes, read once: a type may build the list again each time.
///
/// It is kept until the process ends.
final class ModelFacts<Checked: ValidatableModel>: @unchecked Sendable {
    let attributes: [Attribute<Checked>]
    /// On their own: an attribute that is taken from a list is copied with all that it has.
    private let reads: [@Sendable (borrowing Checked, Arena) -> proviso_value]
    private let numbers: [String: Int]
    /// The numbers of the attributes that data may not leave out.
    let needed: [Int]
    /// The names as members of objects have them.
    private let keys: [(start: UnsafePointer<CChar>, length: UInt32)]
    /// 0, 1, 2 and so on: members are written in the order of the attributes.
    private let order: UnsafeMutableBufferPointer<Int>
    private let names = Arena()

    /// The facts of a type.
    static func of(_ type: Checked.Type) -> ModelFacts { MetModels.facts(of: type) }

    fileprivate init() {
        attributes = Checked.attributes
        reads = attributes.map(\.read)
        numbers = Dictionary(zip(attributes.map(\.name), attributes.indices)) { first, _ in first }
        needed = attributes.indices.filter { [attributes] in !attributes[$0].mayBeMissing }
        keys = attributes.map { [names] in (names.copy($0.name), UInt32($0.name.utf8.count)) }
        order = .allocate(capacity: attributes.count)
        _ = order.initialize(from: attributes.indices)
    }

    deinit { order.deallocate() }

    /// The number of an attribute; `nil` if the type has none of that name.
    func number(of name: String) -> Int? { numbers[name] }

    /// Writes a model as an object.
    func write(_ model: borrowing Checked, in arena: Arena) -> proviso_value {
        let nodes = arena.nodes(keys.count)
        let scratch = TextScratch(
            arena: .passUnretained(arena), room: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        AttributeWriter.write(model, to: nodes, order: order, scratch: scratch, reads: reads)
        for (index, key) in keys.enumerated() {
            nodes[index].key = key.start
            nodes[index].key_length = key.length
        }
        return proviso_value(nodes: nodes, count: keys.count, kind: .object)
    }
}

/// The facts of all types of models that were needed so far.
private enum MetModels {
    private final class Table: Sendable {
        let facts: [ObjectIdentifier: any AnyObject & Sendable]
        init(_ facts: [ObjectIdentifier: any AnyObject & Sendable]) { self.facts = facts }
    }

    /// Read without a lock: each nested model needs it.
    ///
    /// A table never changes, and stays in memory for those who still read it.
    private static let table = Atomic(Unmanaged.passRetained(Table([:])))
    private static let growing = Mutex(())

    static func facts<Checked>(of type: Checked.Type) -> ModelFacts<Checked> {
        if let met = met(type) { return met }
        let made = ModelFacts<Checked>()
        return growing.withLock { _ in
            if let met = met(type) { return met }
            var facts = table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.facts }
            facts[ObjectIdentifier(type)] = made
            table.store(Unmanaged.passRetained(Table(facts)), ordering: .releasing)
            return made
        }
    }

    private static func met<Checked>(_ type: Checked.Type) -> ModelFacts<Checked>? {
        table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { table in
            table.facts[ObjectIdentifier(type)].map { unsafeDowncast($0, to: ModelFacts<Checked>.self) }
        }
    }
}
