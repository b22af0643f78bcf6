internal import ICUBridge
internal import ProvisoMessages

/// One of ICU's transliterators.
final class Transliterator: Sendable {
    private let handle: BridgeHandle

    /// The ids of ICU's transliterators, without compound ones.
    static let ids = KnownCodes.list(PRV_ICU_TRANSLITERATORS)

    /// `nil` for an id that ICU does not have.
    init?(id: String) {
        guard let pointer = BridgeText.lend(id, { prv_icu_transliterator_create($0) }) else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit {
        prv_icu_transliterator_destroy(handle.pointer)
    }

    func apply(to text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_transliterate(handle.pointer, text, $0, $1) }
        }
    }
}
