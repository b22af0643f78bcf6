package import JSONBridge
internal import ProvisoABI

/// A dynamic model: the values of a plan's attributes, from JSON, a dictionary or a Swift model.
///
/// Made once and filled many times; filling and validating valid data then allocates nothing. One thread at a time.
public final class Record {
    package let layout: RecordLayout
    package let slots: UnsafeMutablePointer<prv_node>
    package let arena = Arena()
    package let trail: UnsafeMutablePointer<TrailEntry>
    /// What changes from record to record, behind a pointer since a class's variables cost a check at every access.
    package let state: UnsafeMutablePointer<State>

    package struct State {
        /// Whether a validator replaced a value.
        package var isChanged = false
        var valueMemory = Int(PRV_JSON_USUAL_MEMORY)
        /// Whether values carry the marks of a validation.
        var isMarked = false
        /// The slots whose changes the model does not have yet.
        package var unwritten: [Int] = []
        /// What rules made of values that the model's properties cannot hold, by attribute.
        package var unheld: [String: AnyValue] = [:]
        /// How many methods and closures hold the model at the moment, which must not change under them.
        var lentModels = 0
        /// Whether a model is being made from the data, so that its constants may change too.
        package var setsConstants = false
        /// The marks of members that are not there.
        var absentMarks: [AbsentMember: UInt32] = [:]
        /// What rules asked so far, nil where nobody would wait for the answers.
        var questions: [Question]?
        /// Set when the data is no object at all.
        package var isMisshapen = false
        var locale: String?
        /// Its own parser where lines are looked through at once; else the thread's does.
        var reader: OpaquePointer?
        var claims: (any Claims)?
        /// How many findings are kept.
        var findingLimit = Int.max
        /// The findings that were not.
        var omitted = OmittedFindings()
        var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// How many lists may lie inside each other on the way to a value.
    package static let maximumDepth = 32

    /// A record for the attributes of a plan, all absent.
    package init(layout: RecordLayout) {
        self.layout = layout
        // What a validation looks at lies side by side.
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        slots = .allocate(capacity: layout.shape.slotCount + 1)
        slots.initialize(repeating: .absent, count: layout.shape.slotCount + 1)
        trail = .allocate(capacity: Self.maximumDepth)
    }

    deinit {
        slots.deallocate()
        trail.deallocate()
        state.pointee.buffer.deallocate()
        if let reader = state.pointee.reader { prv_reader_destroy(reader) }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// What remembers the values of the run's other records; nil where records are not compared.
    package var claims: (any Claims)? {
        get { state.pointee.claims }
        set { state.pointee.claims = newValue }
    }

    /// The locale of the person who typed the values, a BCP 47 tag, for rules with `locale: request`.
    ///
    /// Stays when the record is filled again. A tag that is not well-formed counts as none.
    public var locale: String? {
        get { state.pointee.locale }
        set { state.pointee.locale = newValue }
    }

    /// How many bytes of memory the values of a JSON text may take; a text with more is refused.
    package var valueMemory: Int {
        get { state.pointee.valueMemory }
        set { state.pointee.valueMemory = newValue }
    }

    /// The node that stands for members that are not there.
    package var spare: UnsafeMutablePointer<prv_node> { slots + layout.shape.slotCount }

    func marks(of member: AbsentMember) -> UInt32 {
        state.pointee.absentMarks.isEmpty ? 0 : state.pointee.absentMarks[member] ?? 0
    }

    /// Fills the record with the members of an object; anything else leaves all attributes absent.
    public func fill(_ value: AnyValue) {
        reset()
        let raw = value.raw(in: arena)
        state.pointee.isMisshapen = raw.kindOrAbsent != .object
        layout.shape.fill(slots, from: raw)
    }

    /// Fills the record with a JSON object, or throws `InputError` for what is not JSON.
    public func fill(json: String) throws(InputError) {
        var json = json
        // The closure's errors lose their type on the way through the standard library.
        let result = json.withUTF8 { bytes in
            Result { () throws(InputError) in try fill(json: UnsafeRawBufferPointer(bytes)) }
        }
        try result.get()
    }

    /// Fills the record with a JSON object, copied once to where the parser may read past its end.
    public func fill(json: UnsafeRawBufferPointer) throws(InputError) {
        let padding = Int(PRV_JSON_PADDING)
        if state.pointee.buffer.count < json.count + padding {
            state.pointee.buffer.deallocate()
            state.pointee.buffer = .allocate(byteCount: json.count * 3 / 2 + padding, alignment: 16)
        }
        let buffer = state.pointee.buffer
        if !json.isEmpty { buffer.copyMemory(from: json) }
        let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: json.count)
        try fill(json: bytes, capacity: buffer.count)
    }

    /// Fills the record with a JSON object in place.
    ///
    /// `capacity` counts the readable bytes from the start of the text on, at least 64 more than the text has.
    package func fill(json: UnsafeRawBufferPointer, capacity: Int) throws(InputError) {
        precondition(capacity >= json.count + Int(PRV_JSON_PADDING), "the parser may read a little past the text")
        reset()
        var offset = 0
        let status = prv_reader_fill(
            state.pointee.reader ?? prv_reader_of_thread(), layout.shape.handle, arena.handle,
            json.baseAddress?.assumingMemoryBound(to: CChar.self),
            json.count, slots, UInt32(layout.shape.slotCount), state.pointee.valueMemory, &offset)
        switch Int(status) {
        case PRV_JSON_OK: break
        case PRV_JSON_NOT_OBJECT: state.pointee.isMisshapen = true
        default:
            // Half a record would be judged like a whole one.
            slots.update(repeating: .absent, count: layout.shape.slotCount)
            throw InputError(status: status, offset: offset, in: json)
        }
    }

    /// Looks through the lines of some JSON at once, so that filling the record from each of them takes less time.
    ///
    /// The bytes stay as they are until `forgetLines`; at least 64 more behind them are readable.
    package func scan(lines: UnsafeRawBufferPointer) {
        let reader = state.pointee.reader ?? prv_reader_create()
        state.pointee.reader = reader
        // Lines that are not well-formed together are looked at one by one, which finds the one at fault.
        _ = prv_reader_scan(reader, lines.baseAddress?.assumingMemoryBound(to: CChar.self), lines.count)
    }

    package func forgetLines() {
        if let reader = state.pointee.reader { prv_reader_forget(reader) }
    }

    /// What the record holds for an attribute now, nil when the plan has no such attribute.
    ///
    /// For an attribute behind a list, all its values.
    public subscript(attribute: String) -> AnyValue? {
        guard let info = layout.attributes.first(where: { $0.name == attribute }) else { return nil }
        if info.tail.isEmpty {
            let place = state.pointee.isChanged ? layout.shape.place(at: info.path) : nil
            return place.map { Shape.value(at: $0, in: slots) } ?? AnyValue(raw: slots[info.slot].value)
        }
        var values: [AnyValue] = []
        forEachNode(of: info) { values.append(AnyValue(raw: $0.pointee.value)) }
        return .list(values)
    }

    package func reset() {
        arena.reset()
        state.pointee.isChanged = false
        state.pointee.isMarked = false
        if !state.pointee.absentMarks.isEmpty { state.pointee.absentMarks = [:] }
        if !state.pointee.unwritten.isEmpty { state.pointee.unwritten.removeAll(keepingCapacity: true) }
        if !state.pointee.unheld.isEmpty { state.pointee.unheld = [:] }
        state.pointee.isMisshapen = false
    }

    /// Takes back the marks of an earlier validation of the same values.
    package func clearMarks() {
        guard state.pointee.isMarked else { return }
        state.pointee.isMarked = false
        state.pointee.absentMarks = [:]
        for slot in 0..<layout.shape.slotCount { Self.clearMarks(slots + slot) }
    }

    private static func clearMarks(_ node: UnsafeMutablePointer<prv_node>) {
        node.pointee.value.flags &= ~(NodeFlag.failed | NodeFlag.bailed)
        let nodes = node.pointee.value.nodes
        guard let first = nodes.baseAddress else { return }
        for index in nodes.indices { clearMarks(UnsafeMutablePointer(mutating: first + index)) }
    }
}

/// A member that an item of a list lacks: the innermost item on the way to it, and the attribute it would be.
struct AbsentMember: Hashable {
    let item: UnsafeMutablePointer<prv_node>
    let attribute: Int
}
