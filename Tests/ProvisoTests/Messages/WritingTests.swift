import MessageOracle
import Proviso
import Testing

/// What is written without ICU's help, against ICU.
@Suite struct WritingTests {
    /// Every locale ICU has data for, and some whose digits are another's.
    static let locales: [String] = {
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        let length = Int(oracle_locales(&buffer, Int32(buffer.count)))
        let text = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let digits = ["arab", "deva", "thai", "mathsans", "hanidec", "cakm"].map { "en-u-nu-\($0)" }
        return text.split(separator: "\n").map(String.init) + digits
    }()

    static let numbers: [Numeral] =
        [0, 1, 7, 10, 99, 100, 999, 1_000, 9_999, 10_000, 12_345, 100_000, 1_234_567, 98_765_432, -1, -1_000, -123_456]
        .map { Numeral.integer($0) }
        + [.integer(.max), .integer(.min)]
        + [0.5, 1.5, -0.25, 0.001, 1234.5, -99_999.999, 123_456_789_012.25, 1e15, 0.1 + 0.2, 1.0005, 2.0 / 3]
        .map { Numeral.double($0) }

    @Test func numbersAreWrittenAsICUWritesThem() throws {
        #expect(Self.locales.count > 500)
        for locale in Self.locales {
            let writer = try #require(NumberWriter(locale: locale, style: .plain))
            let rules = try #require(PluralRules(locale: locale, isOrdinal: false))
            var wrong: [String] = []
            for number in Self.numbers {
                // Asked for a category too, the bridge leaves the writing to ICU.
                var category = PluralCategory.other
                let theirs = writer.string(number, rules: rules, category: &category)
                if writer.string(number) != theirs { wrong.append("\(number)") }
                let own = rules.plainCategory(of: number)
                if let own, own != category { wrong.append("\(number): \(own), not \(category)") }
            }
            #expect(wrong == [], "\(locale)")
        }
    }

    @Test(
        arguments: [
            ("0.0001", "0.0001", "0,0001", "٠٫٠٠٠١"), ("1e-9", "0.000000001", "0,000000001", "٠٫٠٠٠٠٠٠٠٠١"),
            ("-0.12345", "-0.12345", "-0,12345", "\u{61C}-٠٫١٢٣٤٥"),
            ("0.30000000000000004", "0.30000000000000004", nil, nil),
            ("1234.5678", "1,234.5678", "1.234,5678", "١٬٢٣٤٫٥٦٧٨"), ("1.10", "1.1", "1,1", nil), ("5", "5", "5", "٥"),
            ("1e21", "1,000,000,000,000,000,000,000", "1.000.000.000.000.000.000.000", nil),
            ("9007199254740993", "9,007,199,254,740,993", "9.007.199.254.740.993", nil),
            ("18446744073709551615", "18,446,744,073,709,551,615", nil, nil),
            ("0.1234567890123456789012345", "0.1234567890123456789012345", nil, nil),
        ] as [(String, String, String?, String?)])
    func numbersKeepAllTheirDigits(number: String, english: String, german: String?, arabic: String?) throws {
        for (locale, text) in [("en", english), ("de", german), ("ar-EG", arabic)] {
            guard let text else { continue }
            for value in [ParameterValue.decimal(number), .text(number)] + (Double(number).map { [.number($0)] } ?? [])
            {
                if case .number(let double) = value, "\(double)" != number, number != "1e-9", number != "1e21" {
                    continue
                }
                let writer = try #require(NumberWriter(locale: locale, style: .plain))
                let numeral = try #require(Numeral(formatted: value))
                #expect(writer.string(numeral) == text, "\(locale) \(value)")
            }
        }
    }

    struct Long {
        let pattern: String
        let label: String
        let text: String
    }

    static let long = String(repeating: "lang ", count: 400)
    static let words = String(repeating: "größer ", count: 400)

    @Test(arguments: [
        Long(pattern: "{attribute}", label: long, text: long),
        Long(pattern: "<{attribute}>", label: words, text: "<\(words)>"),
        Long(pattern: "{attribute} {attribute}", label: words, text: "\(words) \(words)"),
        Long(pattern: "\(long){n}\(long)", label: "", text: "\(long)1,234,567\(long)"),
        Long(pattern: "{s} {n, plural, other{#: {attribute}}}", label: long, text: "\(words) 1,234,567: \(long)"),
        Long(pattern: "", label: "x", text: ""),
    ])
    func textsOfAnyLength(_ row: Long) throws {
        let values: [String: ParameterValue] = ["n": .integer(1_234_567), "s": .text(Self.words)]
        let text = try format(row.pattern, values, label: row.label)
        #expect(text == row.text)
        #expect(!text.utf8Span.isKnownASCII || text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func everyCodeIsFoundAndNoOther() throws {
        let long = (0..<2_000).map { "code.\(String(repeating: "x", count: $0 % 23))\($0)" }
        let codes = long + ["", "a", "ü", "12345678"]
        let messages = Dictionary(uniqueKeysWithValues: codes.map { ($0, "<\($0)>") })
        let catalog = try Catalog(locale: "en", messages: messages)
        #expect(catalog.codes == codes.sorted())
        for code in codes { #expect(catalog.source(for: code) == "<\(code)>") }
        for code in ["b", "code.", "code.2000", "1234567", "123456789"] { #expect(catalog.source(for: code) == nil) }
        #expect(try Catalog(locale: "en", messages: [:]).source(for: "") == nil)
    }

    /// A parameter is found by its name wherever it stands, though it is looked for in the order of use first.
    @Test func parametersInAnyOrder() throws {
        let pattern = try MessagePattern("{attribute} {a} {b, number} {c}")
        let setting = MessageFormatter.Setting(formats: LocaleFormats.shared("en"), isolates: false)
        let values = [("a", ParameterValue.text("A")), ("b", .integer(2)), ("c", .text("C"))]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1], []] {
            let parameters = order.map { Parameter(name: values[$0].0, value: values[$0].1) }
            let text = MessageFormatter.string(
                pattern, parameters: parameters, label: "L", setting: setting, labels: { $0 })
            let shown = [("{a}", "A"), ("{b}", "2"), ("{c}", "C")].enumerated().map {
                order.contains($0) ? $1.1 : $1.0
            }
            #expect(text == "L " + shown.joined(separator: " "))
        }
    }
}
