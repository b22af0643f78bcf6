package import JSONBridge
internal import ProvisoABI

/// The values of a plan's attributes, from JSON, a dictionary or a Swift model.
///
/// Make a record once and fill it many times: filling and validating valid data then allocates no memory. Use it from
/// one thread at a time.
public final class Record {
    package let layout: RecordLayout
    package let slots: UnsafeMutablePointer<prv_node>
    package let arena = Arena()
    package let trail: UnsafeMutablePointer<TrailEntry>
    /// The mutable state, at a fixed address because access to a class's variables costs a check each time.
    package let state: UnsafeMutablePointer<State>
    private let ownMeter: UnsafeMutablePointer<Meter>

    package struct State {
        /// Whether a validator replaced a value.
        package var isChanged = false
        var valueMemory = Int(PRV_JSON_USUAL_MEMORY)
        /// Whether values have marks from a validation.
        var isMarked = false
        /// The slots with changes that the model does not have yet.
        package var unwritten: [Int] = []
        /// Changed values that the model's properties cannot hold, by attribute.
        package var unheld: [String: AnyValue] = [:]
        /// The number of methods and closures that use the model now; it must not change meanwhile.
        var lentModels = 0
        /// Whether a model is being made from the data, so that its constants may change too.
        package var setsConstants = false
        /// The marks of absent members.
        var absentMarks: [AbsentMember: UInt32] = [:]
        /// The async checks to run so far, or `nil` if the caller does not await them.
        var pendingChecks: [PendingCheck]?
        /// Set if the data is not an object.
        package var isMismatched = false
        var locale: String?
        /// Its own parser for lines that are scanned together; other data uses the thread's parser.
        var reader: OpaquePointer?
        var claims: (any Claims)?
        /// The number of violations that are kept.
        var findingLimit = Int.max
        /// The violations that were not kept.
        var omitted = OmittedFindings()
        /// What rules know of the values.
        var memory = RecordMemory()
        /// The records for the values of shapes that are not in use, by the number of the shape.
        var inner: [[Record]] = []
        /// Whether the values are those of a row in a table.
        package var isRow = false
        var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        /// What the validation costs; a record in another one has the meter of that.
        package var meter: UnsafeMutablePointer<Meter>
        /// Which rules have run, by their rank, of those that a value alone does not let run; `nil` if that is not needed.
        package var ran: UnsafeMutableBufferPointer<Bool>?
        /// The observation of validations, an `Observation`; `nil` if they are not observed.
        package var observation: AnyObject?
        /// What the turns of rules have of its values, if it is observed.
        var kept = KeptValues()

        init(_ meter: UnsafeMutablePointer<Meter>) { self.meter = meter }
    }

    /// The maximum number of lists on the path to a value.
    package static let maximumDepth = 32

    /// A record for the attributes of a plan, all absent.
    package init(layout: RecordLayout) {
        self.layout = layout
        // Values that a validation uses together are close in memory.
        state = .allocate(capacity: 1)
        ownMeter = .allocate(capacity: 1)
        state.initialize(to: State(ownMeter))
        slots = .allocate(capacity: layout.shape.slotCount + 1)
        slots.initialize(repeating: .absent, count: layout.shape.slotCount + 1)
        trail = .allocate(capacity: Self.maximumDepth)
        ownMeter.initialize(to: Meter(self))
    }

    deinit {
        slots.deallocate()
        trail.deallocate()
        state.pointee.buffer.deallocate()
        if let reader = state.pointee.reader { prv_reader_destroy(reader) }
        state.deinitialize(count: 1)
        state.deallocate()
        ownMeter.deallocate()
    }

    /// Remembers the values of the run's other records, or `nil` if records are not compared.
    package var claims: (any Claims)? {
        get { state.pointee.claims }
        set { state.pointee.claims = newValue }
    }

    /// The locale of the person who typed the values, a BCP 47 tag, for rules with `locale: request`.
    ///
    /// It is kept when the record is filled again. A malformed tag is ignored.
    public var locale: String? {
        get { state.pointee.locale }
        set { state.pointee.locale = newValue }
    }

    /// The maximum memory, in bytes, for the values of a JSON document; a document that needs more is refused.
    package var valueMemory: Int {
        get { state.pointee.valueMemory }
        set { state.pointee.valueMemory = newValue }
    }

    /// Begins a validation.
    func begin() {
        clearMarks()
        state.pointee.meter.pointee.reset()
        state.pointee.memory.forget()
        state.pointee.kept = KeptValues()
    }

    /// What the last validation of the record cost, in steps.
    package var spent: Int { state.pointee.meter.pointee.spent }

    /// The node that stands for absent members.
    package var spare: UnsafeMutablePointer<prv_node> { slots + layout.shape.slotCount }

    func marks(of member: AbsentMember) -> UInt32 {
        state.pointee.absentMarks.isEmpty ? 0 : state.pointee.absentMarks[member] ?? 0
    }

    /// Fills the record with the members of an object; any other value leaves all attributes absent.
    public func fill(_ value: AnyValue) {
        reset()
        let raw = value.raw(in: arena)
        state.pointee.isMismatched = !layout.shape.accepts(raw.kindOrAbsent)
        layout.shape.fill(slots, from: raw)
    }

    /// Fills the record with a JSON object, or throws `InputError` if the text is not JSON.
    public func fill(json: String) throws(InputError) {
        var json = json
        // The closure's errors lose their type on the way through the standard library.
        let result = json.withUTF8 { bytes in
            Result { () throws(InputError) in try fill(json: UnsafeRawBufferPointer(bytes)) }
        }
        try result.get()
    }

    /// Fills the record with a JSON object in UTF-8, or throws `InputError` if the bytes are not JSON.
    public func fill(json: [UInt8]) throws(InputError) {
        let result = json.withUnsafeBytes { bytes in Result { () throws(InputError) in try fill(json: bytes) } }
        try result.get()
    }

    /// Fills the record with a JSON object; the bytes are copied once, because the parser reads past their end.
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
    /// `capacity` is the number of readable bytes from the start, at least 64 more than the text has.
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
        case PRV_JSON_NOT_OBJECT:
            let kind = layout.shape.recordSlot.map { slots[$0].value.kindOrAbsent } ?? .null
            state.pointee.isMismatched = !layout.shape.accepts(kind)
            if kind == .list { layout.shape.fillItems(slots) }
        default:
            // A half-filled record must not be validated as if it were complete.
            slots.update(repeating: .absent, count: layout.shape.slotCount)
            throw InputError(status: status, offset: offset, in: json)
        }
    }

    /// Indexes many lines of JSON in one pass, so that each `fill` from one of them is faster.
    ///
    /// The bytes must not change until `forgetLines`, and at least 64 more bytes after them must be readable.
    package func scan(lines: UnsafeRawBufferPointer) {
        let reader = state.pointee.reader ?? prv_reader_create()
        state.pointee.reader = reader
        // Lines that are not well-formed together are parsed one by one, which finds the malformed one.
        _ = prv_reader_scan(reader, lines.baseAddress?.assumingMemoryBound(to: CChar.self), lines.count)
    }

    package func forgetLines() {
        if let reader = state.pointee.reader { prv_reader_forget(reader) }
    }

    /// The current value of an attribute, or `nil` if the plan has no such attribute.
    ///
    /// For an attribute inside a list, a list of all its values.
    public subscript(attribute: String) -> AnyValue? {
        // A name may have a backslash where it needs none.
        let name = attribute.utf8.contains(PathText.escape) ? ValuePath(attribute).description : attribute
        guard let info = layout.attributes.first(where: { $0.name == name }) else { return nil }
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
        if state.pointee.isMarked {
            state.pointee.isMarked = false
            if !state.pointee.omitted.isEmpty { state.pointee.omitted = OmittedFindings() }
        }
        if !state.pointee.absentMarks.isEmpty { state.pointee.absentMarks = [:] }
        if !state.pointee.unwritten.isEmpty { state.pointee.unwritten.removeAll(keepingCapacity: true) }
        if !state.pointee.unheld.isEmpty { state.pointee.unheld = [:] }
        state.pointee.isMismatched = false
        state.pointee.isRow = false
        state.pointee.memory.forget()
    }

    /// Removes the marks of an earlier validation of the same values.
    package func clearMarks() {
        guard state.pointee.isMarked else { return }
        state.pointee.isMarked = false
        state.pointee.omitted = OmittedFindings()
        state.pointee.absentMarks = [:]
        for slot in 0..<layout.shape.slotCount { Self.clearMarks(slots + slot) }
    }

    private static func clearMarks(_ node: UnsafeMutablePointer<prv_node>) {
        node.pointee.value.flags &= ~(NodeFlag.failed | NodeFlag.bailed | NodeFlag.sealed)
        let nodes = node.pointee.value.nodes
        guard let first = nodes.baseAddress else { return }
        for index in nodes.indices { clearMarks(UnsafeMutablePointer(mutating: first + index)) }
    }
}

/// A rule that looks values up, and the list or object where they are.
struct TablePlace: Hashable {
    let rule: ObjectIdentifier
    let start: UnsafeMutablePointer<prv_node>
}

/// A member that an item of a list lacks: the innermost item on its path, and its attribute.
struct AbsentMember: Hashable {
    let item: UnsafeMutablePointer<prv_node>
    let attribute: Int
}
