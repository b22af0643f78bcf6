internal import ICUBridge
internal import ProvisoMessages

/// ICU's check for confusable strings (UTS #39).
final class SpoofChecker: Sendable {
    /// Nil when ICU's data has no confusable characters, which makes every text suspicious.
    private let handle: BridgeHandle?

    init(_ restriction: ConfusableValidator.Restriction) {
        let level: prv_icu_restriction =
            switch restriction {
            case .ascii: PRV_ICU_RESTRICTION_ASCII
            case .singleScript: PRV_ICU_RESTRICTION_SINGLE_SCRIPT
            case .highly: PRV_ICU_RESTRICTION_HIGH
            case .moderately: PRV_ICU_RESTRICTION_MODERATE
            case .minimally: PRV_ICU_RESTRICTION_MINIMAL
            case .none: PRV_ICU_RESTRICTION_NONE
            }
        handle = prv_icu_spoof_create(level).map { BridgeHandle(pointer: $0) }
    }

    deinit {
        if let handle { prv_icu_spoof_destroy(handle.pointer) }
    }

    func suspects(_ text: borrowing BorrowedText) -> Bool {
        guard let handle else { return true }
        return prv_icu_spoof_is_suspicious(handle.pointer, text.bridged)
    }

    /// The same for all strings that look alike, in any case.
    func looks(of text: String) -> String? {
        guard let handle else { return nil }
        // Folded before, because uppercase letters look like other letters, and after: a skeleton may have uppercase letters.
        let folded = CaseFolding.text.key(of: text)
        let skeleton = BridgeText.lend(folded) { text in
            BridgeText.read { prv_icu_spoof_skeleton(handle.pointer, text, $0, $1) }
        }
        return skeleton.map { CaseFolding.text.key(of: $0) }
    }
}
