internal import ICUBridge
internal import ProvisoMessages

/// The offsets of a time zone from UTC.
final class TimeZoneRules: Sendable {
    static let utc = TimeZoneRules()

    let name: String
    /// `nil` for UTC, which has no offset.
    private let handle: BridgeHandle?

    private init() {
        name = "UTC"
        handle = nil
    }

    /// `nil` for a name that ICU does not know.
    init?(_ name: String) {
        self.name = name
        if name == "UTC" {
            handle = nil
        } else {
            guard let pointer = prv_icu_zone_create(name) else { return nil }
            handle = BridgeHandle(pointer: pointer)
        }
    }

    /// Why the name of an unknown time zone is refused, with the name that was probably meant.
    static func unknown(_ name: String) -> (reason: String, suggestion: String?) {
        ("'\(name.prefix(60))' is not a time zone of the IANA database", CodeHints.timeZone(name))
    }

    deinit {
        if let handle { prv_icu_zone_destroy(handle.pointer) }
    }

    /// The moment of a local time, given as if it were UTC.
    ///
    /// When clocks are set back, it is the second of both moments.
    func moment(ofLocal seconds: Int64) -> Int64 { seconds - offset(at: seconds, isLocal: true) }

    /// The local time of a moment, as if it were UTC.
    func local(_ seconds: Int64) -> Int64 { seconds + offset(at: seconds, isLocal: false) }

    /// Whether clocks ever show a local time: where they are put forward, some are left out.
    func has(local seconds: Int64) -> Bool { handle == nil || local(moment(ofLocal: seconds)) == seconds }

    private func offset(at seconds: Int64, isLocal: Bool) -> Int64 {
        guard let handle else { return 0 }
        var offset: Int32 = 0
        guard prv_icu_zone_offset(handle.pointer, Double(seconds) * 1000, isLocal, &offset) else { return 0 }
        return Int64(offset)
    }
}
