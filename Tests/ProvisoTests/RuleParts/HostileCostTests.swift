import Foundation
import Proviso
import TestSupport
import Testing

/// What costs more than it looks like: dates that ICU reads slowly, functions, lists that many rules have.
@Suite struct HostileCostTests {
    private static func spent(_ rules: String, _ record: AnyValue) throws -> (codes: [Code], steps: Int) {
        let plan = try Plan(RuleSet(parsing: rules))
        let filled = Record(for: plan)
        filled.fill(record)
        return (try plan.validate(filled).violations.map(\.code), filled.spent)
    }

    private static func list(_ count: Int, _ item: (Int) -> AnyValue) -> AnyValue {
        .object([.init("a", .list((0..<count).map(item)))])
    }

    private static func transliterating(_ id: String) -> String? {
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: [Rule("a", .transliterate(id))]))
            return nil
        } catch { return error.description }
    }

    /// What is a filter, and what an id, only ICU knows: a filter may hold a semicolon.
    @Test(arguments: [
        "[^;]; Any-Hex; Any-Hex; Any-Hex", "[^;] Any-Hex; Any-Hex; Any-Hex", "\\p{L}; Any-Hex; Any-Hex; Any-Hex",
        "[a-z]; Any-Hex; Any-Hex; Any-Hex",
    ])
    func aFilterForAllIdsIsFoundHoweverItIsWritten(_ id: String) {
        let found = Self.transliterating(id)
        let reason = "has 3 ids after a filter for all of them: at most 2"
        #expect(found?.contains(reason) == true, "\(found ?? "accepted")")
    }

    @Test(arguments: [
        "Any-Null; [^;] Any-Hex; [^;] Any-Hex; [^;] Any-Hex", "[^;]; Any-Hex; Any-Hex", "[:Thai:] Thai-Latin",
        "am-am_FONIPA", "NFD; [:Nonspacing Mark:] Remove; NFC", "Any-Latin; Latin-ASCII;",
    ])
    func otherFiltersAndIdsAreAccepted(_ id: String) { #expect(Self.transliterating(id) == nil) }

    @Test func aFilterInFrontOfEachIdStopsATextThatGrows() throws {
        let rules =
            "rules: [[a, transliterate, { transliterator: 'Any-Null; [^;] Any-Hex; [^;] Any-Hex; [^;] Any-Hex' }]]"
        func codes(_ text: String) throws -> [Code] {
            try Self.spent(rules, .object([.init("a", .text(String(repeating: text, count: 40)))])).codes
        }
        #expect(try codes("a") == ["rule.fault"] && codes(";") == [])
    }

    /// Half a millisecond each: ICU tries all rules of Hebrew numerals, and computes new moons for the Chinese calendar.
    @Test(arguments: [
        ("{ format: long, locale: he, calendar: hebrew }", "א׳ בכסלו תשפ״ד"),
        ("{ format: long, locale: zh, calendar: chinese }", "2023癸卯年十月初二"),
    ])
    func datesThatTakeLongPayForIt(_ options: String, _ date: String) throws {
        let rules = "rules: [[a.*, date, \(options)]]"
        #expect(try Self.spent(rules, Self.list(40) { _ in .text(date) }).codes == [])
        let many = try Self.spent(rules, Self.list(4_000) { _ in .text(date) })
        #expect(many.codes == ["rule.fault"])
        #expect(many.steps < 8_000_000)
    }

    @Test func usualDatesAreNeverTooCostlyAndDatesOfOthersAreReadOnce() throws {
        let dates = Self.list(20_000) { .text("0\($0 % 9 + 1).03.2024") }
        #expect(try Self.spent("rules: [[a.*, date, { format: dd.MM.yyyy }]]", dates).codes == [])
        let sorted = Self.list(5_000) { _ in .text("09.03.2024") }
        let rules = "rules: [[a, sorted], [a.*, date, { format: dd.MM.yyyy }]]"
        #expect(try Self.spent(rules, sorted).codes == [])
    }

    /// A string that is no date is tried in two forms, and its finding writes an example.
    @Test func stringsThatAreNoDatesCostMoreThanDates() throws {
        let rules = "rules: [[a.*, date, { format: full, locale: ar }]]"
        let few = try Self.spent(rules, Self.list(50) { _ in .text("xyz") })
        #expect(few.codes.allSatisfy { $0 == "date.invalid" } && few.codes.count == 50)
        #expect(try Self.spent(rules, Self.list(20_000) { _ in .text("xyz") }).codes.contains("rule.fault"))
    }

    @Test func expressionsPayForDatesInTheFormatOfTheirRule() throws {
        let rules = """
            rules:
              - [a.*, date, { format: long, locale: he, calendar: hebrew }]
              - [b, expr, { must: "lists.range(5000).all(i, record.a[0] < timestamp('2030-01-01T00:00:00Z'))" }]
            """
        let record = AnyValue.object([
            .init("a", .list([.text("א׳ בכסלו תשפ״ד")])), .init("b", .integer(1)),
        ])
        #expect(try Self.spent(rules, record).codes == ["rule.fault"])
    }

    private static func formats(_ count: Int, _ format: (Int) -> String) -> String? {
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: (0..<count).map { Rule("a\($0)", .date(format: format($0))) }))
            return nil
        } catch { return error.description }
    }

    /// ICU keeps hundreds of kilobytes for each.
    @Test func thousandsOfFormatsOfDatesAreRefusedAndEqualOnesAreOne() {
        #expect(Self.formats(1_000) { _ in "dd.MM.yyyy" } == nil)
        #expect(Self.formats(300) { "dd.MM.yyyy '\($0)'" } == nil)
        let found = Self.formats(500) { "dd.MM.yyyy '\($0)'" }
        #expect(found?.contains("more than 400 formats of dates") == true, "\(found?.prefix(300) ?? "accepted")")
    }

    /// Most zones that there are, in one record: each has a format of its own, and is found in the database once.
    @Test func theZonesOfARecordTakeLittleTime() throws {
        let zones = TimeZone.knownTimeZoneIdentifiers.prefix(400)
        let rules =
            "rules: [[a.*.d, datetime, { format: 'yyyy-MM-dd HH:mm', timeZone: { attribute: a.*.z } }], "
            + "[a.*.z, timeZone]]"
        let items = zones.map {
            AnyValue.object([.init("d", .text("2024-03-09 10:00")), .init("z", .text($0))])
        }
        var found: [Code] = []
        let time = try processorTime {
            found = try Self.spent(rules, .object([.init("a", .list(items))])).codes
        }
        #expect(found == [])
        #expect(time < .seconds(10), "\(time)")
    }

    @Test(arguments: [
        ("lists.range(200000).all(i, duration(a) >= duration('0s'))", "1h1m1s1ms1us"),
        ("lists.range(50).all(i, duration(a) >= duration('0s'))", String(repeating: "1ns", count: 20_000)),
        ("lists.range(200000).all(i, string(timestamp(a)) != '')", "2024-07-01T12:00:00.123456789Z"),
        ("lists.range(400).all(i, a.charAt(3000) != '')", String(repeating: "aé", count: 5_000)),
        ("a.findAll('x.*y|x').size() > 0", String(repeating: "x", count: 40_000)),
        ("regex.replace(a, 'x.*y|x', 'z') != ''", String(repeating: "x", count: 40_000)),
    ])
    func functionsPayForWhatTheyTake(_ expression: String, _ text: String) throws {
        let rules = [Rule("a", .expr(expression))]
        let plan = try Plan(RuleSet(rules: rules))
        #expect(try plan.validate(["a": .text(text)]).violations.map(\.code) == ["rule.fault"], "\(expression)")
        // Once is never too much.
        let once = expression.replacing(#/range\(\d+\)/#, with: "range(1)").replacing("x.*y|x", with: "xx*")
        #expect(try Plan(RuleSet(rules: [Rule("a", .expr(once))])).validate(["a": .text(text)]).isValid, "\(once)")
    }

    @Test func transliterationInAnExpressionPaysForEachCall() throws {
        let rules = """
            types: { t: [[transliterate, { transliterator: "Any-Latin; Any-Hex" }]] }
            rules: [[a, expr, { must: "lists.range(100000).all(i, is('t', a))" }]]
            """
        #expect(try Self.spent(rules, .object([.init("a", .text("日本日本日本"))])).codes == ["rule.fault"])
    }

    /// A list of thousands of values in a type that thousands of rules use, with other options: read once, and one table.
    @Test(arguments: [
        "types: { t: { options: { o: [LIST], m: 1 }, rules: [[in, { range: \"${o}\" }], [string, { min: \"${m}\" }]] } }",
        "types: { t: { options: { m: 1 }, rules: [[in, { range: [LIST] }], [string, { min: \"${m}\" }]] } }",
    ])
    func rulesOfATypeShareItsLists(_ types: String) throws {
        let values = (0..<4_000).map { "value\($0)" }.joined(separator: ", ")
        let text =
            types.replacing("LIST", with: values) + "\nrules:\n"
            + (0..<100).map { "  - [a\($0), t, { m: \($0 % 5 + 1) }]\n" }.joined()
        var found: [String] = []
        let time = try processorTime {
            let plan = try Plan(RuleSet(parsing: text))
            found = try plan.validate(["a0": "value3999", "a1": "value4000"]).violations.map {
                "\($0.path.pointer) \($0.code)"
            }
        }
        #expect(found == ["/a1 in.invalid"])
        // Each rule with a list of its own took 300 KB, and read four thousand values.
        #expect(time < .seconds(10), "\(time)")
    }
}
