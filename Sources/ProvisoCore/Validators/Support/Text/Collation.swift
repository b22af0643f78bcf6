internal import ICUBridge
internal import ProvisoMessages

/// A locale's order of strings.
final class Collation: Sendable {
    private let collator: BridgeHandle

    /// `nil` if ICU has no order for the locale's language.
    init?(locale: String) {
        guard let pointer = prv_icu_collator_create(locale) else { return nil }
        collator = BridgeHandle(pointer: pointer)
    }

    deinit {
        prv_icu_collator_destroy(collator.pointer)
    }

    /// Less than zero if the first string comes before the second, zero if their order is the same.
    func order(_ left: borrowing Text, _ right: borrowing Text) -> Int {
        Int(prv_icu_collator_order(collator.pointer, left.bridged, right.bridged))
    }
}

extension Text {
    /// The text in the bridge's form, valid as long as the text is.
    var bridged: prv_icu_text {
        prv_icu_text(bytes: start.assumingMemoryBound(to: CChar.self), length: count)
    }
}
