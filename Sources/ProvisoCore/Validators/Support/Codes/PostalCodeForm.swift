internal import ProvisoMessages

/// The formats of a country's postal codes.
///
/// In a format `#` means a digit, `+` a digit that is not zero, `@` a letter, `*` a letter or a digit, `~` an optional
/// space; `!` is a letter that begins Canadian codes, `^` one inside them and `$` one that ends British ones. All other
/// characters mean themselves, letters in either case. `|` separates formats.
struct PostalCodeForm: Sendable {
    private let forms: [[UInt8]]

    init(_ text: Substring) {
        forms = text.utf8.split(separator: UInt8(ascii: "|")).map { Array($0) }
    }

    /// The format of a country, by its two-letter code in either case.
    static func of(_ country: String) -> PostalCodeForm? { all[country] ?? all[country.uppercased()] }

    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        forms.contains { form in
            var index = 0
            for sign in form {
                if sign == UInt8(ascii: "~") {
                    if text[safe: index] == UInt8(ascii: " ") { index += 1 }
                } else {
                    guard let byte = text[safe: index], Self.holds(sign, byte) else { return false }
                    index += 1
                }
            }
            return index == text.count
        }
    }

    private static func holds(_ sign: UInt8, _ byte: UInt8) -> Bool {
        switch Unicode.Scalar(sign) {
        case "#": return byte.isDigit
        case "+": return byte.isDigit && byte != UInt8(ascii: "0")
        case "@": return byte.isLetter
        case "*": return byte.isLetterOrDigit
        case "!": return byte.isLetter && !isOne(of: "dfioquwz", byte)
        case "^": return byte.isLetter && !isOne(of: "dfioqu", byte)
        case "$": return byte.isLetter && !isOne(of: "cikmov", byte)
        default: return sign == byte || sign.isLetter && sign.lowercased == byte.lowercased
        }
    }

    private static func isOne(of letters: StaticString, _ byte: UInt8) -> Bool {
        UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount).contains(byte.lowercased)
    }

    static let all: [String: PostalCodeForm] = {
        var all: [String: PostalCodeForm] = [:]
        for line in table.split(separator: "\n") {
            guard let blank = line.firstIndex(of: ":") else { continue }
            let form = PostalCodeForm(line[line.index(after: blank)...])
            for country in line[..<blank].split(separator: " ") { all[String(country)] = form }
        }
        return all
    }()

    private static let table = """
        FO GN IS LS MG PG:###
        AF AL BD BG CC CV CX CY DK ET GE GL GW HM HU LR MK MZ NE NF NO NZ PH PY SJ TN ZA:####
        AU:####
        AT BE CH:+###
        BA BT CR CU DE DO DZ EE EG EH ES FI FR GT HR ID IQ IT JO KE KR KW LA LK MA MM MX MV:#####
        MY NA NP PK SD SN TH TR TZ UA UY XK ZM:#####
        BY CN CO EC IN KG KZ NG RO RU SG TJ TM UZ:######
        AC:ASCN~1ZZ
        AD:AD~+0#
        AI:2640|AI-2640|AI~2640
        AM:####|37####
        AR:####|@####@@@
        AS FM GU MH MP:#####|#####-####
        AX:22###|AX-22###
        AZ:####|AZ~####
        BB:BB~#####
        BH:###|####
        BL:97###
        BM:@@~##|@@~@@
        BN:@@~####
        BR:#####-###|########
        CA:!#^~#^#
        CL:#######|###-####
        CZ GR SE SK:###~##
        FK:FIQQ~1ZZ
        GB:@#~#$$|@##~#$$|@@#~#$$|@@##~#$$|@#@~#$$|@@#@~#$$|GIR~0AA|BFPO~#|BFPO~##|BFPO~###|BFPO~####
        GF:973##
        GG:GY#~#$$|GY##~#$$
        GI:GX11~1AA
        GP:971##
        GS:SIQQ~1ZZ
        HN:#####|@@####
        HT:####|HT~####
        IE:@##~****|D6W~****
        IL:#####|#######
        IM:IM#~#$$|IM##~#$$
        IO:BBND~1ZZ
        IR:##########|#####-#####
        JE:JE#~#$$|JE##~#$$
        JP:###-####|#######
        KH:#####|######
        KY:KY#-####
        LB:####|####~####
        LI:94##
        LT:#####|LT-#####
        LU:####|L-####
        LV:####|LV-####
        MC:980##
        MD:####|MD~####|MD-####
        ME:8####
        MF:97###
        MN:#####|######
        MQ:972##
        MT:@@@~####|@@@~##
        MU:#####|@####
        NC:988##
        NI:#####
        NL:+###~@@
        OM:###|PC~###
        PE:#####|LIMA~#|LIMA~##|CALLAO~#|CALLAO~##
        PF:987##
        PL:##-###
        PM:97500
        PN:PCRN~1ZZ
        PR:00###|00###-####
        PT:####-###
        PW:96939|96940|96939-####|96940-####
        RE:974##
        RS:#####|######
        SA:#####|#####-####
        SH:ASCN~1ZZ|STHL~1ZZ|TDCU~1ZZ
        SI:####|SI-####
        SM:4789#
        SO:@@~#####
        SV:####|CP~####
        SZ:@###
        TA:TDCU~1ZZ
        TC:TKCA~1ZZ
        TT:######
        TW:###|#####|######|###-##|###-###
        UM:96898|96898-####
        US:#####|#####-####
        VA:00120
        VC:VC~####
        VE:####|####-@
        VG:VG~####
        VI:008##|008##-####
        VN:#####|######
        WF:986##
        YT:976##
        """
}
