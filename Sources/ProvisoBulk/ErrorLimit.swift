/// The errors that a run may still find; for one chunk at a time, in the order of the data.
///
/// It has no lock of its own: it is used in turns that `Order` gives, one after the other.
final class ErrorLimit: @unchecked Sendable {
    let maximum: Int
    private var left: Int

    /// `errors` were found before; nil when there is no limit.
    init?(_ maximum: Int?, after errors: Int) {
        guard let maximum else { return nil }
        self.maximum = maximum
        left = maximum - errors
    }

    var isReached: Bool { left <= 0 }

    /// How many records of a chunk still count, of which some have errors.
    func records(of count: Int, errors: (Int) -> Int) -> Int {
        var index = 0
        while index < count, left > 0 {
            left -= errors(index)
            index += 1
        }
        return index
    }
}
