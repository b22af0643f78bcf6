import Foundation
import Proviso
import Testing

/// What the lists of codes let pass.
struct KnownCodesTests {
    static func rows() throws(OptionError) -> [Row] {
        let currency = CurrencyValidator()
        let ever = CurrencyValidator(historic: true)
        let two = try CountryCodeValidator()
        let three = try CountryCodeValidator(alpha: 3)
        let zone = TimeZoneValidator()
        return [
            .accepts("EUR", currency), .accepts("CHF", currency), .accepts("JPY", currency), .accepts("XAU", currency),
            .accepts("XXX", currency), .accepts("DEM", ever), .accepts("EUR", ever), .accepts("FRF", ever),
            .rejects("DEM", currency, "currency.invalid"), .rejects("eur", currency, "currency.invalid"),
            .rejects("EURO", currency, "currency.invalid"), .rejects("EUR\n", currency, "currency.invalid"),
            .rejects("ZZZ", ever, "currency.invalid"), .rejects("CNH", currency, "currency.invalid"),
            .rejects("", currency, "currency.invalid"), .rejects(978, currency, "currency.invalid"),

            // Withdrawn in 2014, 2018, 2023 and 2026; in use since 2001, 2024 and 2025.
            .rejects("USS", currency, "currency.invalid"), .rejects("VEF", currency, "currency.invalid"),
            .rejects("HRK", currency, "currency.invalid"), .rejects("BGN", currency, "currency.invalid"),
            .rejects("ANG", currency, "currency.invalid"), .rejects("ZWL", currency, "currency.invalid"),
            .accepts("SVC", currency), .accepts("ZWG", currency), .accepts("XCG", currency), .accepts("VES", currency),
            .accepts("USS", ever), .accepts("VEF", ever), .accepts("HRK", ever), .accepts("ANG", ever),

            .accepts("CH", two), .accepts("US", two), .accepts("SS", two), .accepts("TW", two), .accepts("GB", two),
            .rejects("ch", two, "countryCode.invalid"), .rejects("EU", two, "countryCode.invalid"),
            .rejects("UK", two, "countryCode.invalid"), .rejects("XK", two, "countryCode.invalid"),
            .rejects("AN", two, "countryCode.invalid"), .rejects("CHE", two, "countryCode.invalid"),
            .rejects("CH\n", two, "countryCode.invalid"), .rejects("AC", two, "countryCode.invalid"),
            .rejects("IC", two, "countryCode.invalid"), .rejects(756, two, "countryCode.invalid"),
            .accepts("CHE", three), .accepts("ROU", three), .accepts("USA", three),
            .rejects("CH", three, "countryCode.invalid"), .rejects("XKK", three, "countryCode.invalid"),
            .rejects("ROM", three, "countryCode.invalid"),

            .accepts("Europe/Zurich", zone), .accepts("UTC", zone), .accepts("Asia/Calcutta", zone),
            .accepts("Asia/Kolkata", zone), .accepts("America/Argentina/Buenos_Aires", zone), .accepts("EST5EDT", zone),
            .accepts("Etc/GMT+5", zone), .rejects("europe/zurich", zone, "timeZone.invalid"),
            .rejects("Europe/Zurich\n", zone, "timeZone.invalid"), .rejects("PST", zone, "timeZone.invalid"),
            .rejects("SystemV/PST8PDT", zone, "timeZone.invalid"), .rejects("Etc/Unknown", zone, "timeZone.invalid"),
            .rejects("+02:00", zone, "timeZone.invalid"), .rejects("Europe/Nowhere", zone, "timeZone.invalid"),
            .rejects("", zone, "timeZone.invalid"), .rejects(1, zone, "timeZone.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.countryCode(alpha: 4), "must be 2 or 3").run()
        RefusedOptions(.type("countryCode", ["alpha": "2"]), "must be an integer").run()
    }

    /// The system's iso-codes may be older than the tables, or newer: no code in use there may be unknown here.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/iso-codes/json/iso_4217.json")))
    func theTablesAreNotOlderThanTheSystems() throws {
        func codes(_ file: String, _ key: String, _ field: String) throws -> Set<String> {
            let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/iso-codes/json/\(file).json"))
            let all = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
            return Set(try #require(all[key]).compactMap { $0[field] as? String })
        }
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        let triples = pairs.flatMap { pair in letters.map { pair + $0 } }
        func taken(_ words: [String], _ validator: some NamedValidator) -> Set<String> {
            Set(words.filter { validator.violation(of: .text($0)) == nil })
        }
        let (two, three) = (try CountryCodeValidator(), try CountryCodeValidator(alpha: 3))
        #expect(taken(pairs, two) == (try codes("iso_3166-1", "3166-1", "alpha_2")))
        #expect(taken(triples, three) == (try codes("iso_3166-1", "3166-1", "alpha_3")))
        let theirs = try codes("iso_4217", "4217", "alpha_3")
        let unknown = theirs.subtracting(taken(triples, CurrencyValidator(historic: true)))
        #expect(unknown == [], "the table of currencies is older than iso-codes: make data")
        let gone = theirs.subtracting(taken(triples, CurrencyValidator()))
        let new = taken(triples, CurrencyValidator()).subtracting(theirs)
        if !gone.isEmpty || !new.isEmpty { print("iso-codes is older: has \(gone.sorted()), lacks \(new.sorted())") }
    }

    /// Names and rules of the newer of two time zone databases, ICU's and the system's.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/tzdata.zi")))
    func timeZonesAreThoseOfTheNewerDatabase() throws {
        let file = try String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8)
        let version = try #require(file.prefix { $0 != "\n" }.split(separator: " ").last)
        let zones = try #require(DataSource.all.first { $0.types.contains("timeZone") })
        #expect(zones.version >= version)
        let names = file.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words[0] == "Z" ? String(words[1]) : words[0] == "L" ? String(words[2]) : nil
        }
        #expect(names.count > 400)
        for name in names { #expect(TimeZoneValidator().violation(of: .text(name)) == nil, "\(name)") }
        if zones.version == version {
            for name in ["America/Ciudad_Juarez", "America/Coyhaique"] where names.contains(name) {
                #expect(TimeZoneValidator().violation(of: .text(name)) == nil)
            }
        }
    }

    /// What glibc says of the same zones.
    @Test(arguments: [
        "America/Ciudad_Juarez", "America/Coyhaique", "Asia/Almaty", "America/Nuuk", "Europe/Berlin",
        "Australia/Lord_Howe", "Africa/Casablanca", "America/Asuncion", "Asia/Gaza", "Europe/Dublin", "Asia/Tehran",
    ])
    func localTimesAreThoseOfTheSystem(_ zone: String) throws {
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") else { return }
        var settings = DateSettings()
        settings.timeZone = zone
        settings.timestampAttribute = "at"
        let plan = try Plan(RuleSet(rules: [Rule("at", .safe), Rule("a", .datetime(settings))]))
        let record = Record(for: plan)
        // One moment every three months, away from the hours when clocks change.
        let moments = stride(from: 946_730_000, to: 2_200_000_000, by: 7_890_000).map { $0 }
        for (moment, local) in zip(moments, try Self.localTimes(moments, zone)) {
            record.fill(["a": .text(local), "at": .null])
            #expect(try plan.validate(record).isValid)
            #expect(record["at"] == .integer(Int64(moment)), "\(zone) \(local)")
        }
    }

    private static func localTimes(_ moments: [Int], _ zone: String) throws -> [String] {
        let date = Process()
        let (input, output) = (Pipe(), Pipe())
        date.executableURL = URL(fileURLWithPath: "/bin/date")
        date.arguments = ["-f", "-", "+%Y-%m-%dT%H:%M:%S"]
        date.environment = ["TZ": zone]
        (date.standardInput, date.standardOutput) = (input, output)
        try date.run()
        try input.fileHandleForWriting.write(contentsOf: Data(moments.map { "@\($0)\n" }.joined().utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        date.waitUntilExit()
        return text.split(separator: "\n").map { String($0) }
    }
}
