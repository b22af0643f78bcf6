internal import ByteBridge
package import JSONBridge
internal import ProvisoABI
internal import ProvisoCore

/// Receives the attributes of a model for validation, each of them once and in the order of its `attributes`.
///
/// Every value is copied: the writer keeps nothing of the model.
public struct AttributeWriter: ~Copyable {
    private let slots: UnsafeMutablePointer<prv_node>
    /// The slots of the attributes that are still to come.
    private var order: UnsafePointer<Int>
    private let end: UnsafePointer<Int>
    private var room: UnsafeMutableRawBufferPointer
    private let heldArena: Unmanaged<Arena>
    private var arena: Arena { heldArena.takeUnretainedValue() }
    /// False as long as the model has written nothing itself, so that its key paths must be read.
    package private(set) var isUsed = false

    package init(slots: UnsafeMutablePointer<prv_node>, order: UnsafeBufferPointer<Int>, scratch: TextScratch) {
        self.slots = slots
        self.order = order.baseAddress ?? Self.nowhere
        end = self.order + order.count
        room = scratch.room
        heldArena = scratch.arena
    }

    /// Writes the attributes of a model to their slots: as the model does it, or else by their key paths.
    static func write<Checked: ValidatableModel>(
        _ model: borrowing Checked, to slots: UnsafeMutablePointer<prv_node>, order: UnsafeMutableBufferPointer<Int>,
        scratch: TextScratch, reads: [@Sendable (borrowing Checked, Arena) -> proviso_value]
    ) {
        var writer = AttributeWriter(slots: slots, order: UnsafeBufferPointer(order), scratch: scratch)
        model.writeAttributes(to: &writer)
        // A model that wrote too few or too many has written some of them to the wrong places.
        if writer.isUsed, writer.isComplete { return }
        let arena = scratch.arena.takeUnretainedValue()
        for index in reads.indices { slots[order[index]].value = reads[index](model, arena) }
    }

    /// Whether more was written than there are attributes.
    private var isOverfull = false

    /// Whether each attribute was written once.
    package var isComplete: Bool { order == end && !isOverfull }

    /// Writes a string.
    public mutating func write(_ text: String) { put(value(of: text)) }

    /// Writes a string or null.
    public mutating func write(_ text: String?) {
        if let text { put(value(of: text)) } else { put(.missing) }
    }

    /// Writes an integer.
    public mutating func write(_ number: Int) { put(proviso_value(integer: Int64(number))) }

    /// Writes an integer or null.
    public mutating func write(_ number: Int?) {
        put(number.map { proviso_value(integer: Int64($0)) } ?? .missing)
    }

    /// Writes a number.
    public mutating func write(_ number: Double) { put(proviso_value(number: number)) }

    /// Writes a number or null.
    public mutating func write(_ number: Double?) {
        put(number.map { proviso_value(number: $0) } ?? .missing)
    }

    /// Writes a Boolean.
    public mutating func write(_ truth: Bool) { put(proviso_value(truth: truth)) }

    /// Writes a Boolean or null.
    public mutating func write(_ truth: Bool?) {
        put(truth.map { proviso_value(truth: $0) } ?? .missing)
    }

    /// Writes a list of strings.
    public mutating func write(_ texts: [String]) {
        let nodes = arena.nodes(texts.count)
        for index in texts.indices { nodes[index].value = value(of: texts[index]) }
        put(proviso_value(nodes: nodes, count: texts.count, kind: .list))
    }

    /// Writes a nested model.
    public mutating func write<Nested: ValidatableModel>(_ model: Nested) {
        put(ModelFacts.of(Nested.self).write(model, in: arena))
    }

    /// Writes a nested model or null.
    public mutating func write<Nested: ValidatableModel>(_ model: Nested?) {
        if let model { put(ModelFacts.of(Nested.self).write(model, in: arena)) } else { put(.missing) }
    }

    /// Writes a list of nested models.
    public mutating func write<Nested: ValidatableModel>(_ models: [Nested]) {
        let (nodes, facts) = (arena.nodes(models.count), ModelFacts.of(Nested.self))
        for index in models.indices { nodes[index].value = facts.write(models[index], in: arena) }
        put(proviso_value(nodes: nodes, count: models.count, kind: .list))
    }

    /// Writes any other plain value; the methods above are faster.
    @_disfavoredOverload
    public mutating func write<Property: AttributeValue>(_ value: Property) {
        put(value.value(in: ValueWriter(arena: arena)).raw)
    }

    /// Writes lists of optional models, dictionaries of models and the like; allocates, unlike the methods above.
    @_disfavoredOverload
    public mutating func write<Property: AttributeProperty>(_ value: Property) {
        put(Property.propertyAccess.read(value, arena))
    }

    /// A value of a type that no attribute can have, which the list of attributes refuses to compile.
    ///
    /// Here so that the compiler reports it there, once.
    @_disfavoredOverload
    public mutating func write<Property>(_ value: Property) { put(proviso_value(kind: .absent)) }

    @inline(__always)
    private mutating func put(_ value: proviso_value) {
        isUsed = true
        guard order < end else { return isOverfull = true }
        slots[order.pointee].value = value
        order += 1
    }

    @inline(__always)
    private mutating func value(of text: String) -> proviso_value {
        text.utf8.withContiguousStorageIfAvailable { copy($0) } ?? proviso_value(text: text, in: arena)
    }

    /// Copies a string to what room is left beside the slots, else to the arena.
    @inline(__always)
    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> proviso_value {
        guard let start = room.baseAddress, let source = bytes.baseAddress, bytes.count < room.count else {
            return proviso_value(text: arena.copy(bytes), count: bytes.count)
        }
        let target = start.assumingMemoryBound(to: CChar.self)
        let isASCII = prv_copy_text(target, source, bytes.count) != 0
        room = UnsafeMutableRawBufferPointer(start: start + bytes.count, count: room.count - bytes.count)
        var value = proviso_value(text: UnsafePointer(target), count: bytes.count)
        if isASCII { value.flags = UInt32(PROVISO_FLAG_ASCII) }
        return value
    }

    private static var nowhere: UnsafePointer<Int> { UnsafePointer(bitPattern: 8).unsafelyUnwrapped }
}

/// Memory for the short strings of one model, so that most models need nothing of the arena.
package struct TextScratch {
    /// Kept alive by the record the strings are for.
    let arena: Unmanaged<Arena>
    let room: UnsafeMutableRawBufferPointer
}

extension proviso_value {
    fileprivate init(integer: Int64) {
        self.init(kind: .integer)
        self.as.integer = integer
    }

    fileprivate init(number: Double) {
        self.init(kind: .double)
        self.as.number = number
    }

    fileprivate init(truth: Bool) {
        self.init(kind: .boolean)
        self.as.boolean = truth ? 1 : 0
    }
}

extension ValueWriter {
    /// A point in time: a string for most rules, and the moment itself for those that know about time.
    package func instant(_ text: String) -> WrittenValue {
        var raw = self.text(text).raw
        raw.flags |= NodeFlag.instant
        return WrittenValue(raw: raw)
    }
}
