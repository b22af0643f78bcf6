import EngineInterface
import ProvisoEngine
import Testing

/// One record through the C interface.
@Suite struct CheckTests {
    private static let signup = "rules: [[email, required], [email, email], [age, integer, { min: 18 }]]"

    @Test func aValidRecordHasNoFindingsAndNoReport() throws {
        let rules = try OpenRules(Self.signup)
        var report: proviso_engine_handle = 7
        let json = #"{"email":"a@b.com","age":20}"#
        let answer = Answer { proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, &report, $0) }
        #expect(answer.status == PROVISO_ENGINE_VALID)
        #expect(answer.text.isEmpty)
        #expect(report == 0)
    }

    @Test func findingsHavePlaceCodeAndMessageInTheLanguage() throws {
        let rules = try OpenRules(Self.signup)
        let answer = rules.check("{\"email\":\"x@\",\n  \"age\":7}", locale: "de")
        #expect(answer.status == PROVISO_ENGINE_INVALID)
        let lines = answer.text.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(
            lines[0].hasPrefix(
                #"{"file":"<data>","line":1,"column":10,"record":1,"code":"email.invalid","path":"/email""#))
        #expect(lines[1].contains(#""line":2,"column":9"#))
        #expect(lines[1].contains("Age muss mindestens 18 sein."))
    }

    @Test func aKeptReportIsRenderedInAnyLocaleAfterItsRulesAreClosed() throws {
        var report: proviso_engine_handle = 0
        do {
            let rules = try OpenRules(Self.signup)
            let json = #"{"email":""}"#
            #expect(proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, &report, nil) == 1)
        }
        defer { _ = proviso_engine_close(report) }
        let french = Answer { proviso_engine_render(report, "fr", "text", $0) }
        #expect(french.text.contains("[required.blank /email]"))
        let english = Answer { proviso_engine_render(report, nil, "ndjson", $0) }
        #expect(english.text.contains("Email is required.") || english.text.contains("Email"))
        #expect(french.text != english.text)
        let document = Answer { proviso_engine_render(report, "ja", nil, $0) }
        #expect(document.text.hasPrefix("{\"violations\":["))
        #expect(document.text.contains(#""records":1,"valid":0,"invalid":1"#))
        let problem = Answer { proviso_engine_render(report, "ar", "problem", $0) }
        #expect(problem.text.contains(#""status":422"#))
    }

    @Test(arguments: ["json", "ndjson", "text", "csv", "junit", "sarif", "github", "html", "problem"])
    func everyFormatHasTheFinding(format: String) throws {
        let rules = try OpenRules(Self.signup)
        var report: proviso_engine_handle = 0
        let json = #"{"email":"x@"}"#
        #expect(proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, &report, nil) == 1)
        defer { _ = proviso_engine_close(report) }
        let answer = Answer { proviso_engine_render(report, nil, format, $0) }
        #expect(answer.status == PROVISO_ENGINE_INVALID)
        #expect(answer.text.contains("email"))
    }

    /// Findings are written directly, and rendered reports by the formats of the tool.
    @Test(arguments: [nil, "de", "ar", "ja", "fr-CA;q=0.5, en"])
    func theFindingsOfACheckAreThoseOfItsRenderedReport(locale: String?) throws {
        let rules = try OpenRules(
            """
            labels: { email: { en: 'E "mail"', ar: بريد } }
            rules: [[email, email], [age, integer, { min: 18 }], ["tags.*", string, { max: 2 }], [a.b, required], [id, unique]]
            """)
        let tags = String(repeating: #","long\u2028""#, count: 3000).dropFirst()
        for json in ["{}", "{\"email\":\"x@\",\n \"age\":7}", #"{"a":{"b":null},"tags":[\#(tags)]}"#] {
            var report: proviso_engine_handle = 0
            let found = Answer {
                proviso_engine_check(rules.handle, json, json.utf8.count, nil, locale, &report, $0)
            }
            defer { _ = proviso_engine_close(report) }
            try #require(found.status == PROVISO_ENGINE_INVALID)
            let rendered = Answer { proviso_engine_render(report, locale, "ndjson", $0) }
            #expect(found.text == rendered.text)
            #expect(found.text.contains("\"more\":") == (json.utf8.count > 1000))
        }
    }

    @Test func textThatIsNotJSONHasAPlace() throws {
        let rules = try OpenRules(Self.signup)
        let answer = rules.check("{\n \"email\": ]}")
        #expect(answer.status == PROVISO_ENGINE_BAD_INPUT)
        #expect(answer.text.contains(#""line":2"#), "\(answer.text)")
        #expect(rules.check("").status == PROVISO_ENGINE_BAD_INPUT)
        #expect(rules.check("[1]").status == PROVISO_ENGINE_INVALID)
        #expect(rules.check("{}").status == PROVISO_ENGINE_INVALID)
        #expect(rules.check("{\"email\":\"\u{1}\"}").status == PROVISO_ENGINE_BAD_INPUT)
    }

    @Test func scenarioAndLocaleAreChecked() throws {
        let rules = try OpenRules("rules: [[email, email, { on: register }]]")
        #expect(rules.check(#"{"email":"x@"}"#).status == PROVISO_ENGINE_VALID)
        #expect(rules.check(#"{"email":"x@"}"#, scenario: "register").status == PROVISO_ENGINE_INVALID)
        let unknown = rules.check("{}", scenario: "registre")
        #expect(unknown.status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(unknown.text.contains("did you mean 'register'?"))
        #expect(
            rules.check(#"{"email":"x@"}"#, scenario: "register", locale: "??").status == PROVISO_ENGINE_BAD_ARGUMENT)
        let header = rules.check(#"{"email":"x@"}"#, scenario: "register", locale: "xx-invalid, de;q=0.5")
        #expect(header.text.contains("gültige"))
    }

    @Test func aResultWithoutRoomSaysHowMuchItNeeds() throws {
        let rules = try OpenRules(Self.signup)
        let json = #"{"email":"x@"}"#
        var output = proviso_engine_output(bytes: nil, capacity: 0, count: 0)
        #expect(proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, nil, &output) == 1)
        #expect(output.count > 100)
        var small = [CChar](repeating: 1, count: 8)
        small.withUnsafeMutableBufferPointer {
            output = proviso_engine_output(bytes: $0.baseAddress, capacity: $0.count, count: 0)
            #expect(proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, nil, &output) == 1)
        }
        #expect(small.allSatisfy { $0 == 1 })
        let whole = Answer { proviso_engine_check(rules.handle, json, json.utf8.count, nil, nil, nil, $0) }
        #expect(whole.text.utf8.count == output.count)
    }

    @Test func aRecordAloneHasNoOthersToBeComparedWith() throws {
        let rules = try OpenRules("rules: [[id, unique]]")
        #expect(rules.check(#"{"id":1}"#).status == PROVISO_ENGINE_VALID)
        #expect(rules.check(#"{"id":1}"#).status == PROVISO_ENGINE_VALID)
        let run = rules.run("{\"id\":1}\n{\"id\":1}\n")
        #expect(run.answer.status == PROVISO_ENGINE_INVALID)
        #expect(run.findings.contains(#""line":2"#))
    }

    @Test func warningsAloneAreValidAndReported() throws {
        let rules = try OpenRules("rules: [[email, email, { severity: warning }]]")
        let answer = rules.check(#"{"email":"x@"}"#)
        #expect(answer.status == PROVISO_ENGINE_VALID)
        #expect(answer.text.contains(#""severity":"warning""#))
    }
}
