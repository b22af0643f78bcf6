internal import ICUBridge

/// Formats lists such as "a, b or c" for one locale.
package final class ListWriter: Sendable {
    package enum Kind: Sendable {
        case and, or, units
        /// Things none of which is so: `a, b nor c`, if the catalog has the word, and else as `or`.
        case neither
    }

    /// The key of a catalog for the last two items of such a list: `{first} ni {last}`.
    package static let neitherKey = "list.nor"

    private let handle: BridgeHandle

    package init?(locale: String, kind: Kind) {
        let type =
            switch kind {
            case .and: PRV_ICU_LIST_AND
            case .or, .neither: PRV_ICU_LIST_OR
            case .units: PRV_ICU_LIST_UNITS
            }
        guard let pointer = prv_icu_list_create(locale, type) else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_list_destroy(handle.pointer) }

    /// The list as a string; with `isolating`, each item is enclosed in FSI and PDI.
    package func string(_ items: [String], isolating: Bool) -> String? {
        BridgeText.lend(items) { items in
            BridgeText.read(capacity: 512) {
                prv_icu_list_format(handle.pointer, items.baseAddress, Int32(items.count), isolating, $0, $1)
            }
        }
    }

    /// What stands between two items that are not the last, such as a comma with a space.
    package var separator: String {
        let text = string(["\u{1}", "\u{2}", "\u{3}"], isolating: false) ?? ""
        return text.split(separator: "\u{1}").last?.split(separator: "\u{2}").first.map { String($0) } ?? ", "
    }
}
