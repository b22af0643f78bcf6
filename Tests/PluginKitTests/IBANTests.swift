import Testing

@Suite struct IBANTests {
    /// The example of each country in the registry, in the order of its country codes.
    static let examples = """
        AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201
        AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 BG80BNBG96611020345678
        BH67BMAG00001299123456 BI4210000100010000332045181 BR1800360305000010009795493C1
        BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600
        CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243
        DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332
        FI2112345600000785 FK88SC123456789012 FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819
        GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695
        GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160 HU42117730161111101800000000
        IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339
        IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101
        KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA
        LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361
        MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984
        MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S
        MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947
        OM810180000001299123456 PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702
        PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379
        RU0304452522540817810538091310419 SA0380000000608010167519 SC18SSCB11010000000000001497USD
        SD2129010501234001 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
        SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146 SV62CENR00000000000000700025
        TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001
        VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test("every country's example is valid; with the next check digits it is not", arguments: examples)
    func example(_ iban: String) throws {
        let plain = try SharedObject.iban.instance()
        #expect(plain.validate(.text(iban)).verdict == 0)

        let digits = try #require(Int(iban.dropFirst(2).prefix(2)))
        let wrong = digits == 98 ? "02" : digits < 9 ? "0\(digits + 1)" : "\(digits + 1)"
        let (verdict, found) = plain.validate(.text(iban.prefix(2) + wrong + iban.dropFirst(4)))
        #expect(verdict == 1 && found == [Finding("iban.checksum")], "\(iban) with \(wrong)")

        let length = Finding("iban.length", "country=\(iban.prefix(2))", "length=\(iban.utf8.count)")
        #expect(plain.validate(.text(iban + "0")).findings == [length])
        #expect(plain.validate(.text(String(iban.dropLast()))).findings == [length])

        let loose = try SharedObject.iban.instance(.object(Self.spaces + Self.ignoreCase))
        #expect(loose.validate(.text(Self.grouped(iban))).verdict == 0)
        #expect(loose.validate(.text(iban.lowercased())).verdict == 0)
        #expect(plain.validate(.text(Self.grouped(iban))).findings == [Self.whole])
        #expect(plain.validate(.text(iban.lowercased())).findings == [Self.whole])
        let typed = try SharedObject.iban.instance(.object(Self.groups))
        #expect(typed.validate(.text(Self.grouped(iban).lowercased())).verdict == 0)
        #expect(typed.validate(.text(iban)).verdict == 0)

        let own = try SharedObject.iban.instance(.object([("countries", .list([.text(String(iban.prefix(2)))]))]))
        #expect(own.validate(.text(iban)).verdict == 0)
    }

    @Test("the registry has 89 countries")
    func countries() {
        #expect(Set(Self.examples.map { $0.prefix(2) }).count == 89 && Self.examples.count == 89)
    }

    struct Row: Sendable {
        let text: String
        let options: Sample
        let finding: Finding?
        let location: SourceLocation

        init(
            _ text: String, _ options: [(String, Sample)] = [], _ finding: Finding? = nil,
            at location: SourceLocation = #_sourceLocation
        ) {
            (self.text, self.options, self.finding, self.location) = (text, .object(options), finding, location)
        }
    }

    static let spaces: [(String, Sample)] = [("spaces", .boolean(true))]
    static let ignoreCase: [(String, Sample)] = [("ignoreCase", .boolean(true))]
    static let alps: [(String, Sample)] = [("countries", .list([.text("AT"), .text("CH")]))]
    static let groups: [(String, Sample)] = [("grouped", .boolean(true))]
    static let format = Finding("iban.format")
    /// How the message says that it is written: whole, or in groups.
    static let whole = Finding("iban.spelling", "form=DE89370400440532013000")
    static let fours = Finding("iban.spelling", "form=DE89 3704 0044 0532 0130 00")

    static let rows: [Row] = [
        // Format.
        Row("", [], format), Row("D", [], format), Row("12", [], format), Row("D1", [], format), Row("\0", [], format),
        Row("DE8X370400440532013000", [], format), Row("DEX9370400440532013000", [], format),
        Row("DE89370400440532013000\n", [], format), Row("DE89-3704-0044-0532-0130-00", [], whole),
        Row("DE8937040044053201300٠", [], format), Row("ＤＥ89370400440532013000", [], format),
        Row("IBAN DE89370400440532013000", [], format), Row("dE89370400440532013000", [], whole),
        Row("ſE89370400440532013000", ignoreCase, format), Row("{E89370400440532013000", ignoreCase, format),
        // Spaces: groups of four, or none.
        Row("DE89 3704 0044 0532 0130 00", spaces), Row("DE89370400440532013000", spaces),
        Row("DE89  3704 0044 0532 0130 00", spaces, fours), Row("DE 89370400440532013000", spaces, fours),
        Row("DE89 37040044053201300", spaces, fours), Row("DE89 3704 0044 0532 0130 00 ", spaces, fours),
        Row(" DE89 3704 0044 0532 0130 00", spaces, fours), Row("DE893704 0044 0532 0130 00", spaces, fours),
        Row("DE89\u{A0}3704 0044 0532 0130 00", spaces, format), Row("NL91 ABNA 0417 1643 00", spaces),
        Row("NO93 8601 1117 947", spaces), Row("GB29 NWBK 6016 1331 9268 ", spaces, fours),
        Row("BE68 5390 0754 7034 ", spaces, fours), Row("gb29 nwbk 6016 1331 9268 19", spaces, fours),
        Row("gb29 nwbk 6016 1331 9268 19", spaces + ignoreCase), Row("gb29 nwbk 6016 1331 9268 19", groups),
        Row("de893 70400440532013000", groups, fours), Row("DE89-3704-0044-0532-0130-00", groups, fours),
        Row("DE89é704", groups, format),
        // Country.
        Row("XX89370400440532013000", [], Finding("iban.country", "country=XX")),
        Row("US64SVBKUS6S3300958879", [], Finding("iban.country", "country=US")),
        Row("us64", ignoreCase, Finding("iban.country", "country=US")),
        Row("ZZ", [], Finding("iban.country", "country=ZZ")),
        Row("DE89370400440532013000", alps, Finding("iban.notAllowed", "countries=AT", "countries=CH")),
        Row("AT611904300234573201", alps), Row("CH9300762011623852957", alps),
        Row("XX", alps, Finding("iban.country", "country=XX")),
        // Length.
        Row("DE", [], Finding("iban.length", "country=DE", "length=22")),
        Row("DE8", [], Finding("iban.length", "country=DE", "length=22")),
        Row("no9386011117948100", ignoreCase, Finding("iban.length", "country=NO", "length=15")),
        Row(
            "DE89" + String(repeating: "0", count: 100_000), [], Finding("iban.length", "country=DE", "length=22")),
        Row("DE89" + String(repeating: "0", count: 100_000) + "-", [], format),
        // Structure: a letter where digits belong, and a digit where letters belong.
        Row("DE8937040044053201300A", [], Finding("iban.structure", "country=DE")),
        Row("GB29NWB060161331926819", [], Finding("iban.structure", "country=GB")),
        Row("MU17BOMM0101101030300200000MU1", [], Finding("iban.structure", "country=MU")),
        // Check digits: swapped digits, and numbers that leave the right rest but that no one would reckon.
        Row("DE89370400440532010300", [], Finding("iban.checksum")),
        Row("DE02370400440532013014"), Row("DE99370400440532013014", [], Finding("iban.checksum")),
        Row("DE98370400440532013032"), Row("DE01370400440532013032", [], Finding("iban.checksum")),
        Row("DE97370400440532013050"), Row("DE00370400440532013050", [], Finding("iban.checksum")),
    ]

    @Test(arguments: rows)
    func checks(_ row: Row) throws {
        let (verdict, found) = try SharedObject.iban.instance(row.options).validate(.text(row.text))
        #expect(verdict == (row.finding == nil ? 0 : 1), "\(row.text.prefix(40))", sourceLocation: row.location)
        #expect(found == row.finding.map { [$0] } ?? [], "\(row.text.prefix(40))", sourceLocation: row.location)
    }

    @Test(arguments: [
        ("countries", Sample.list([.text("DE"), .text("XX")]), "names XX"),
        ("countries", .list([.text("de")]), "names de"),
        ("countries", .list([]), "lists no country"), ("countries", .list([.integer(1)]), "list of strings"),
        ("countries", .integer(1), "list of strings"), ("countries", .list([.text("D\0E")]), "names D"),
        ("spaces", .text("yes"), "true or false"), ("ignoreCase", .null, "true or false"),
    ])
    func refusesOptions(_ option: String, _ value: Sample, _ words: String) throws {
        guard case .failure(let refusal) = try SharedObject.iban.rule.create(.object([(option, value)])) else {
            Issue.record("was not refused")
            return
        }
        #expect(refusal.status == -2 && refusal.option == option)
        #expect(refusal.reason?.contains(words) == true, "\(refusal)")
    }

    private static func grouped(_ iban: String) -> String {
        iban.enumerated().map { ($0 > 0 && $0.isMultiple(of: 4) ? " " : "") + String($1) }.joined()
    }
}
