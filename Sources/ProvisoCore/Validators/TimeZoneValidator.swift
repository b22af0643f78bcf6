public import ProvisoMessages

/// Requires the name of a time zone in the IANA database, such as `Europe/Zurich` or `UTC`, in its own case.
///
/// Old names that point to newer ones pass (`Asia/Calcutta`). Offsets such as `+02:00` are not names, and neither are the
/// abbreviations `PST` or `SST`, which may mean several zones. The list is that of the ICU library, and that of the
/// system's `/usr/share/zoneinfo` if it is newer. The option `timeZone` of `date`, `datetime` and `time` accepts the same
/// names.
///
/// ```yaml
/// - [zone, timeZone]
/// ```
public struct TimeZoneValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "timeZone"
    public static let codes = [CodeDescription("timeZone.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, KnownCodes.timeZones.contains(text.buffer) { return }
        context.report("timeZone.invalid")
    }
}

extension Constraint {
    /// Requires the name of a time zone.
    public static var timeZone: Constraint { .validator(TimeZoneValidator()) }
}
