package import Proviso

/// The values of all records of a run that rules compare across records.
///
/// Validating threads add to the set while the thread that writes checkpoints synchronizes it, so one lock protects
/// every use. Only the call that waits for the disk does not hold the lock.
package final class UniqueValues: Sendable {
    private struct State {
        let keys: KeySet
        var error: SystemError?
    }

    private let state: Guarded<State>

    init(keys: KeySet) { state = Guarded(State(keys: keys)) }

    /// Why a value could not be found or added; that chunk and all later ones have no result.
    var failure: SystemError? { state.locked { $0.error } }

    /// Creates an empty set; its table stays within a limit of memory.
    package convenience init(memoryLimit: Int) {
        self.init(keys: KeySet(memoryLimit: memoryLimit, log: KeyLog()))
    }

    /// Finds for each value of a log whether an earlier record has it; to be called for one chunk at a time, in order.
    ///
    /// `records` is the number of records before the chunk. Returns the end of the set's log after the chunk, or `nil` if
    /// this or an earlier chunk failed.
    package func settle(_ log: UniqueValueLog, after records: Int = 0) -> KeyLog.Mark? {
        state.locked { state in
            guard state.error == nil else { return nil }
            do throws(SystemError) {
                try log.settle { (key, index) throws(SystemError) in
                    try state.keys.insert(key, ofRecord: records + index + 1)
                }
                return state.keys.log.mark()
            } catch {
                state.error = error
                return nil
            }
        }
    }

    /// Waits until all values added so far are on the disk; any thread may call it.
    package func synchronize() throws(SystemError) {
        let file = try state.locked { (state) throws(SystemError) in try state.keys.log.flush() }
        try file?.synchronize()
    }

    func remove() { state.locked { $0.keys.log.remove() } }
}
