internal import ICUBridge
internal import ProvisoMessages

/// A locale's sort order of strings.
final class Collation: Sendable {
    private let collator: BridgeHandle

    /// `nil` for a language without a sort order in ICU.
    init?(locale: String) {
        guard let pointer = prv_icu_collator_create(locale) else { return nil }
        collator = BridgeHandle(pointer: pointer)
    }

    deinit {
        prv_icu_collator_destroy(collator.pointer)
    }

    /// Less than zero when the first text comes before the second, zero when their places are the same.
    func order(_ left: borrowing BorrowedText, _ right: borrowing BorrowedText) -> Int {
        Int(prv_icu_collator_order(collator.pointer, left.bridged, right.bridged))
    }
}

extension BorrowedText {
    /// The text as the bridge takes it, for as long as the text is there.
    var bridged: prv_icu_text {
        prv_icu_text(bytes: start.assumingMemoryBound(to: CChar.self), length: count)
    }
}
