internal import ICUBridge
internal import ProvisoMessages

/// One of ICU's transliterators.
final class Transliterator: Sendable {
    /// What a transliterator makes of a string.
    enum Outcome {
        /// The string, and how many UTF-16 units were moved to make room.
        case made(String, moved: Int)
        /// It would be more than 64 times as long, or move too much.
        case tooLong
        case failed
    }

    private let handle: BridgeHandle
    /// How many transliterators are applied one after the other: one for each id, or those that a single id is made of.
    let elements: Int
    /// Whether one filter is for all of them, so that ICU applies them without a stop.
    let isFiltered: Bool

    /// The ids of ICU's transliterators, without compound ones.
    static let ids = KnownCodes.list(PRV_ICU_TRANSLITERATORS)

    /// `nil` for an id that ICU does not have.
    init?(id: String) {
        guard let pointer = BridgeText.lend(id, { prv_icu_transliterator_create($0) }) else { return nil }
        handle = BridgeHandle(pointer: pointer)
        var isFiltered = false
        elements = Int(prv_icu_transliterator_elements(pointer, &isFiltered))
        self.isFiltered = isFiltered
    }

    deinit {
        prv_icu_transliterator_destroy(handle.pointer)
    }

    func apply(to text: String) -> Outcome {
        var moved: Int64 = 0
        var length: Int32 = 0
        let made = BridgeText.lend(text) { text in
            BridgeText.read(capacity: Int32(clamping: text.length * 2 + 64)) { out, capacity in
                length = prv_icu_transliterate(handle.pointer, text, out, capacity, &moved)
                return length
            }
        }
        if let made { return .made(made, moved: Int(moved)) }
        return length == Int32(PRV_ICU_TOO_LONG) ? .tooLong : .failed
    }
}
