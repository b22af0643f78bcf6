public import ProvisoMessages

/// Requires the name of a time zone in the IANA database, such as `Europe/Zurich` or `UTC`.
///
/// Case counts. Old names that point to newer ones pass (`Asia/Calcutta`). Offsets such as `+02:00` are rejected, and
/// so are abbreviations such as `PST` and `CST`, which mean several zones. The list is that of the ICU library, or of
/// the system's `/usr/share/zoneinfo` if that is newer. The same is true for the rules by which `datetime` and others
/// read local times.
///
/// ```yaml
/// - [zone, timeZone]
/// ```
public struct TimeZoneValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "timeZone"
    public static let about = RuleTypeFacts(
        chapter: .dates, place: 4,
        valid: ["Europe/Berlin", "UTC", "America/New_York"],
        invalid: ["Mars/Phobos", "x"],
        familiar: ["": "tz timezoneid zone"],
        tables: [.timeZones],
        guesses: [.init(33, signs: "/U")])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("timeZone.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, KnownCodes.timeZones.contains(text.buffer) { return }
        context.report("timeZone.invalid")
    }
}

extension Constraint {
    /// Requires the name of a time zone.
    public static var timeZone: Constraint { .validator(TimeZoneValidator()) }
}
