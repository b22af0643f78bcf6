import Foundation
import Proviso
import Testing

/// The lists of currencies, countries and time zones beside those of the system.
struct KnownCodesTests {
    /// The system's iso-codes may be older than the tables, or newer: no code in use there may be unknown here.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/iso-codes/json/iso_4217.json"), "no iso-codes"))
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
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/tzdata.zi"), "no tzdata.zi"))
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
        if !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") {
            try Test.cancel("the system does not know the time zone \(zone)")
        }
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
