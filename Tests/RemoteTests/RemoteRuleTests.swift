#if Remote
import NIOHTTP1
import Proviso
import ProvisoRemote
import TestSupport
import Testing

/// What the rule `remote` asks, and what it makes of answers and of their absence.
@Suite(.prompt) struct RemoteRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let behaviour: Behaviour
        let code: Code?
        /// A part of the fault's reason.
        let reason: String
        /// How often the server was asked.
        let attempts: Int
        let location: SourceLocation

        init(
            _ behaviour: Behaviour, _ code: Code?, _ reason: String = "", attempts: Int = 1,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.behaviour = behaviour
            self.code = code
            self.reason = reason
            self.attempts = attempts
            self.location = location
        }

        var testDescription: String { behaviour.rawValue }
    }

    static let rows = [
        Row(.valid, nil), Row(.newline, nil), Row(.slow, nil), Row(.invalid, "remote.invalid"),
        Row(.quoted, .fault, "something else: expected true or false in the response"),
        Row(.upper, .fault, "something else"),
        Row(.nothing, .fault, "sent an empty response"), Row(.object, .fault, "something else"),
        Row(.html, .fault, "something else"),
        Row(.failing, .fault, "status 500"), Row(.missing, .fault, "status 404"), Row(.created, .fault, "status 201"),
        Row(.redirect, .fault, "status 307"),
        Row(.once, nil, attempts: 2), Row(.unavailable, .fault, "status 503", attempts: 3),
        Row(.busy, .fault, "status 429"), Row(.patient, nil, attempts: 2), Row(.overloaded, .fault, "status 429"),
        Row(.huge, .fault, "more than 1024 bytes"),
        Row(.half, .fault, "closed the connection before the response was complete"),
        Row(.reset, .fault, "did not respond"), Row(.close, .fault, "did not respond"),
    ]

    @Test(arguments: rows) func row(_ row: Row) async throws {
        try await withServer { server, client in
            let plan = try AsyncPlan(
                RuleSet(rules: [
                    Rule("a", .remote("\(server.origin)/\(row.behaviour.rawValue)", client: client, timeout: .patient))
                ]))
            let found = try await plan.validate(["a": 2]).violations
            #expect(found.map(\.code) == (row.code.map { [$0] } ?? []), sourceLocation: row.location)
            if row.code == .fault {
                let reason = found.first?.parameters["reason"]?.plainText ?? ""
                #expect(reason.contains(row.reason), "\(reason)", sourceLocation: row.location)
                #expect(reason.hasPrefix(server.host), "\(reason)", sourceLocation: row.location)
            }
            #expect(server.questions.count == row.attempts, sourceLocation: row.location)
        }
    }

    @Test func theQuestionIsAJW() async throws {
        try await withServer { server, client in
            var registry = Registry.standard
            try registry.register(remote: client)
            let rules = """
                proviso: 1
                rules:
                - [name, trim]
                - [name, remote, { url: "\(server.origin)/valid", timeout: 300, headers: { X-Key: k },
                    extra: { shop: 7, land: { attribute: country } } }]
                - [other, remote, { url: "\(server.origin)/valid", timeout: 300, extra: [country], skipOnEmpty: false }]
                - [country, safe]
                """
            let plan = try AsyncPlan(RuleSet(parsing: rules), registry: registry)
            #expect(try await plan.validate(["name": " \"Ä\" ", "country": "DE"]).isValid)
            let questions = server.questions.sorted { $0.body > $1.body }
            #expect(questions.map(\.method) == [.POST, .POST])
            #expect(
                questions.map(\.body) == [
                    #"{"instance":"\"Ä\"","extra":{"shop":7,"land":"DE"}}"#,
                    #"{"instance":"","extra":{"country":"DE"}}"#,
                ])
            let headers = try #require(questions.first?.headers)
            #expect(headers["Content-Type"] == ["application/json"] && headers["Accept"] == ["application/json"])
            #expect(headers["X-Key"] == ["k"] && headers["Authorization"] == ["secret"])
        }
    }

    @Test func nothingIsAskedAboutWhatIsWrongAlready() async throws {
        try await withServer { server, client in
            let url = "\(server.origin)/invalid"
            let plan = try AsyncPlan(
                RuleSet(rules: [
                    Rule("a", .remote(url, client: client, timeout: .patient)), Rule("a", .string(max: 1)),
                    Rule("b", .remote(url, client: client, timeout: .patient)),
                ]))
            let found = try await plan.validate(["a": "xx", "b": ""]).violations
            #expect(found.map(\.code) == ["string.tooLong"])
            #expect(server.questions.isEmpty)
        }
    }

    @Test func severalRulesAreJoined() async throws {
        try await withServer { server, client in
            func rule(_ path: String) -> Rule {
                Rule("a", .remote("\(server.origin)/\(path)", client: client, timeout: .patient))
            }
            let rules = [rule("invalid"), rule("valid"), rule("failing"), rule("slow")]
            let report = try await AsyncPlan(RuleSet(rules: rules)).validate(["a": 1])
            #expect(report.violations.map(\.code) == ["remote.invalid", .fault])
            #expect(report.violations.map(\.rule.id) == ["1", "3"])
        }
    }

    @Test func aHangingServerHasATimeLimit() async throws {
        try await withServer { server, client in
            let rule = Rule("a", .remote("\(server.origin)/hang", client: client, timeout: .milliseconds(100)))
            let violation = try await AsyncPlan(RuleSet(rules: [rule])).validate(["a": 1]).violations.first
            #expect(violation?.code == .fault)
            let reason = violation?.parameters["reason"]?.plainText
            #expect(reason == "\(server.host) did not respond within 0.1 seconds")
        }
    }

    @Test func nobodyAtHomeIsTriedAgain() async throws {
        let server = try await FaultServer()
        let ear = Ear()
        let client = RemoteClient(server.configuration, delegate: ear)
        try await server.stop()
        let validator = RemoteValidator("\(server.origin)/valid", client: client, timeout: .patient, retries: 1)
        await #expect { _ = try await validator.isValid(1) } throws: { error in
            "\(error)".hasPrefix("\(server.host) could not be reached")
        }
        #expect(ear.all.count == 1)
        try await client.shutdown()
        try await client.shutdown()
        await #expect(throws: RemoteFault.self) { try await validator.isValid(1) }
    }

    @Test func connectionsAreUsedAgain() async throws {
        try await withServer { server, client in
            let validator = RemoteValidator("\(server.origin)/even", client: client, timeout: .patient)
            for number in 0..<50 {
                let isValid = try await validator.isValid(.integer(Int64(number)))
                #expect(isValid == number.isMultiple(of: 2))
            }
            #expect(server.counts.opened == 1)
        }
    }

    @Test func aDelegateHearsTheAnswers() async throws {
        let server = try await FaultServer()
        let ear = Ear()
        let client = RemoteClient(server.configuration, delegate: ear)
        for path in ["valid", "invalid", "failing"] {
            _ = try? await RemoteValidator("\(server.origin)/\(path)", client: client, timeout: .patient).isValid(1)
        }
        let (host, origin) = (server.host, server.origin)
        #expect(
            ear.all == [
                "\(origin)/valid true", "\(origin)/invalid false",
                "\(origin)/failing \(host) responded with status 500",
            ])
        try await client.shutdown()
        try await server.stop()
    }

    @Test func theMessageIsASentence() async throws {
        try await withServer { server, client in
            let url = "\(server.origin)/invalid"
            let plan = try AsyncPlan(RuleSet(rules: [Rule("name", .remote(url, client: client, timeout: .patient))]))
            let report = try await plan.validate(["name": "x"])
            #expect(plan.localizer(preferring: "en").texts(report) == ["Name was rejected by the server."])
            #expect(plan.localizer(preferring: "de").texts(report) == ["Name wurde vom Server abgelehnt."])
        }
    }
}

/// Rules that are refused when a plan is made.
struct RemoteRefusalTests {
    @Test(arguments: [
        ("url: 'ftp://a.example/'", "option 'url' of 'remote': must begin with http:// or https://"),
        ("url: 'file:///etc/passwd'", "is not an absolute URL"),
        ("url: /there", "is not an absolute URL"),
        ("url: 'https://evil.example/'", "the host 'evil.example' is not among the client's hosts"),
        ("url: 'https://a.example:444/'", "the host 'a.example:444' is not among the client's hosts"),
        ("url: 'https://a.example.evil.example/'", "the host 'a.example.evil.example' is not among"),
        ("url: 'https://a.example@evil.example/'", "must not hold a user name"),
        ("url: 'https://evil.example\\\\@a.example/'", ""),
        ("url: 'http://[::1]/'", "is not among the client's hosts"),
        ("url: 'https://a.example/', headers: {Host: x}", "option 'headers' of 'remote': 'Host' cannot be set"),
        ("url: 'https://a.example/', headers: {'X Y': x}", "'X Y' cannot be set"),
        ("url: 'https://a.example/', headers: {X: \"a\\r\\nb\"}", "the value of 'X' holds a control character"),
        ("url: 'https://a.example/', headers: {X: 5}", "'X' must be a string"),
        ("url: 'https://a.example/', timeout: 0", "more than 0"),
        ("url: 'https://a.example/', timeout: 301", "at most 300 seconds"),
        ("url: 'https://a.example/', timeout: 1e300", "at most 300 seconds"),
        ("url: 'https://a.example/', timeout: -1", "more than 0"),
        ("url: 'https://a.example/', retries: 11", "at most 10"),
        ("url: 'https://a.example/', retries: -1", "not be negative"),
        ("url: 'https://a.example/', extra: 5", "must be an object"),
        ("url: 'https://a.example/', tiemout: 5", "unknown option 'tiemout' of 'remote'"),
        ("timeout: 5", "'remote' needs the option 'url'"),
    ]) func isRefused(_ options: String, _ reason: String) throws {
        let client = RemoteClient(hosts: "a.example", "b.example:8080")
        var registry = Registry.standard
        try registry.register(remote: client)
        let ruleSet = try RuleSet(parsing: "proviso: 1\nrules:\n- [a, remote, {\(options)}]")
        let error = #expect(throws: RuleSetError.self) { try AsyncPlan(ruleSet, registry: registry) }
        #expect(error?.description.contains(reason) ?? false, "\(error?.description ?? "")")
        #expect(error?.diagnostics.first?.position?.line == 3)
    }

    /// The program lists the hosts; a rule file names one of them, and one of a stranger none at all.
    @Test(arguments: [
        "https://b.example/", "https://a.example.b.example/", "https://a.example:8443/", "https://a.example@b.example/",
        "https://b.example/?https://a.example/", "https://b.example#a.example", "https://[::1]/", "file:///etc/passwd",
    ])
    func aRuleFileCannotChooseItsHost(_ url: String) throws {
        var registry = Registry.standard
        try registry.register(remote: RemoteClient(hosts: "a.example"))
        let text = "rules:\n- [a, remote, {url: '\(url)'}]"
        let error = #expect(throws: RuleSetError.self) { try AsyncPlan(RuleSet(parsing: text), registry: registry) }
        #expect(error?.description.contains("option 'url' of 'remote'") == true, "\(error?.description ?? "")")
        let own = "rules:\n- [a, remote, {url: 'https://a.example/'}]"
        _ = try AsyncPlan(RuleSet(parsing: own), registry: registry)
        let stranger = #expect(throws: RuleSetError.self) {
            try AsyncPlan(RuleSet(parsing: own, from: .untrusted), registry: registry)
        }
        #expect(stranger?.description.contains("uses the network") == true, "\(stranger?.description ?? "")")
    }

    /// The same bounds as in rule files, where Swift allows any duration and any number.
    @Test(
        arguments: [
            (.zero, 0, "more than 0"), (.seconds(-1), 0, "more than 0"), (.seconds(301), 0, "at most 300 seconds"),
            (.seconds(Int64.max), 0, "at most 300 seconds"), (.seconds(1), -1, "not be negative"),
            (.seconds(1), 11, "at most 10"), (.seconds(1), .max, "at most 10"),
        ] as [(Duration, Int, String)])
    func isRefusedInSwift(_ timeout: Duration, _ retries: Int, _ reason: String) async throws {
        let client = RemoteClient(hosts: "a.example")
        let url = "https://a.example/"
        let rule = Rule("a", .remote(url, client: client, timeout: timeout, retries: retries))
        let error = #expect(throws: RuleSetError.self) { try AsyncPlan(RuleSet(rules: [rule])) }
        #expect(error?.description.contains(reason) ?? false, "\(error?.description ?? "")")
        let alone = RemoteValidator(url, client: client, timeout: timeout, retries: retries)
        await #expect(throws: OptionError.self) { try await alone.isValid(1) }
    }

    @Test(arguments: [
        "https://a.example/x", "http://A.EXAMPLE/", "https://a.example:443/", "https://b.example:8080/x?y=z",
    ]) func isAccepted(_ url: String) throws {
        let client = RemoteClient(hosts: "a.example", "b.example:8080")
        _ = try AsyncPlan(RuleSet(rules: [Rule("a", .remote(url, client: client))]))
    }

    @Test func aPlainPlanRefusesIt() {
        let client = RemoteClient(hosts: "a.example")
        let ruleSet = RuleSet(rules: [Rule("a", .remote("https://a.example/", client: client))])
        let error = #expect(throws: RuleSetError.self) { try Plan(ruleSet) }
        #expect(error?.diagnostics.map(\.reason) == ["'remote': is async: use AsyncPlan instead of Plan"])
    }
}
#endif
