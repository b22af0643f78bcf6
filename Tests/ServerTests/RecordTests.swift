#if Server
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Testing

/// One record in a request.
struct RecordTests {
    private static let address = "/v1/rules/signup/validate"

    @Test func aValidRecordIsAnsweredByTheVersionThatFoundItValid() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post(Self.address, #"{"username":"ada","email":"a@b.com"}"#)
            #expect(answer.status == .ok && answer.json?["valid"] == true && answer.json?["violations"] == [])
            let version = try #require(answer.version)
            #expect(version.utf8.count == 16 && answer.json?["version"]?.text == version)
            #expect(try await client.get("/v1/rules").json?["rules"]?[0]?["version"]?.text == version)
        }
    }

    @Test(arguments: [("de", "Benutzername"), ("en", "User name"), ("ar", "اسم المستخدم")])
    func messagesAreInTheLanguageOfTheReader(_ locale: String, _ label: String) async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let body = #"{"username":"","email":"x"}"#
            let byParameter = try await client.post("\(Self.address)?locale=\(locale)", body)
            let byHeader = try await client.post(
                Self.address, body, "application/json", [.acceptLanguage: "\(locale)-XX;q=0.9, tlh"])
            for answer in [byParameter, byHeader] {
                #expect(answer.headers[.contentLanguage] == locale && answer.json?["locale"]?.text == locale)
                #expect(answer.json?["violations"]?[0]?["label"]?.text == label)
                #expect(answer.headers[.vary] == "Accept-Language")
            }
        }
    }

    @Test func theRecordComesBackAsTheRulesChangedIt() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post(
                "\(Self.address)?record=true", #"{"username":" ada ","email":"a@b.com","other":[1]}"#)
            #expect(answer.json?["record"] == ["username": "ada", "email": "a@b.com", "other": [1], "country": "DE"])
        }
    }

    @Test func aFormIsARecordOfStrings() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post(
                "\(Self.address)?record=true",
                "username=ada+l%C3%A9&email=a%40b.com&age=0x1&tags[]=1&tags[]=02&address[zip]=007",
                "application/x-www-form-urlencoded; charset=utf-8")
            #expect(answer.json?["record"]?["username"] == "ada lé" && answer.json?["record"]?["tags"] == ["1", "02"])
            #expect(answer.json?["record"]?["address"] == ["zip": "007"])
            let paths = (answer.json?["violations"]?.list ?? []).compactMap { $0["path"]?.text }
            #expect(paths == ["/age"])
        }
    }

    @Test func problemsAreProblemDetails() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let valid = try await client.post(
                "\(Self.address)?format=problem", #"{"username":"ada","email":"a@b.com"}"#)
            #expect(valid.status == .noContent && valid.text.isEmpty && valid.version != nil)
            let answer = try await client.post(
                "\(Self.address)?format=problem&locale=de", #"{"username":"a","email":"a@b.com"}"#)
            #expect(answer.status.code == 422 && answer.version != nil)
            #expect(answer.headers[.contentType] == "application/problem+json")
            let error = answer.json?["errors"]?[0]
            #expect(error?["pointer"] == "#/username" && error?["code"] == "string.tooShort")
            #expect(error?["parameters"]?["min"] == 3)
            #expect(error?["detail"]?.text?.contains("Benutzername") == true)
        }
    }

    @Test func oneRecordMayBeAnsweredByLines() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let body = #"{"username":"ada","age":3}"#
            for (format, count) in [("findings", 3), ("verdicts", 2)] {
                let answer = try await client.post("\(Self.address)?format=\(format)", body)
                #expect(answer.status == .ok && answer.lines.count == count, "\(answer.text)")
                #expect(answer.lines.last?.contains(#""complete":true,"summary":{"records":1,"#) == true)
            }
        }
    }

    @Test func anExplanationIsThatOfTheTool() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let body = #"{"username":" ada ","age":3,"items":[{"sku":"x"},{}]}"#
            let answer = try await client.post("\(Self.address)?explain=true&record=true&locale=de", body)
            let turns = answer.json?["explanation"]?.list ?? []
            func outcome(_ type: String, _ path: String) -> String? {
                turns.first { $0["type"]?.text == type && $0["path"]?.text == path }?["outcome"]?.text
            }
            #expect(outcome("trim", "/username") == "passed" && outcome("required", "/email") == "failed")
            #expect(outcome("email", "/email") == "inactive" && outcome("integer", "/age") == "failed")
            #expect(outcome("match", "/items/0/sku") == "failed" && outcome("match", "/items/1/sku") == "skipped")
            #expect(answer.text.contains("muss") && answer.json?["record"]?["country"] == "DE")
            // Everything else is as without it.
            let plain = try await client.post("\(Self.address)?record=true&locale=de", body)
            #expect(plain.json?["violations"] == answer.json?["violations"] && plain.json?["explanation"] == nil)
            let large = #"{"username":"\#(String(repeating: "a", count: 20_000))"}"#
            let refused = try await client.post("\(Self.address)?explain=true", large)
            #expect(
                refused.status == .contentTooLarge && refused.text.contains("explain"), "\(refused.text.prefix(200))")
            let form = try await client.post(
                "\(Self.address)?explain=true", "username=a", "application/x-www-form-urlencoded")
            #expect(form.json?["explanation"]?.list?.isEmpty == false, "\(form.text)")
        }
    }

    @Test func anExplanationHasALimit() async throws {
        let place = try Place(["a.yaml": "rules:\n  - [items.*, expr, { must: \"items.size() > 0\" }]\n"])
        try await place.service().application().test(.live) { client in
            let items = (0..<4000).map { String($0 % 10) }.joined(separator: ",")
            let answer = try await client.post("/v1/rules/a/validate?explain=true", "{\"items\":[\(items)]}")
            #expect(answer.status == .ok && answer.text.utf8.count < 64 << 20)
            let (shown, omitted) = (
                answer.json?["explanation"]?.list?.count ?? 0, answer.json?["omittedRules"]?.int ?? 0
            )
            #expect(shown == 1000 && omitted > 0 && shown + omitted == 4000, "\(shown) \(omitted)")
        }
    }

    @Test func aRecordAloneIsComparedWithNoOther() async throws {
        let place = try Place(["a.yaml": "rules:\n  - [email, unique]\n  - [items.*.id, unique]\n"])
        try await place.service().application().test(.live) { client in
            // Twice: a reader that is used again knows nothing of the record before.
            for _ in 0..<2 {
                let one = try await client.post("/v1/rules/a/validate", #"{"email":"a@b.com"}"#)
                #expect(one.json?["valid"] == true, "\(one.text)")
            }
            try place.write("rules:\n  - [email, unique]\n  - [name, required]\n", to: "a.yaml")
            #expect(
                try await eventually {
                    let answer = try await client.post("/v1/rules/a/validate", #"{"email":"a@b.com"}"#)
                    return answer.json?["violations"]?.list?.map { $0["code"]?.text } == ["required.blank"]
                })
            let many = try await client.post(
                "/v1/rules/a/validate", #"[{"email":"a","name":"b"},{"email":"a","name":"c"}]"#)
            #expect(many.text.contains("unique.") && many.text.contains(#""invalid":1"#), "\(many.text)")
        }
    }

    @Test func ascenarioHasRulesOfItsOwn() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let body = #"{"username":"ada","email":"x"}"#
            #expect(try await client.post(Self.address, body).json?["valid"] == true)
            #expect(try await client.post("\(Self.address)?scenario=register", body).json?["valid"] == false)
            let unknown = try await client.post("\(Self.address)?scenario=registr", body)
            #expect(unknown.status == .notFound && unknown.text.contains("did you mean 'register'"))
        }
    }

    @Test(arguments: ["7", "null", "\"a\"", "true"])
    func aValueThatIsNoObjectIsInvalid(_ body: String) async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.post(Self.address, body)
            #expect(answer.status == .ok && answer.json?["violations"]?[0]?["code"] == "value.object", "\(answer.text)")
        }
    }

    /// What is wrong with a request, with the status and a part of the reason.
    static let mistakes: [(String, String, String?, Int, String)] = [
        ("/v1/rules/signup/validate", "{", "application/json", 400, "at byte"),
        ("/v1/rules/signup/validate", "", "application/json", 400, "detail"),
        ("/v1/rules/signup/validate", "\u{FEFF}{}x", nil, 400, "at byte"),
        ("/v1/rules/signup/validate", String(repeating: "{\"a\":", count: 600), nil, 400, "at byte"),
        ("/v1/rules/signup/validate", "a[b]=1&a=2", "application/x-www-form-urlencoded", 400, "address[city]"),
        ("/v1/rules/signup/validate", "<a/>", "application/xml", 415, "application/xml"),
        ("/v1/rules/signup/validate?locale=d!", "{}", nil, 400, "BCP 47"),
        ("/v1/rules/signup/validate?locale=null", "{}", nil, 400, "BCP 47"),
        ("/v1/rules/signup/validate?locale=__main__", "{}", nil, 400, "BCP 47"),
        ("/v1/rules/signup/validate?explain=yes", "{}", nil, 400, "true or false"),
        ("/v1/rules/signup/validate?explain=true&format=problem", "{}", nil, 422, "format=report"),
        ("/v1/rules/signup/validate?explain=true", "[{}]", nil, 422, "one record"),
        ("/v1/rules/signup/validate?record=true", "[{}]", nil, 422, "one record"),
        ("/v1/rules/signup/validate?format=problem", "[{}]", nil, 422, "one record"),
        ("/v1/rules/signup/validate?format=verdicts", "a=b", "application/x-www-form-urlencoded", 422, "form"),
        ("/v1/rules/signup/validate?lokale=de", "{}", nil, 400, "did you mean 'locale'"),
        ("/v1/rules/signup/validate?locale=de&locale=en", "{}", nil, 400, "twice"),
        ("/v1/rules/signup/validate?format=problems", "{}", nil, 400, "did you mean 'problem'"),
        ("/v1/rules/signup/validate?record=1", "{}", nil, 400, "true or false"),
        ("/v1/rules/signup/validate?register=kids", "{}", nil, 400, "form or data"),
        ("/v1/rules/sign-up/validate", "{}", nil, 404, "did you mean 'signup'"),
        ("/v1/rules/../validate", "{}", nil, 404, ""),
        ("/v2/rules", "{}", nil, 404, ""),
        ("/v1/render", "{}", nil, 400, "violation"),
        ("/v1/render", #"{"code":"a","path":"","attribute":"","severity":{}}"#, nil, 400, "severity"),
        ("/v1/render?locale=de", "", nil, 400, "empty"),
        ("/v1/render?rules=other", "[]", nil, 404, "other"), ("/v1/rules", "{}", nil, 405, "expected GET"),
    ]

    @Test func aMistakeIsAProblemWithAReasonAndWithoutAPlaceOfThisMachine() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            for (address, body, type, status, reason) in Self.mistakes {
                let answer = try await client.post(address, body, type)
                #expect(answer.status.code == status, "\(address) \(body.prefix(20)): \(answer.status) \(answer.text)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(address)")
                #expect(answer.json?["status"]?.int == status)
                #expect(answer.text.contains(reason), "\(address) \(body.prefix(20)): \(answer.text)")
                #expect(!answer.text.contains(place.directory))
            }
        }
        #expect(place.log.lines.allSatisfy { !$0.contains(place.directory) })
    }

    @Test func aBodyAboveTheLimitIsRefused() async throws {
        let place = try Place()
        try await place.service { $0.bodyLimit = 100 }.application().test(.live) { client in
            let small = #"{"username":"ada","email":"a@b.com"}"#
            let accepted = try await client.post(Self.address, small)
            let large = #"{"username":"\#(String(repeating: "a", count: 100))"}"#
            let refused = try await client.post(Self.address, large)
            #expect(accepted.status == .ok && refused.status == .contentTooLarge)
        }
    }

    @Test func aThousandParallelRequestsIn20LanguagesGetTheirOwn() async throws {
        let place = try Place()
        let locales = [
            "en", "de", "fr", "ar", "ja", "ru", "es", "pt-BR", "zh", "ko", "tr", "pl", "nl", "sv", "fi", "cs", "el",
            "he",
            "hi", "th",
        ]
        try await place.service().application().test(.live) { client in
            var expected: [String: String] = [:]
            let body = #"{"username":"","email":"a@b.com","age":3}"#
            for locale in locales {
                expected[locale] = try await client.post("\(Self.address)?locale=\(locale)", body).text
            }
            #expect(Set(expected.values).count == locales.count)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<1000 {
                    let locale = locales[number % locales.count]
                    group.addTask { [expected] in
                        try await client.post(Self.address, body, nil, [.acceptLanguage: locale]).text
                            == expected[locale]
                    }
                }
                var same = 0
                for try await isSame in group where isSame { same += 1 }
                #expect(same == 1000)
            }
        }
    }
}
#endif
