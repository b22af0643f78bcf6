/// Counts errors up to the number that ends a run.
///
/// It has no lock: `Sequencer.takeTurn` gives it to one chunk after the other, in the order of the data.
final class ErrorLimit: @unchecked Sendable {
    let maximum: Int
    private var left: Int

    /// `errors` is the number so far; `nil` if there is no limit.
    init?(_ maximum: Int?, after errors: Int) {
        guard let maximum else { return nil }
        self.maximum = maximum
        left = maximum - errors
    }

    var isReached: Bool { left <= 0 }

    /// How many records of a chunk are before the end of the run.
    func records(of count: Int, errors: (Int) -> Int) -> Int {
        var index = 0
        while index < count, left > 0 {
            left -= errors(index)
            index += 1
        }
        return index
    }
}
