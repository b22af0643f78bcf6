internal import ICUBridge

/// Formats instants for one locale and time zone in one style.
package final class DateWriter: Sendable {
    private let handle: BridgeHandle

    /// Creates a formatter; `nil` if ICU does not know the time zone.
    package init?(locale: String, style: DateStyle, timeZone: String) {
        var skeleton = ""
        let length: prv_icu_date_style
        switch style.length {
        case .short: length = PRV_ICU_DATE_SHORT
        case .medium: length = PRV_ICU_DATE_MEDIUM
        case .long: length = PRV_ICU_DATE_LONG
        case .full: length = PRV_ICU_DATE_FULL
        case .skeleton(let text): (length, skeleton) = (PRV_ICU_DATE_SKELETON, text)
        }
        let pointer = BridgeText.lend(skeleton) {
            prv_icu_date_create(locale, style.isTime, length, $0, timeZone)
        }
        guard let pointer else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_date_destroy(handle.pointer) }

    /// The instant as a string; takes a lock inside the bridge.
    package func string(milliseconds: Double) -> String? {
        guard milliseconds.isFinite else { return nil }
        return BridgeText.read { prv_icu_date_format(handle.pointer, milliseconds, $0, $1) }
    }
}
