import Dispatch
import MessageOracle
import Proviso
import Synchronization
import TestSupport
import Testing

/// Numbers as people write them: what is typed, in which locale, and what number it is.
struct NumberInputTests {
    struct Typed: Sendable {
        let text: String
        let input: NumberInput
        /// Nil where it must be refused.
        let number: String?
        let location: SourceLocation

        static func reads(
            _ text: String, _ locale: String, as number: String, anyDigits: Bool = false, percent: Bool = false,
            currency: String? = nil, at location: SourceLocation = #_sourceLocation
        ) -> Typed {
            var input = NumberInput(locale: locale)
            input.takesAnyDigits = anyDigits
            input.percent = percent
            input.currency = currency
            return Typed(text: text, input: input, number: number, location: location)
        }

        static func refuses(
            _ text: String, _ locale: String, anyDigits: Bool = false, percent: Bool = false, currency: String? = nil,
            at location: SourceLocation = #_sourceLocation
        ) -> Typed {
            let typed = reads(
                text, locale, as: "", anyDigits: anyDigits, percent: percent, currency: currency, at: location)
            return Typed(text: text, input: typed.input, number: nil, location: location)
        }
    }

    /// ICU's own parser takes seventeen of these the wrong way: `1e5`, `1'234` in English, mixed digits.
    static let rows: [Typed] = [
        .reads("1,234", "de", as: "1.234"),
        .reads("1.234", "de", as: "1234"),
        .reads("1.234,56", "de", as: "1234.56"),
        .refuses("1.2.3", "de"),
        .refuses("1.23", "de"),
        .refuses("1,234.56", "de"),
        .reads("1234,56", "de", as: "1234.56"),
        .refuses("1'234", "de"),
        .refuses("1 234", "de"),
        .reads("1,234", "en", as: "1234"),
        .refuses("1,23", "en"),
        .refuses("12,34,567", "en"),
        .refuses("1,,234", "en"),
        .refuses(",123", "en"),
        .refuses("1,234,", "en"),
        .refuses("1.", "en"),
        .reads(".5", "en", as: "0.5"),
        .refuses("1,234.5,6", "en"),
        .refuses("1.234.567", "en"),
        .refuses("0x1F", "en"),
        .reads("007", "en", as: "7"),
        .refuses("", "en"),
        .refuses(" ", "en"),
        .refuses("-", "en"),
        .refuses("--5", "en"),
        .reads("-0", "en", as: "0"),
        .refuses("12abc", "en"),
        .refuses("abc12", "en"),
        .refuses("1e5", "en"),
        .refuses("1E5", "en"),
        .refuses("1E", "en"),
        .refuses("1E400", "en"),
        .refuses("∞", "en"),
        .refuses("-∞", "en"),
        .refuses("NaN", "en"),
        .refuses("Infinity", "en"),
        .refuses("nan", "en"),
        .reads("+5", "en", as: "5"),
        .reads("-5", "en", as: "-5"),
        .reads("−5", "en", as: "-5"),
        .refuses("–5", "en"),
        .refuses("－5", "en"),
        .refuses("5-", "en"),
        .refuses("- 5", "en"),
        .refuses("(5)", "en"),
        .refuses("50%", "en"),
        .refuses("$5", "en"),
        .reads("5 ", "en", as: "5"),
        .reads(" 5", "en", as: "5"),
        .reads("5\t", "en", as: "5"),
        .reads("5\n", "en", as: "5"),
        .reads("5\u{A0}", "en", as: "5"),
        .reads("\u{200E}5", "en", as: "5"),
        .refuses("\u{200B}5", "en"),
        .refuses("\u{FEFF}5", "en"),
        .refuses("5\u{301}", "en"),
        .reads("9223372036854775808", "en", as: "9223372036854775808"),
        .reads("123456789012345678901234567890", "en", as: "123456789012345678901234567890"),
        .reads("0.1234567890123456789012345", "en", as: "0.1234567890123456789012345"),
        .reads("1234567890123456789.5", "en", as: "1234567890123456789.5"),
        .reads("１２３", "en", as: "123", anyDigits: true),
        .reads("١٢٣", "en", as: "123", anyDigits: true),
        .refuses("1٢3", "en"),
        .refuses("𝟙𝟚", "en"),
        .reads("५", "en", as: "5", anyDigits: true),
        .refuses("Ⅴ", "en"),
        .refuses("²", "en"),
        .refuses("½", "en"),
        .refuses("五", "en"),
        .reads("1 234", "fr", as: "1234"),
        .reads("1\u{A0}234", "fr", as: "1234"),
        .reads("1\u{202F}234", "fr", as: "1234"),
        .reads("1\u{2009}234", "fr", as: "1234"),
        .reads("1 234,5", "fr", as: "1234.5"),
        .refuses("1 2 3", "fr"),
        .refuses("1.5", "fr"),
        .reads("1,5", "fr", as: "1.5"),
        .refuses("1,234,5", "fr"),
        .refuses("12 34", "fr"),
        .reads("−5", "sv", as: "-5"),
        .reads("-5", "sv", as: "-5"),
        .reads("1 000", "sv", as: "1000"),
        .reads("١٢٣٤", "ar", as: "1234"),
        .reads("١٬٢٣٤٫٥", "ar", as: "1234.5"),
        .reads("1234", "ar", as: "1234"),
        .reads("1,234.5", "ar", as: "1234.5"),
        .refuses("١٢٣4", "ar"),
        .reads("-٥", "ar", as: "-5"),
        .reads("\u{61C}-٥", "ar", as: "-5"),
        .refuses("١,٥", "ar"),
        .reads("1.234,5", "ar-MA", as: "1234.5"),
        .reads("١٬٢٣٤٫٥", "ar-EG", as: "1234.5"),
        .reads("۱۲۳۴", "fa", as: "1234"),
        .reads("١٢٣٤", "fa", as: "1234"),
        .reads("۱٬۲۳۴٫۵", "fa", as: "1234.5"),
        .reads("\u{200E}−۵", "fa", as: "-5"),
        .reads("-5", "he", as: "-5"),
        .reads("\u{200E}-5", "he", as: "-5"),
        .reads("1,23,456", "hi", as: "123456"),
        .reads("१,२३,४५६", "hi", as: "123456"),
        .refuses("123,456", "hi"),
        .reads("1,23,456", "en-IN", as: "123456"),
        .refuses("123,456", "en-IN"),
        .reads("12,34,567.89", "en-IN", as: "1234567.89"),
        .reads("1’234.5", "de-CH", as: "1234.5"),
        .reads("1'234.5", "de-CH", as: "1234.5"),
        .refuses("1,234.5", "de-CH"),
        .reads("1234,5", "pl", as: "1234.5"),
        .reads("1 234,5", "pl", as: "1234.5"),
        .reads("1234", "es", as: "1234"),
        .reads("1.234", "es", as: "1234"),
        .reads("1,5", "es", as: "1.5"),
        .reads("1 234,5", "pt-PT", as: "1234.5"),
        .reads("1 234,5", "bg", as: "1234.5"),
        .reads("−5", "lt", as: "-5"),
        .reads("1,234", "ja", as: "1234"),
        .reads("１，２３４", "ja", as: "1234"),
        .refuses("一二三", "ja"),
        .reads("１２３", "zh", as: "123"),
        .reads("১,২৩,৪৫৬", "bn", as: "123456"),
        .reads("၁,၂၃၄", "my", as: "1234"),
        .reads("1 234,5", "en-ZA", as: "1234.5"),
    ]

    static let more: [Typed] = [
        .refuses("١٢٣", "en"),
        .refuses("１２３", "en"),
        .refuses("𝟙𝟚", "en", anyDigits: true),
        .refuses("1٢3", "en", anyDigits: true),
        .reads("１，２３４．５", "ja", as: "1234.5"),
        .reads("１,２３４.５", "zh-Hant", as: "1234.5"),
        .refuses("１2", "ja"),
        .reads("๑,๒๓๔.๕", "th", as: "1234.5"),
        .reads("1,234.5", "th", as: "1234.5"),
        .refuses("1234567,8", "en"),
        .refuses("1.000,00.0", "de"),
        .refuses("0.123", "de"),
        .reads("1.234.567", "de", as: "1234567"),
        .refuses("1234.567", "de"),
        .refuses("1 234 ", "de"),
        .reads("1 234\u{A0}567", "fr", as: "1234567"),
        .refuses("1  234", "fr"),
        .reads("12,34,56,789", "hi", as: "123456789"),
        .refuses("1,2,345", "hi"),
        .refuses("5\0", "en"),
        .reads("50 %", "de", as: "50", percent: true),
        .reads("%50", "tr", as: "50", percent: true),
        .reads("12.5%", "en", as: "12.5", percent: true),
        .reads("٥٠٪؜", "ar", as: "50", percent: true),
        .refuses("%50%", "en", percent: true),
        .refuses("50 %%", "en", percent: true),
        .refuses("%", "en", percent: true),
        .reads("12,50 €", "de", as: "12.5", currency: "EUR"),
        .reads("EUR 1.234,50", "de", as: "1234.5", currency: "EUR"),
        .reads("-€5", "en", as: "-5", currency: "EUR"),
        .reads("€-5", "en", as: "-5", currency: "EUR"),
        .reads("1234", "en", as: "1234", currency: "EUR"),
        .reads("$1,234.50", "en", as: "1234.5", currency: "USD"),
        .refuses("$5", "en", currency: "EUR"),
        .refuses("-€-5", "en", currency: "EUR"),
        .refuses("€5€", "en", currency: "EUR"),
        // Austrian amounts have other groups than Austrian numbers.
        .reads("€ 1.234,50", "de-AT", as: "1234.5", currency: "EUR"),
        .reads("1 234,50", "de-AT", as: "1234.5", currency: "EUR"),
        // Groups of percentages and amounts are those of their own patterns.
        .reads("১২৩,৪৫৬%", "bn", as: "123456", percent: true), .reads("১,২৩,৪৫৬%", "bn", as: "123456", percent: true),
        .refuses("১২৩,৪৫৬", "bn"), .reads("123,456%", "ur-IN", as: "123456", percent: true),
        .reads("१२३,४५६%", "mr", as: "123456", percent: true),
        .reads("₹12,34,567.50", "en-IN", as: "1234567.5", currency: "INR"),
        .reads("€1,000", "en-AT", as: "1000", currency: "EUR"), .reads("1.000", "en-AT", as: "1000"),
        .reads("€ 1.234,5-", "fy", as: "-1234.5", currency: "EUR"), .refuses("1.234,5-", "fy"),
        .refuses("€5-", "en", currency: "EUR"), .reads("€- 5", "luy", as: "-5", currency: "EUR"),
        // Documented: Latin digits in Arabic locales go with the full stop and the comma, not with Arabic separators.
        .refuses("0٫01", "ar-JO"), .reads("0.01", "ar-JO", as: "0.01"), .reads("٠٫٠١", "ar-JO", as: "0.01"),
        .refuses("123.", "en"), .refuses("0.123", "de"), .reads("0123", "de", as: "123"), .refuses("01.234", "de"),
        .reads(String(repeating: "9", count: 100), "en", as: String(repeating: "9", count: 100)),
        .refuses(String(repeating: "9", count: 101), "en"),
        .reads("1.234,5", "de_DE", as: "1234.5"),
        .refuses("5", "no tag"),
        .refuses("5", NumberInput.request),
    ]

    @Test func table() throws {
        #expect(Self.rows.count == 122)
        for row in Self.rows + Self.more {
            let expected = try row.number.map { try #require(Number($0), sourceLocation: row.location) }
            #expect(row.input.number(in: row.text) == expected, "\(row.text)", sourceLocation: row.location)
        }
    }

    private static func input(_ locale: String, refusesAmbiguous: Bool = false) -> NumberInput {
        var input = NumberInput(locale: locale)
        input.refusesAmbiguous = refusesAmbiguous
        return input
    }

    static let german = input("de")
    static let careful = input("de", refusesAmbiguous: true)

    private static let austrian: NumberInput = {
        var input = NumberInput(locale: "en-AT")
        input.refusesAmbiguous = true
        input.currency = "EUR"
        return input
    }()

    static let judged: [Row] = [
        .accepts("1.234,5", NumberValidator(min: 1234.5, max: 1234.5, input: german)),
        .accepts(1234.5, NumberValidator(max: 1234.5, input: german)),
        .accepts(.decimal("1e400"), NumberValidator(min: 1, input: german)),
        .rejects("1.5", NumberValidator(input: german), "number.type"),
        .rejects("1e5", NumberValidator(input: german), "number.type"),
        .rejects(true, NumberValidator(input: german), "number.type"),
        .rejects("1.234,5", NumberValidator(max: 1000, input: german), "number.tooBig", ["max": .integer(1000)]),
        .rejects("-1", NumberValidator(min: 0, input: german), "number.tooSmall", ["min": .integer(0)]),
        .rejects(
            "1.234", NumberValidator(input: careful), "number.ambiguous",
            ["first": .integer(1234), "second": .number(1.234)]),
        .rejects("-1.000", NumberValidator(input: careful), "number.ambiguous", ["second": .number(-1)]),
        .accepts("1.234,0", NumberValidator(input: careful)),
        .accepts("1.234.567", NumberValidator(input: careful)),
        .accepts("1 234", NumberValidator(input: input("fr", refusesAmbiguous: true))),
        .rejects(
            "1,000", NumberValidator(input: austrian), "number.ambiguous",
            ["first": .integer(1000), "second": .number(1)]),
        .accepts("1,000.5", NumberValidator(min: 1000.5, input: austrian)),
        .accepts("1.234", IntegerValidator(min: 1234, max: 1234, input: german)),
        .rejects("1,0", IntegerValidator(input: german), "integer.type"),
        .rejects("12,5", IntegerValidator(input: german), "integer.type"),
        .rejects(1.5, IntegerValidator(input: german), "integer.type"),
        // No locale came with these records.
        .accepts("1.5", NumberValidator(min: 1.5, max: 1.5, input: input("request"))),
        .rejects("1,5", NumberValidator(input: input("request")), "number.type"),
    ]

    @Test func validatorsTakeTheInput() throws {
        for row in Self.judged { row.run() }
    }

    @Test func theLocaleComesWithTheRecord() throws {
        let plan = try Plan(
            RuleSet(rules: [Rule(["a"], .number(min: 1.5, max: 1.5, input: NumberInput(locale: "request")))]))
        let record = Record(for: plan)
        let rows: [(String?, String, Bool, SourceLocation)] = [
            ("de", "1,5", true, #_sourceLocation), ("de-CH", "1.5", true, #_sourceLocation),
            ("de", "1.5", false, #_sourceLocation), ("fa", "۱٫۵", true, #_sourceLocation),
            (nil, "1.5", true, #_sourceLocation), ("no tag", "1.5", true, #_sourceLocation),
        ]
        for (locale, text, isValid, place) in rows {
            record.locale = locale
            record.fill(.object([AnyValue.Member("a", .text(text))]))
            #expect(try plan.validate(record).isValid == isValid, sourceLocation: place)
        }
    }

    /// Keyboards of East Asia write signs in two widths; both are the same sign in normalization form KC.
    @Test(arguments: ["en", "ja", "zh", "zh-Hant", "ko", "de", "fr-CA", "en-AU"])
    func currencySignsOfEachWidth(locale: String) {
        let rows = [
            ("JPY", "¥", "￥"), ("CNY", "¥", "￥"), ("USD", "$", "＄"), ("USD", "$", "﹩"), ("GBP", "£", "￡"),
            ("KRW", "₩", "￦"), ("JPY", "JPY", "ＪＰＹ"), ("USD", "US$", "ＵＳ＄"),
        ]
        for (currency, usual, other) in rows {
            var input = NumberInput(locale: locale)
            input.currency = currency
            for (text, wide) in [
                ("\(usual)100", "\(other)100"), ("100\(usual)", "100\(other)"), ("-\(usual)5", "-\(other)5"),
            ] {
                #expect(input.number(in: wide) == input.number(in: text), "\(locale) \(currency) \(wide)")
            }
        }
        for (currency, sign) in [("JPY", "￥"), ("JPY", "¥"), ("GBP", "￡"), ("KRW", "￦"), ("USD", "＄")] {
            var input = NumberInput(locale: locale)
            input.currency = currency
            #expect(input.number(in: sign + "100") == 100, "\(locale) \(sign)")
            input.currency = "EUR"
            #expect(input.number(in: sign + "100") == nil)
            #expect(input.number(in: "€100") == 100)
        }
    }

    @Test func signsOfLetters() {
        var input = NumberInput(locale: "ur")
        input.currency = "PKR"
        #expect(input.number(in: "Rs 5") == 5)
        #expect(input.number(in: "₨5") == 5)
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(
                .type("number", ["locale": "de DE"]), "'de DE' is not a BCP 47 language tag", suggestion: "de-DE"),
            RefusedOptions(.type("number", ["percent": true]), "option 'percent' of 'number': needs the option"),
            RefusedOptions(.type("integer", ["locale": "de", "strict": true]), "with 'strict', which rejects strings"),
            RefusedOptions(
                .type("number", ["locale": "de", "currency": "EURO"]), "'EURO' is not a code of ISO 4217",
                suggestion: "EUR"),
            RefusedOptions(
                .type("number", ["locale": "request", "currency": "EUR", "percent": true]), "has no percent sign"),
        ]
        for row in rows { row.run() }
    }

    @Test func everyLocaleReadsWhatICUWrites() throws {
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        let length = oracle_locales(&buffer, Int32(buffer.count))
        let lines = String(decoding: buffer.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let locales = lines.split(separator: "\n").map(String.init)
        #expect(locales.count > 700)
        var generator = SeededGenerator(state: 5)
        let numbers = try (0..<200).map { place in
            let digits = String(Int64.random(in: 1_000_000_000..<10_000_000_000, using: &generator))
            // Some have more digits than a double.
            let whole = place % 20 == 0 ? digits + digits : String(digits.prefix(place % 10 + 1))
            let fraction = generator.chance(50) ? ".\(Int.random(in: 1..<100_000, using: &generator))" : ""
            let text = (generator.chance(30) ? "-" : "") + whole + fraction
            return (Numeral.decimal(text), try #require(Number(text)))
        }
        let wrong = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: locales.count) { place in
            let input = NumberInput(locale: locales[place])
            let writer = NumberWriter(locale: input.locale, style: .skeleton(".##########"))
            let some = numbers.rotated(by: place).prefix(count(40, thorough: 200))
            for (numeral, number) in some where writer?.string(numeral).flatMap(input.number) != number {
                wrong.withLock { $0.append("\(input.locale): \(writer?.string(numeral) ?? "")") }
            }
        }
        #expect(wrong.withLock { $0 } == [])
    }

    /// Percentages and amounts have patterns of their own: other groups, another place for the sign, other separators.
    @Test func everyLocaleReadsPercentagesAndAmounts() throws {
        let locales = DateInputTests.locales()
        let numbers = [
            "0", "5", "-7", "12.5", "999", "1000", "1234", "-1234.5", "12345", "123456", "1234567.25", "-98765432",
        ]
        let styles: [(oracle_number_style, String)] = [
            (ORACLE_DECIMALS, ""), (ORACLE_PERCENT, ""), (ORACLE_CURRENCY, "EUR"), (ORACLE_CURRENCY, "USD"),
            (ORACLE_CURRENCY, "JPY"), (ORACLE_ISO_CURRENCY, "EUR"), (ORACLE_CURRENCY, "INR"),
        ]
        let wrong = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: locales.count) { place in
            for (style, currency) in styles {
                var input = NumberInput(locale: locales[place])
                input.percent = style == ORACLE_PERCENT
                input.currency = currency.isEmpty ? nil : currency
                for number in numbers.rotated(by: place).prefix(count(3, thorough: 12)) {
                    var buffer = [CChar](repeating: 0, count: 256)
                    let length = oracle_number(locales[place], style, currency, number, &buffer, 256)
                    let text = String(
                        decoding: buffer.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                    for spelling in Set([text, DateInputTests.typed(text)])
                    where input.number(in: spelling) != Number(number) {
                        wrong.withLock { $0.append("\(locales[place]) \(currency) \(number): \(spelling)") }
                    }
                }
            }
        }
        let rows = wrong.withLock { $0 }
        #expect(rows.prefix(20) == [], "\(rows.count)")
    }
}
