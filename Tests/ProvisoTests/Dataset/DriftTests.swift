import Foundation
import Proviso
import Testing

/// How far the shares of values are from those of an earlier run.
@Suite struct DriftTests {
    private static func names(_ names: [String]) -> [AnyValue] {
        names.map { .object([.init("g", .text($0))]) }
    }

    private static func numbers(_ numbers: [Int]) -> [AnyValue] {
        numbers.map { .object([.init("n", .integer(Int64($0)))]) }
    }

    private static let number = "rules: [[n, number]]"

    /// The profile of a table that is measured in parts.
    private static func profile(
        _ rules: String, of records: [AnyValue], parts: Int = 1, others: String = ""
    ) throws -> String { try measured(rules, records, parts, others).dataset.profile }

    private static func measured(
        _ rules: String, _ records: [AnyValue], _ parts: Int, _ others: String
    ) throws -> (plan: Plan, dataset: Dataset) {
        let plan = try Plan(
            RuleSet(parsing: "\(others)\ndataset:\n  - \(rules)\n", directory: "."), registry: .standard)
        let (record, whole) = (Record(for: plan), plan.makeDataset())
        let size = max(1, (records.count + parts - 1) / parts)
        for start in stride(from: 0, to: records.count, by: size) {
            let part = plan.makeDataset()
            for value in records[start..<min(start + size, records.count)] {
                record.fill(value)
                part.add(record, try plan.validate(record))
            }
            // As a checkpoint or a shard has it.
            let kept = plan.makeDataset()
            #expect(kept.restore(try AnyValue(json: Array(JSON.text(part.stored).utf8))))
            whole.merge(kept)
        }
        return (plan, whole)
    }

    /// What a rule finds that compares a table with the profile of an earlier one: code, place, figure, and where.
    private static func found(
        _ rules: String, in records: [AnyValue], since earlier: [AnyValue], parts: Int = 1, others: String = ""
    ) throws -> [String] {
        let profile = try DatasetProfile(parsing: Array(profile(rules, of: earlier, others: others).utf8))
        let (plan, dataset) = try measured(rules, records, parts, others)
        #expect(profile.fault(of: plan.dataset[0]) == nil)
        return dataset.report(expecting: [0: .profile(profile)]).violations.map { violation in
            "\(violation.code) \(violation.path.pointer) \(shown(violation))"
        }
    }

    @Test(
        arguments: [
            (["a", "b"], "{ a: 50%, b: 50% }", nil), (["a", "a", "b", "b", "b"], "{ a: 50%, b: 50% }", nil),
            (["a", "a", "a", "b"], "{ a: 50%, b: 50% }", #"0.25 "a""#), (["a", "b"], "{ a: 3, b: 1 }", #"0.25 "a""#),
            (["c"], "{ a: 0.5, b: 0.5 }", #"1.0 "c""#), (["a", "c"], "{ a: 1, b: 1 }", #"0.5 "b""#),
            (["1", "2"], "{ 1: 1, 2: 3 }", #"0.25 "1""#), (["é", "é"], "{ é: 1, x: 1 }", #"0.5 "x""#),
        ] as [([String], String, String?)])
    func `the largest difference of a share is the drift`(values: [String], shares: String, found: String?) throws {
        let rule = "[drift, { of: g, from: \(shares), max: 10% }]"
        for parts in 1...3 {
            let report = try DatasetTests.report(rule, in: Self.names(values), parts: parts)
            #expect(report.violations.map(Self.shown) == (found.map { [$0] } ?? []))
            #expect(report.violations.allSatisfy { $0.code == "dataset.tooBig" && $0.attribute == "drift(g)" })
        }
    }

    /// The figure, and where it is.
    private static func shown(_ violation: Violation) -> String {
        ["found", "most", "reason"].compactMap { violation.parameters[$0].map { JSON.text($0) } }.joined(separator: " ")
    }

    /// In binary 0.3 - 0.2 is more or less than 0.1.
    @Test(arguments: 1...9) func `a drift that is the limit to the last digit is allowed`(tenth: Int) throws {
        let values = (0..<10).map { $0 < tenth ? "a" : "b" }
        let shares = "{ a: \(tenth - 1), b: \(11 - tenth) }"
        #expect(
            try DatasetTests.found("[drift, { of: g, from: \(shares), max: 10%, min: 0.1 }]", in: Self.names(values))
                == [])
        #expect(
            try DatasetTests.found("[drift, { of: g, from: \(shares), max: 0.0999999 }]", in: Self.names(values))
                == ["dataset.tooBig  0.1"])
    }

    @Test func `numbers are compared as by a plain count, in any parts`() throws {
        let rule = "[drift, { of: n, from: profile.json, max: 0% }]"
        for _ in 0..<30 {
            func some() -> [Int] { (0..<Int.random(in: 1...60)).map { _ in Int.random(in: -9...9) } }
            let (now, earlier) = (some(), some())
            let largest =
                Set(now + earlier).map { number in
                    let own = Double(now.count { $0 <= number }) / Double(now.count)
                    return abs(own - Double(earlier.count { $0 <= number }) / Double(earlier.count))
                }.max() ?? 0
            for parts in [1, 2, 5] {
                let found = try Self.found(
                    rule, in: Self.numbers(now), since: Self.numbers(earlier), parts: parts, others: Self.number)
                let figure =
                    found.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Double($0) } ?? 0
                #expect(abs(figure - largest) < 1e-12, "\(found) \(largest)")
            }
        }
    }

    @Test func `many numbers are compared in classes of a thousandth`() throws {
        let rule = "[drift, { of: n, from: profile.json, max: 1% }]"
        let earlier = (0..<12_000).map { $0 * 7919 % 12_000 }
        let shifted = earlier.map { $0 < 6_000 ? $0 : $0 + 1_200 }
        #expect(
            try Self.found(
                rule, in: Self.numbers(earlier.shuffled()), since: Self.numbers(earlier), others: Self.number) == [])
        let found = try Self.found(
            rule, in: Self.numbers(shifted), since: Self.numbers(earlier), parts: 3, others: Self.number)
        let figure = try #require(found.first?.split(separator: " ").dropFirst().first.flatMap { Double($0) })
        #expect(abs(figure - 0.1) < 0.002, "\(found)")
        // One of both is exact.
        let few = try Self.found(
            rule, in: Self.numbers(Array(0..<6_000)), since: Self.numbers(earlier), others: Self.number)
        #expect(
            few.first.map { $0.hasPrefix("dataset.tooBig  0.5") || $0.hasPrefix("dataset.tooBig  0.49") } == true,
            "\(few)")
    }

    @Test func `a profile has the same bytes for any parts of a table`() throws {
        let records = (0..<200).map { index -> AnyValue in
            let group: AnyValue = index % 7 == 0 ? .null : .text("g\(index * 31 % 5)")
            let by: AnyValue = index % 3 == 0 ? .null : .integer(Int64(index % 3))
            return .object([.init("g", group), .init("n", .double(Double(index % 9) / 4)), .init("by", by)])
        }
        let rules = """
            [drift, { of: g, from: p.json, max: 5%, id: a }]
              - [drift, { of: n, from: p.json, max: 5%, by: by, id: b }]
              - [drift, { of: g, from: p.json, max: 5%, where: 'n > 1', id: c }]
              - [drift, { of: g, from: { g1: 1 }, max: 5%, id: d }]
            """
        let whole = try Self.profile(rules, of: records, others: Self.number)
        for parts in 2...5 { #expect(try Self.profile(rules, of: records, parts: parts, others: Self.number) == whole) }
        let lines = whole.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0] == #"{"proviso":"profile","version":1}"#)
        #expect(
            lines[1] == #"{"figure":"drift(g)","categories":[["g0",34],["g1",34],["g2",34],["g3",35],["g4",34]]}"#)
        #expect(lines[2].hasPrefix(#"{"figure":"drift(n)","by":["by"],"group":[null],"numbers":[["0.0","#))
        #expect(lines[5].hasPrefix(#"{"figure":"drift(g where n > 1)","categories":[["g0","#))
    }

    @Test func `each group is compared with its own`() throws {
        func rows(_ text: String) -> [AnyValue] {
            text.split(separator: " ").map { pair in
                .object([.init("r", .text("\(pair.first!)")), .init("g", .text("\(pair.last!)"))])
            }
        }
        let rule = "[drift, { of: g, by: r, from: p.json, max: 10% }]"
        let found = try Self.found(
            rule, in: rows("1a 1b 2a 2a 3a"), since: rows("1a 1b 1a 1b 2a 2b"), parts: 2)
        #expect(found == [#"dataset.tooBig /r/2 0.5 "a""#, "dataset.noValue /r/3 "])
    }

    @Test func `a table without values has no drift, and none is compared with it`() throws {
        let rule = "[drift, { of: g, from: p.json, max: 10% }]"
        #expect(try Self.found(rule, in: [], since: Self.names(["a"])) == ["dataset.noValue  "])
        #expect(try Self.found(rule, in: Self.names(["a"]), since: [["g": .null]]) == ["dataset.noValue  "])
        #expect(
            try Self.found(rule, in: [["g": .null], ["x": 1], ["g": "a"], ["g": ""]], since: Self.names(["a"])) == [])
    }

    @Test func `what is no category or number is a fault`() throws {
        let rule = "[drift, { of: g, from: { a: 1 }, max: 10% }]"
        let long = String(repeating: "x", count: 200)
        #expect(try DatasetTests.found(rule, in: Self.names([long])).first?.hasPrefix("dataset.tooBig") == true)
        #expect(
            try DatasetTests.found(rule, in: Self.names([long + "x"])).first?.contains("at most 200 bytes") == true)
        let numbers = "[drift, { of: n, from: p.json, max: 10% }]"
        let wrong = try Self.found(numbers, in: [["n": "NaN"]], since: Self.numbers([1]), others: Self.number)
        #expect(wrong == [#"rule.fault  "\"NaN\" is not a number""#])
        let digits = String(repeating: "7", count: 100)
        #expect(
            try Self.found(numbers, in: [["n": .text(digits)]], since: [["n": .decimal(digits)]], others: Self.number)
                == [])
    }

    @Test(arguments: 1...3) func `a thousand categories are compared, and more are a fault`(parts: Int) throws {
        let names = (0..<1_001).map { "g\($0 * 7919 % 1_001)" }
        let rule = "[drift, { of: g, from: p.json, max: 1% }]"
        let most = Self.names(Array(names.dropLast()))
        #expect(try Self.found(rule, in: most + most, since: most, parts: parts) == [])
        let found = try Self.found(rule, in: Self.names(names), since: most, parts: parts)
        #expect(
            found.count == 1 && found[0].contains("more than 1000 different values: add a 'number' rule"), "\(found)")
        let full = try Self.profile(rule, of: Self.names(names), parts: parts)
        #expect(full == "{\"proviso\":\"profile\",\"version\":1}\n")
    }

    /// Without its class it would be beyond the range of doubles.
    @Test func `a number of 401 digits is a number among many`() throws {
        let huge: AnyValue = ["n": .text("1" + String(repeating: "0", count: 400))]
        let records = Self.numbers(Array(0..<10_050)) + [huge]
        #expect(try DatasetTests.found("[quantile, { of: n, at: 0.5, max: 9999 }]", in: records) == [])
        #expect(
            try DatasetTests.found("[quantile, { of: n, at: 1, max: 9999 }]", in: records).first?
                .hasPrefix("dataset.tooBig") == true)
    }

    @Test(arguments: [
        ("", "it is not a profile"), ("{}", "it is not a profile"), ("a,b\n1,2\n", "it is not a profile"),
        (#"{"proviso":"baseline","version":2}"#, "it is not a profile"),
        (#"{"proviso":"profile","version":2}"#, "version 2, and this program reads version 1"),
        (#"{"proviso":"profile","version":1}"#, "it has no 'drift(g)'"),
        ("{\"proviso\":\"profile\",\"version\":1}\nhunter2", "line 2 is malformed"),
        (#"{"figure":"drift(h)","categories":[]}"#, "it has no 'drift(g)'"),
        (#"{"figure":"drift(g)","numbers":[["1",1]]}"#, "it has numbers for 'drift(g)', which has categories now"),
        (#"{"figure":"drift(g)","by":["r"],"group":["x"],"categories":[]}"#, "it has no 'drift(g)'"),
        (#"{"figure":"drift(g)","by":["r"],"categories":[]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)","categories":[["a",-1]]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)","categories":[["a",1],["a",1]]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)","categories":[["a",9007199254740991],["b",9]]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)","categories":[["a",9223372036854775807],["b",9]]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)","numbers":[["1",9007199254740991],["2",9007199254740991]]}"#, "it has numbers"),
        (#"{"figure":"drift(g)","numbers":[["1",9007199254740991],["2",9007199254740991],["3",1]]}"#, "line 2"),
        (#"{"figure":"drift(g)","classes":[[1,99999999999999,1]]}"#, "line 2 is malformed"),
        (#"{"figure":"drift(g)"}"#, "line 2 is malformed"), (#"{"figure":7,"categories":[]}"#, "line 2 is malformed"),
    ])
    func `a file that is no profile says why`(text: String, reason: String) throws {
        let bytes =
            Array((text.hasPrefix(#"{"figure"#) ? "{\"proviso\":\"profile\",\"version\":1}\n" : "").utf8) + text.utf8
        let plan = try Plan(RuleSet(parsing: "dataset: [[drift, { of: g, from: p.json, max: 1% }]]", directory: "."))
        var found: String?
        do throws(DatasetProfile.Failure) {
            found = try DatasetProfile(parsing: bytes).fault(of: plan.dataset[0])
        } catch {
            found = error.reason
        }
        #expect(found?.contains(reason) == true, "\(found ?? "")")
        #expect(found?.contains("hunter2") == false)
    }
}
