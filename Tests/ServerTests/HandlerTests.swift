#if Server
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proviso
import ProvisoHummingbird
import ProvisoPlugins
import Testing

/// Validation in handlers of Hummingbird.
struct HandlerTests {
    @Test func theHandlerOfThePageHasWhatTheRulesMadeOfTheBody() async throws {
        try await application().test(.router) { client in
            let answer = try await client.post("/users", #"{"name":" Ada ","email":"a@b.com"}"#)
            #expect(answer.status == .ok && answer.text == "Welcome, Ada from DE!")
            let form = try await client.post(
                "/users", "name=+Ada&email=a%40b.com&country=FR", "application/x-www-form-urlencoded")
            #expect(form.text == "Welcome, Ada from FR!")
        }
    }

    @Test func thePageShowsTheHandlerThatIsTested() throws {
        let own = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: own.appending(path: "HandlerSample.swift"), encoding: .utf8)
        let parts = source.components(separatedBy: "// sample: handler\n")
        let sample = try #require(parts.last?.components(separatedBy: "// end\n").first)
        let page = try String(contentsOf: own.appending(path: "../../Docs/Service.md"), encoding: .utf8)
        #expect(page.contains("```swift\n\(sample)```\n"))
        #expect(sample.split(separator: "\n").count <= 30)
    }

    @Test func anInvalidBodyIsAnsweredInTheLanguageOfTheReader() async throws {
        try await application().test(.router) { client in
            let answer = try await client.post("/users", #"{"name":"","email":"x"}"#, nil, [.acceptLanguage: "de-AT"])
            #expect(answer.status.code == 422 && answer.headers[.contentLanguage] == "de")
            #expect(answer.headers[.contentType] == "application/problem+json")
            let errors = answer.json?["errors"]
            #expect(errors?[0]?["pointer"] == "#/name" && errors?[0]?["code"] == "required.blank")
            #expect(errors?[1]?["label"] == "E-Mail" && errors?.list?.count == 2)
        }
    }

    @Test(arguments: [
        ("{", "application/json", 400), ("[]", "application/json", 400), ("7", "application/json", 400),
        ("", "application/json", 400), ("<a/>", "text/html", 415), ("a=b", "application/x-www-form-urlencoded", 422),
    ])
    func aBodyThatIsNoRecordIsAProblem(_ body: String, _ type: String, _ status: Int) async throws {
        try await application().test(.router) { client in
            let answer = try await client.post("/users", body, type)
            #expect(answer.status.code == status && answer.json?["status"]?.int == status, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func aCompressedBodyIsNotReadAsData() async throws {
        try await application().test(.router) { client in
            let body = ByteBuffer(bytes: [0x1F, 0x8B, 0x08, 0, 0, 0])
            let answer = try await client.execute(uri: "/users", method: .post, headers: [:], body: body) { $0 }
            #expect(answer.status == .unsupportedMediaType && answer.text.contains("gzip"), "\(answer.text)")
        }
    }

    @Test func aBodyThatTheTypeDoesNotFitIsAProblemWithoutItsValues() async throws {
        let validator = RequestValidator(try Plan(RuleSet(rules: [Rule("email", .email)])))
        let router = Router()
        router.add(middleware: ProblemMiddleware())
        router.post("users") { request, _ in try await validator.decode(User.self, from: request).value.name }
        try await Application(router: router).test(.router) { client in
            let answer = try await client.post("/users", #"{"name":["secret"],"email":"a@b.com","country":"DE"}"#)
            #expect(answer.status == .badRequest && answer.text.contains("'name'") && !answer.text.contains("secret"))
        }
    }

    @Test func theMiddlewarePassesOnWhatTheRulesMade() async throws {
        let validator = RequestValidator(try Plan(rules))
        let router = Router()
        router.add(middleware: ProblemMiddleware())
        router.group("users").add(middleware: ValidationMiddleware(validator)).post("") { request, context in
            try await request.decode(as: User.self, context: context).name
        }
        try await Application(router: router).test(.router) { client in
            let valid = try await client.post("/users", #"{"name":" Ada ","email":"a@b.com","country":"FR"}"#)
            let invalid = try await client.post("/users", #"{"name":" "}"#)
            #expect(valid.text == "Ada" && invalid.status.code == 422)
        }
    }

    @Test func limitsHoldForSizeAndTime() async throws {
        var validator = RequestValidator(try Plan(rules))
        validator.limits.body = 50
        validator.limits.time = .milliseconds(50)
        let slow = RequestBody(
            asyncSequence: AsyncStream<ByteBuffer> { stream in
                stream.yield(ByteBuffer(string: "{"))
                // Never finished.
                stream.onTermination = { _ in }
                Holder.shared.keep(stream)
            })
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/users")
        let late = await #expect(throws: ProblemResponse.self) {
            try await validator.validate(Request(head: head, body: slow))
        }
        #expect(late?.status == .requestTimeout)
        let large = RequestBody(buffer: ByteBuffer(string: #"{"name":"\#(String(repeating: "a", count: 50))"}"#))
        let refused = await #expect(throws: ProblemResponse.self) {
            try await validator.validate(Request(head: head, body: large))
        }
        #expect(refused?.status == .contentTooLarge)
    }

    @Test func asyncRulesAndReloadedRulesWork() async throws {
        let place = try Place(["a.yaml": "rules:\n  - [name, trim]\n  - [name, required]\n"])
        let source = try PlanSource(rules: "\(place.directory)/a.yaml")
        let reloading = RequestValidator(source)
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        func request(_ text: String) -> Request {
            Request(head: head, body: RequestBody(buffer: ByteBuffer(string: text)))
        }
        #expect(try await reloading.validate(request(#"{"name":" a "}"#)).record == ["name": "a"])
        try place.write("rules:\n  - [name, string, { min: 5 }]\n", to: "a.yaml")
        source.reload()
        let problem = await #expect(throws: ProblemResponse.self) {
            try await reloading.validate(request(#"{"name":"abc"}"#))
        }
        #expect(problem?.details.errors?.first?.code == "string.tooShort")

        let awaited = RequestValidator(
            try AsyncPlan(
                RuleSet(rules: [Rule("name", .trim), Rule("name", .unique(in: "users"))]), registry: Taken.registry))
        #expect(try await awaited.validate(request(#"{"name":" free "}"#)).record == ["name": "free"])
        let taken = await #expect(throws: ProblemResponse.self) {
            try await awaited.validate(request(#"{"name":" ada "}"#))
        }
        #expect(taken?.details.errors?.first?.code == "unique.taken")
    }
}

/// A store that answers later, and knows ada.
private struct Taken: AsyncStore {
    static var registry: Registry {
        var registry = Registry.standard
        registry.services.asyncStore = Taken()
        return registry
    }

    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) async throws -> Bool {
        await Task.yield()
        return values.values.contains("ada")
    }
}

/// Keeps streams from ending.
private final class Holder: @unchecked Sendable {
    static let shared = Holder()
    private var streams: [AsyncStream<ByteBuffer>.Continuation] = []

    func keep(_ stream: AsyncStream<ByteBuffer>.Continuation) { streams.append(stream) }
}
#endif
