internal import JSONBridge
internal import ProvisoCore
internal import Synchronization

/// A record that models of one plan are written to, one after the other, with room for their short strings.
///
/// One thread at a time, which the pool sees to.
final class ModelRecord: @unchecked Sendable {
    let record: Record
    private let arena: Unmanaged<Arena>
    let slots: UnsafeMutablePointer<prv_node>
    private let room: UnsafeMutableRawBufferPointer

    /// Beyond this many bytes strings go to the record's arena.
    private static let roomForTexts = 1024

    init(for plan: Plan) {
        record = Record(for: plan)
        slots = record.slots
        arena = Unmanaged.passUnretained(record.arena)
        room = .allocate(byteCount: Self.roomForTexts, alignment: 16)
    }

    deinit {
        room.deallocate()
    }

    var scratch: TextScratch { TextScratch(arena: arena, room: room) }
}

/// Records of one plan that are kept for the next validation, whichever thread makes it.
///
/// Taking one and giving it back costs an atomic exchange each, and a lock only where threads meet.
final class ModelRecordPool: Sendable {
    private let plan: Plan
    private let first: Atomic<Unmanaged<ModelRecord>?>
    private let others = Mutex<[Unmanaged<ModelRecord>]>([])

    /// How many records are kept beside the first one; more come and go.
    private static let maximumOthers = 64

    init(for plan: Plan) {
        self.plan = plan
        first = Atomic(Unmanaged.passRetained(ModelRecord(for: plan)))
    }

    deinit {
        first.load(ordering: .acquiring)?.release()
        others.withLock { others in
            for record in others { record.release() }
        }
    }

    /// Takes a record out; the caller owns it until it is given back.
    func take() -> Unmanaged<ModelRecord> {
        if let record = first.exchange(nil, ordering: .acquiringAndReleasing) { return record }
        return others.withLock { $0.popLast() } ?? Unmanaged.passRetained(ModelRecord(for: plan))
    }

    func give(back record: Unmanaged<ModelRecord>) {
        let (isKept, _) = first.compareExchange(expected: nil, desired: record, ordering: .acquiringAndReleasing)
        if isKept { return }
        let isOther = others.withLock { others in
            guard others.count < Self.maximumOthers else { return false }
            others.append(record)
            return true
        }
        if !isOther { record.release() }
    }
}
