import EngineInterface
import Foundation
import ProvisoEngine
import Testing

/// Many records through the C interface.
@Suite struct RunTests {
    private let rules: OpenRules

    init() throws { rules = try OpenRules("rules: [[email, required], [email, email]]") }

    @Test func bytesOfATableAreRowsWithLines() {
        let run = rules.run("email\nx@\na@b.com\n", options: #"{"format":"csv","locale":"de","name":"people.csv"}"#)
        #expect(run.answer.status == PROVISO_ENGINE_INVALID)
        #expect(run.findings.hasPrefix(#"{"file":"people.csv","line":2,"column":1,"record":1"#))
        #expect(run.findings.contains("gültige"))
        #expect(run.answer.text.contains(#""records":2,"valid":1,"invalid":1"#))
    }

    @Test func theNameOfTheDataSaysItsFormat() {
        let run = rules.run("email\tage\nx@\t3\n", options: #"{"name":"people.tsv"}"#)
        #expect(run.findings.contains(#""line":2"#))
    }

    @Test func noRecordsAreValidAndNoted() {
        let run = rules.run("")
        #expect(run.answer.status == PROVISO_ENGINE_VALID)
        #expect(run.answer.text.contains("empty"))
    }

    @Test func whatARunDidNotEvaluateIsANoteAndNotOnStandardError() throws {
        let rules = try OpenRules("{ rules: [[email, email]], dataset: [[rows, { min: 3 }]] }")
        let data = String(repeating: "{\"email\":\"x@\"}\n", count: 3)
        let run = rules.run(data, options: #"{"maxErrors":1}"#)
        #expect(run.answer.text.contains("note: the rules about all records were not evaluated"), "\(run.answer.text)")
        #expect(!rules.run(data).answer.text.contains("were not evaluated"))
    }

    @Test func dataIsInvalidIfOnlyTheRulesAboutAllRecordsSaySo() throws {
        let rules = try OpenRules("{ rules: [[email, email]], dataset: [[rows, { min: 3 }]] }")
        let few = rules.run("{\"email\":\"a@b.com\"}\n")
        #expect(few.answer.status == PROVISO_ENGINE_INVALID)
        #expect(few.findings.contains("dataset.tooSmall"))
        #expect(few.answer.text.contains(#""records":1,"valid":1,"invalid":0"#))
        #expect(rules.run(String(repeating: "{}\n", count: 3)).answer.status == PROVISO_ENGINE_VALID)
        let warned = try OpenRules("dataset: [[rows, { min: 3, severity: warning }]]")
        #expect(warned.run("{}\n").answer.status == PROVISO_ENGINE_VALID)
    }

    @Test func recordsThatCannotBeReadAreAnErrorAfterTheFindings() {
        let run = rules.run("{\"email\":\"x@\"}\n{\"email\":\n")
        #expect(run.answer.status == PROVISO_ENGINE_BAD_INPUT)
        #expect(run.findings.contains("email.invalid"))
        #expect(run.answer.text.contains("<data>:2:"), "\(run.answer.text)")
        #expect(run.answer.text.contains(#""unreadable":1"#))
    }

    @Test func aTableWithoutAColumnIsRefused() {
        let run = rules.run("emial\nx@\n", options: #"{"format":"csv"}"#)
        #expect(run.answer.status == PROVISO_ENGINE_BAD_INPUT)
        #expect(run.answer.text.contains("no column 'email'"))
    }

    @Test func aFileThatDoesNotExistIsAnError() {
        let answer = Answer { proviso_engine_check_file(rules.handle, "/nonexistent.csv", nil, 0, nil, nil, $0) }
        #expect(answer.status == PROVISO_ENGINE_BAD_INPUT)
        #expect(answer.text.contains("/nonexistent.csv"))
    }

    @Test func optionsOfRunsAreChecked() {
        #expect(rules.run("{}", options: #"{"jobs":0}"#).answer.status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(rules.run("{}", options: #"{"delimiter":"ab"}"#).answer.status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(rules.run("{}", options: #"{"records":"x"}"#).answer.status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(rules.run("{}", options: #"{"format":"xls"}"#).answer.text.contains("ndjson"))
        #expect(rules.run("{}", options: #"{"loacle":"de"}"#).answer.text.contains("did you mean 'locale'?"))
    }

    @Test func manyRecordsAreReportedInTheirOrder() {
        let data = (1...20_000).map { $0 % 100 == 0 ? "{\"email\":\"x@\"}" : "{\"email\":\"a@b.com\"}" }
        let run = rules.run(data.joined(separator: "\n"), options: #"{"jobs":4}"#)
        let numbers = run.findings.split(separator: "\n").compactMap { line in
            line.split(separator: "\"record\":").last?.prefix { $0.isNumber }
        }.compactMap { Int($0) }
        #expect(numbers == (1...200).map { $0 * 100 })
    }

    @Test func aSinkThatHasEnoughCancelsTheRun() {
        let found = Found()
        found.answer = 1
        let data = String(repeating: "{\"email\":\"x@\"}\n", count: 200_000)
        let answer = Answer {
            proviso_engine_check_bytes(rules.handle, data, data.utf8.count, nil, 0, Found.sink, found.address, $0)
        }
        #expect(answer.status == PROVISO_ENGINE_CANCELLED)
        #expect(found.text.utf8.count < data.utf8.count)
    }

    @Test func aCancellationEndsItsRunsOnly() {
        var cancellation: proviso_engine_handle = 0
        #expect(proviso_engine_cancellation(&cancellation) == 0)
        defer { _ = proviso_engine_close(cancellation) }
        func run(_ cancellation: proviso_engine_handle) -> Int32 {
            proviso_engine_check_bytes(rules.handle, "{\"email\":\"a@b.com\"}", 19, nil, cancellation, nil, nil, nil)
        }
        #expect(run(cancellation) == PROVISO_ENGINE_VALID)
        #expect(proviso_engine_cancel(cancellation) == 0)
        #expect(run(cancellation) == PROVISO_ENGINE_CANCELLED)
        #expect(run(0) == PROVISO_ENGINE_VALID)
    }

    @Test func threadsShareRulesWhileTheyAreReplaced() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { [handle = rules.handle] in
                    for _ in 0..<500 {
                        let status = proviso_engine_check(handle, "{\"email\":\"x@\"}", 14, nil, "de", nil, nil)
                        #expect(status == PROVISO_ENGINE_INVALID)
                    }
                }
            }
            group.addTask { [handle = rules.handle] in
                let text = "rules: [[email, email]]"
                for _ in 0..<50 { #expect(proviso_engine_reload(handle, text, text.utf8.count, nil) == 0) }
            }
        }
    }
}
