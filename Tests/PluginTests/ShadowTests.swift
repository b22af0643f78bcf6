import Foundation
import Proviso
import ProvisoPlugins
import Synchronization
import TestSupport
import Testing

/// Candidates beside the rules in force.
@Suite(.waitingForProcesses) struct ShadowTests {
    private static func named(_ report: Report) -> [String] {
        report.violations.map { "\($0.path): \($0.code)" }
    }

    private static func rows(_ comparison: PlanComparison) -> [String] {
        comparison.changes.map {
            "\($0.isOfCandidate ? "+" : "-")\($0.findings) \($0.attribute) \($0.code) line \($0.rule.position?.line ?? 0)"
        }
    }

    private static let old = "rules:\n  - [name, string, { min: 3 }]\n  - [age, integer]\n"
    private static let new = "rules:\n  - [name, string, { min: 5 }]\n  - [email, required]\n"

    @Test func differencesAreCountedAndNotReturned() throws {
        let workshop = try Workshop()
        let rules = try workshop.write(Self.old.utf8, to: "rules.yaml")
        let source = try PlanSource(rules: rules)
        let reader = PlanReader(source)
        let candidate = try workshop.write(Self.new.utf8, to: "new.yaml")
        let shadow = try source.beginShadow(rules: candidate, examples: 2)
        #expect(source.shadow === shadow && source.current.number == 1)
        let records: [AnyValue] = [
            ["name": "Ada", "email": "a"], ["name": "Grace", "email": "g"], ["name": "Bo", "age": "x"],
            ["name": "Edith", "age": "x", "email": "e"], ["name": "Eve"],
        ]
        let found = try records.map { Self.named(try reader.validate($0)) }
        #expect(
            found == [[], [], ["name: string.tooShort", "age: integer.type"], ["age: integer.type"], []])
        let result = shadow.comparison
        #expect(result.validations == 5 && result.failures == 0 && !result.isEqual)
        #expect(result.becameInvalid == 2 && result.becameValid == 1 && result.changedFindings == 1)
        #expect(
            Self.rows(result) == [
                "-2 age integer.type line 3", "+2 name string.tooShort line 2", "+2 email required.blank line 3",
            ])
        #expect(result.examples.map(\.record) == [#"{"name":"Ada","email":"a"}"#, #"{"name":"Bo","age":"x"}"#])
        #expect(Self.named(result.examples[0].candidate) == ["name: string.tooShort"])
        source.endShadow()
        _ = try reader.validate(records[0])
        #expect(shadow.comparison.validations == 5 && source.shadow == nil)
    }

    @Test func aBrokenCandidateChangesNothing() throws {
        let workshop = try Workshop()
        let source = try PlanSource(rules: try workshop.write(Self.old.utf8, to: "rules.yaml"))
        let good = try source.beginShadow(rules: try workshop.write(Self.new.utf8, to: "new.yaml"))
        let bad = try workshop.write("rules: [[name, strin]]".utf8, to: "bad.yaml")
        let error = #expect(throws: RuleSetError.self) { try source.beginShadow(rules: bad) }
        #expect(error?.diagnostics.first?.description.contains("did you mean 'string'") == true)
        #expect(throws: RuleSetError.self) { try source.beginShadow(rules: workshop.path("missing.yaml")) }
        #expect(source.shadow === good && source.current.number == 1)
        #expect(try source.rollBack() == nil, "nothing was promoted")
    }

    @Test(arguments: [(1, 100), (10, 10), (1000, 1), (0, 100), (-5, 100)])
    func everySoManyValidationsTakePart(every: Int, expected: Int) throws {
        let workshop = try Workshop()
        let source = try PlanSource(rules: try workshop.write(Self.old.utf8, to: "rules.yaml"))
        let shadow = try source.beginShadow(rules: try workshop.write(Self.new.utf8, to: "new.yaml"), every: every)
        let readers = [PlanReader(source), PlanReader(source)]
        for number in 0..<100 { _ = try readers[number % 2].validate(["name": "Ada"]) }
        #expect(shadow.comparison.validations == expected)
    }

    @Test func changedValuesStayWithTheirRules() throws {
        let workshop = try Workshop()
        let source = try PlanSource(
            rules: try workshop.write("rules: [[name, trim], [name, string, { max: 3 }]]".utf8, to: "rules.yaml"))
        let reader = PlanReader(source)
        let candidate = "rules: [[name, string, { max: 3 }], [name, default, { value: long name }]]"
        let shadow = try source.beginShadow(rules: try workshop.write(candidate.utf8, to: "new.yaml"))
        var json = Array(#"{"name": "  Ada  "}"#.utf8)
        let report = try json.withUnsafeBytes { try reader.validate(json: $0) }
        #expect(report.violations.isEmpty)
        #expect(shadow.comparison.becameInvalid == 1, "the candidate sees the spaces")
        json = Array(#"{"name": null}"#.utf8)
        for _ in 0..<2 { #expect(try json.withUnsafeBytes { try reader.validate(json: $0) }.violations.isEmpty) }
        #expect(shadow.comparison.becameInvalid == 1)
        #expect(shadow.comparison.examples.first?.record == #"{"name": "  Ada  "}"#)
    }

    @Test func aScenarioThatTheCandidateLacksIsAFailure() throws {
        let workshop = try Workshop()
        let rules = "scenarios: { default: [a], login: [a] }\nrules: [[a, required]]"
        let source = try PlanSource(rules: try workshop.write(rules.utf8, to: "rules.yaml"))
        let shadow = try source.beginShadow(rules: try workshop.write("rules: [[a, required]]".utf8, to: "new.yaml"))
        let reader = PlanReader(source)
        #expect(try !reader.validate([:], scenario: "login").isValid)
        #expect(throws: RuleSetError.self) { try reader.validate([:], scenario: "logout") }
        #expect(shadow.comparison.failures == 1 && shadow.comparison.validations == 0 && !shadow.comparison.isEqual)
    }

    @Test func whatWasTriedIsPromotedAndRolledBack() throws {
        let workshop = try Workshop()
        let rules = try workshop.write("rules: [[a, required]]".utf8, to: "rules.yaml")
        let source = try PlanSource(rules: rules)
        let reader = PlanReader(source)
        let file = try workshop.write("rules: [[b, required]]".utf8, to: "new.yaml")
        let shadow = try source.beginShadow(rules: file)
        _ = try workshop.write("rules: [[c, required]]".utf8, to: "new.yaml")

        #expect(try source.promote(shadow).number == 2)
        #expect(Self.named(try reader.validate([:])) == ["b: required.blank"])
        #expect(source.rulesInForce == file && source.shadow == nil && source.files == [file])
        #expect(source.reload().generation.number == 3)
        #expect(Self.named(try reader.validate([:])) == ["c: required.blank"])

        _ = try workshop.write("rules: [[d, required]]".utf8, to: "rules.yaml")
        #expect(try source.rollBack()?.number == 4)
        #expect(Self.named(try reader.validate([:])) == ["a: required.blank"], "as it was in force")
        #expect(source.rulesInForce == rules)
        #expect(try source.rollBack() == nil)
        #expect(source.reload().isNew)
        #expect(Self.named(try reader.validate([:])) == ["d: required.blank"])
    }

    /// A candidate that is a new version of the same file.
    @Test func whatWasRolledBackDoesNotComeBackByItself() throws {
        let workshop = try Workshop()
        let rules = try workshop.write("rules: [[a, required]]".utf8, to: "rules.yaml")
        let source = try PlanSource(rules: rules)
        _ = try workshop.write("rules: [[b, required]]".utf8, to: "rules.yaml")
        try source.promote(try source.beginShadow(rules: rules))
        #expect(try source.rollBack() != nil)
        let result = source.reload()
        #expect(!result.isNew && result.warnings.count == 1)
        #expect(result.warnings.first?.contains("still what was rolled back") == true)
        #expect(Self.named(try source.current.plan.validate([:] as AnyValue)) == ["a: required.blank"])
        _ = try workshop.write("rules: [[c, required]]".utf8, to: "rules.yaml")
        #expect(source.reload().isNew)
        _ = try workshop.write("rules: [[b, required]]".utf8, to: "rules.yaml")
        #expect(source.reload().isNew, "chosen again")
    }

    /// Rules whose two findings tell their version.
    private static func version(_ number: Int) -> String {
        "rules: [[a, integer, { min: \(1000 + number) }], [b, integer, { min: \(1000 + number) }]]"
    }

    private static func versions(_ report: Report) -> [Int] {
        report.violations.map { violation in
            if case .integer(let number) = violation.parameters["min"] { return Int(number) - 1000 }
            return -1
        }
    }

    @Test func underLoadNoValidationIsLostOrMixed() throws {
        let workshop = try Workshop()
        let source = try PlanSource(rules: try workshop.write(Self.version(1).utf8, to: "rules.yaml"))
        let (threads, each) = (4, 2500)
        let seen = Mutex<[Int: Int]>([:])
        let wrong = Mutex<[String]>([])
        let started = Atomic(0)
        let done = Atomic(0)
        let allowed = Atomic(0)
        let ended = DispatchGroup()
        for _ in 0..<threads {
            ended.enter()
            Thread.detachNewThread {
                let reader = PlanReader(source)
                var last = 0
                for _ in 0..<each {
                    let turn = started.add(1, ordering: .relaxed).oldValue
                    while turn >= allowed.load(ordering: .relaxed) { sched_yield() }
                    let found = (try? reader.validate(["a": 1, "b": 1])).map(Self.versions) ?? []
                    let number = reader.generation.number
                    if found.count != 2 || found[0] != found[1] || number < last {
                        wrong.withLock { $0.append("\(number) after \(last): \(found)") }
                    }
                    last = number
                    seen.withLock { $0[found.first ?? 0, default: 0] += 1 }
                    done.add(1, ordering: .relaxed)
                }
                ended.leave()
            }
        }
        var (promotions, compared) = (0, 0)
        for number in 2...51 {
            let file = try workshop.write(Self.version(number).utf8, to: "new-\(number).yaml")
            let shadow = try source.beginShadow(rules: file)
            // Each candidate has a part of all validations, and each promotion happens while some are running.
            let limit = allowed.add(threads * each / 50, ordering: .relaxed).newValue
            while done.load(ordering: .relaxed) < limit - 100 { sched_yield() }
            let generation = try source.promote(shadow)
            if generation.number % 3 == 0 { #expect(try source.rollBack()?.number == generation.number + 1) }
            promotions += 1
            compared += shadow.comparison.validations
            #expect(shadow.comparison.isEqual, "the same paths and codes")
        }
        ended.wait()
        #expect(promotions == 50)
        #expect(wrong.withLock { $0 } == [])
        #expect(seen.withLock { $0.values.reduce(0, +) } == threads * each)
        // Every other promotion is rolled back, perhaps before a reader sees it; the others are in force for 400 validations.
        #expect(seen.withLock { $0.count } >= 25 && compared > 1000, "\(compared) compared")
    }

    @Test func aWatchFollowsThePromotedFile() throws {
        let workshop = try Workshop()
        let other = try Workshop()
        let source = try PlanSource(rules: try workshop.write("rules: [[a, required]]".utf8, to: "rules.yaml"))
        let watch = try PlanWatch(source)
        let file = try other.write("rules: [[b, required]]".utf8, to: "new.yaml")
        try source.promote(try source.beginShadow(rules: file))
        // The watch needs a moment for the new directory; then it sees a change of the file without another hint.
        Thread.sleep(forTimeInterval: 0.5)
        _ = try other.write("rules: [[c, required]]".utf8, to: "new.yaml")
        let end = Date.now + 10
        while source.current.number < 3, Date.now < end { usleep(10_000) }
        #expect(Self.named(try source.current.plan.validate([:] as AnyValue)) == ["c: required.blank"])
        withExtendedLifetime(watch) {}
    }

    @Test func promotionsUseThePluginsInForce() throws {
        let workshop = try Workshop()
        let rules = try workshop.write("rules: [[n, required]]".utf8, to: "rules.yaml")
        let plugin = try workshop.generation(1, as: "shadow.so")
        let source = try PlanSource(
            rules: rules, policy: PluginPolicy(directories: [workshop.folder], mode: .inProcess))
        let file = try workshop.write("rules: [[m, acme/generation]]".utf8, to: "new.yaml")
        let shadow = try source.beginShadow(rules: file)
        try workshop.generation(2, as: "shadow.new")
        rename(workshop.path("shadow.new"), plugin)
        #expect(source.reload().isNew)
        let report = try source.promote(shadow).plan.validate(["m": 1])
        #expect(report.violations.first?.parameters["generation"] == .integer(2))

        unlink(plugin)
        let missing = source.reload()
        #expect(!missing.isNew, "the rules in force need it: \(missing.warnings)")
        #expect(try source.rollBack() != nil)
        #expect(source.reload().generation.plugins == [])
        #expect(throws: RuleSetError.self) { try source.promote(shadow) }
        #expect(source.rulesInForce == rules)
    }

    private struct Known: AsyncValidator {
        func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
            value == "ada" ? [] : [Finding("name.unknown")]
        }
    }

    @Test func asyncRulesAreCompared() async throws {
        var registry = Registry.standard
        try registry.register("acme/known", makeAsync: { _ throws(OptionError) in Known() })
        let workshop = try Workshop()
        let rules = try workshop.write("rules: [[name, required]]".utf8, to: "rules.yaml")
        let source = try PlanSource(rules: rules, registry: registry, allowsAsync: true)
        let file = try workshop.write("rules: [[name, acme/known]]".utf8, to: "new.yaml")
        let shadow = try source.beginShadow(rules: file)
        let reader = PlanReader(source)
        #expect(try await reader.validateAsync(["name": "ada"]).isValid)
        #expect(try await reader.validateAsync(["name": "eve"]).isValid)
        #expect(shadow.comparison.becameInvalid == 1 && shadow.comparison.validations == 2)
        try source.promote(shadow)
        #expect(try await !reader.validateAsync(["name": "eve"]).isValid)
    }
}
