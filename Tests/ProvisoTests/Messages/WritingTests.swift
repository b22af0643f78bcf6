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
