internal import Proviso

/// Records that were read from an input, with their results; used again for the next records.
final class Chunk: InputChunk, @unchecked Sendable {
    /// Its number among the chunks of the run.
    var sequence = 0
    /// The input as messages name it.
    var file = ""
    /// Whether it is the last chunk of its input.
    var isLast = false
    /// Why an input cannot be opened.
    var failure: String?
    /// The bytes read of all inputs.
    var consumed = 0
    /// Whether the thread that works on the chunk has seen its base.
    var isPlaced = false

    var outputs: [[UInt8]] = []
    var notes: [Note] = []
    var summary = Summary()
    var tally = Tally()
    /// How many findings each entry of a baseline accepted in the chunk, by the entry's place.
    var accepted: [Int: Int] = [:]
    /// The attributes with values that this thread had not seen before.
    var presence = Presence()
    /// Whether a list that may have the records was looked for.
    var hasLooked = false
    var hasFailed = false
    /// How often rules ran; empty unless the job counts that.
    var statistics = RuleStatistics()
    /// What was measured of the chunk's records; `nil` unless rules are about all records.
    var dataset: Dataset?
    /// The end of the log of unique values after this chunk.
    var logMark = KeyLog.Mark()
    /// Whether its values could not be compared with those of other records: it and all later chunks have no result.
    var isVoid = false

    /// A line for standard error, and how much output comes before it.
    struct Note {
        let offset: Int
        let text: String
    }

    func reset(outputs count: Int, size: Int) {
        reset(size: size)
        failure = nil
        isLast = false
        isPlaced = false
        if outputs.count != count { outputs = Array(repeating: [], count: count) }
        for index in outputs.indices {
            // An output that was large once should not stay so for the rest of a long run.
            outputs[index].removeAll(keepingCapacity: outputs[index].capacity <= 4 * size)
        }
        notes = []
        summary = Summary()
        tally = Tally()
        presence = Presence()
        hasLooked = false
        hasFailed = false
        statistics = RuleStatistics()
        logMark = KeyLog.Mark()
        accepted = [:]
        dataset = nil
        isVoid = false
    }

    /// How many bytes of output the chunk should hold.
    private var outputLimit: Int { max(1 << 18, min(8 << 20, valueMemory / 16)) }

    /// Whether its output should be written before the chunk is done, so that it does not fill the memory.
    var isFull: Bool { outputs.reduce(0) { $0 + $1.count } > outputLimit }

    func removeOutputs() {
        for index in outputs.indices { outputs[index].removeAll(keepingCapacity: true) }
        notes.removeAll()
    }
}
