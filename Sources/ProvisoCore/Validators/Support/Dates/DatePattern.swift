internal import ICUBridge
internal import ProvisoMessages
internal import Synchronization

/// An ICU pattern of dates, or a style of a locale, in one calendar and time zone.
final class DatePattern: Sendable {
    /// What makes a pattern.
    struct Key: Hashable {
        let kind: DateKind
        /// `nil` for a pattern.
        let style: prv_icu_date_style.RawValue?
        let format: String
        let locale: String
        let calendar: String
        let zone: String
    }

    private let handle: BridgeHandle
    let isGregorian: Bool
    /// The steps of reading one string: see `ValidationContext.pay(_:)`.
    let price: Int

    /// A step takes some fifty nanoseconds.
    static let stepsForMicrosecond = 20

    /// `nil` if ICU does not know the pattern.
    init?(_ key: Key) {
        let part: prv_icu_date_part =
            switch key.kind {
            case .date: PRV_ICU_PART_DATE
            case .datetime: PRV_ICU_PART_BOTH
            case .time: PRV_ICU_PART_TIME
            }
        let style = key.style.map { prv_icu_date_style($0) }
        let pointer = BridgeText.lend(style == nil ? key.format : "") {
            prv_icu_date_pattern_create(
                key.locale, part, style ?? PRV_ICU_DATE_MEDIUM, $0, key.calendar, key.zone)
        }
        guard let pointer else { return nil }
        handle = BridgeHandle(pointer: pointer)
        isGregorian = prv_icu_date_pattern_is_gregorian(pointer)
        price = Int(prv_icu_date_pattern_microseconds(pointer)) * Self.stepsForMicrosecond
    }

    deinit { prv_icu_date_pattern_destroy(handle.pointer) }

    /// The moment in milliseconds; `nil` if the string is not in the pattern.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, isStrict: Bool) -> Double? {
        var milliseconds = 0.0
        let isRead = bytes.withMemoryRebound(to: CChar.self) {
            prv_icu_date_pattern_read(
                handle.pointer, prv_icu_text(bytes: $0.baseAddress, length: $0.count), isStrict, &milliseconds)
        }
        return isRead ? milliseconds : nil
    }

    func write(_ milliseconds: Double) -> String {
        BridgeText.read { prv_icu_date_pattern_write(handle.pointer, milliseconds, $0, $1) } ?? ""
    }
}

/// The date patterns of a plan that is being made: equal ones are made once, and all together are limited.
///
/// ICU keeps 100 to 500 KB for each, and as much again for each thread that reads with it.
final class PlanDates: Sendable {
    /// The most patterns of a plan.
    static let most = 400

    @TaskLocal static var current: PlanDates?

    private let known = Mutex<[DatePattern.Key: DatePattern]>([:])

    /// The pattern of the plan that is being made, or a new one; `nil` if ICU does not know it.
    static func pattern(_ key: DatePattern.Key, option: String) throws(OptionError) -> DatePattern? {
        guard let current else { return DatePattern(key) }
        if let made = current.known.withLock({ $0[key] }) { return made }
        guard current.known.withLock({ $0.count }) < most else {
            throw OptionError(
                option: option,
                reason: "the rules have more than \(most) formats of dates, by format, locale, calendar and time zone, "
                    + "which take too much memory: use fewer")
        }
        let made = DatePattern(key)
        if let made { current.known.withLock { $0[key] = made } }
        return made
    }
}
