import Dispatch
import Proviso
import Testing

/// A store that answers later.
struct SlowStore: AsyncStore {
    let store: any Store = StoreValidatorTests.store

    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) async throws -> Bool {
        await Task.yield()
        return try store.contains(values, in: collection, except: except)
    }
}

/// `exist`, `unique` and `email` with `checkDNS` in a plan that waits.
struct AsyncStoreTests {
    private func codes(_ rules: [Rule], _ value: AnyValue, _ services: Services) async throws -> [String] {
        var registry = Registry.standard
        registry.services = services
        let plan = try AsyncPlan(RuleSet(rules: rules), registry: registry)
        return try await plan.validate(value).violations.map(\.code.rawValue)
    }

    @Test(arguments: [Services(asyncStore: SlowStore()), Services(store: StoreValidatorTests.store)])
    func storesAreAsked(_ services: Services) async throws {
        let country = [Rule("c", .exist(in: "countries", as: "code", allowArray: true))]
        #expect(try await codes(country, ["c": "DE"], services) == [])
        #expect(try await codes(country, ["c": "XX"], services) == ["exist.invalid"])
        #expect(try await codes(country, ["c": ["DE", "XX", "YY"]], services) == ["exist.invalid"])
        #expect(try await codes(country, ["c": [["DE"]]], services) == ["exist.invalid"])
        let team: KeyValuePairs<String, String> = ["n": "name", "t": "team"]
        let user = [Rule("n", .unique(in: "users", attributes: team)), Rule("t", .string(max: 1))]
        #expect(try await codes(user, ["n": "ada", "t": "a"], services) == ["unique.combination"])
        #expect(try await codes(user, ["n": "ada", "t": "b"], services) == [])
        #expect(try await codes([Rule("n", .unique(in: "usres"))], ["n": "ada"], services) == ["rule.fault"])
    }

    @Test func whatHasErrorsIsNotLookedUp() async throws {
        let team: KeyValuePairs<String, String> = ["n": "name", "t": "team"]
        let user = [Rule("n", .unique(in: "users", attributes: team)), Rule("t", .string(min: 2))]
        #expect(
            try await codes(user, ["n": "ada", "t": "a"], Services(asyncStore: SlowStore())) == ["string.tooShort"])
    }

    /// Answers by the domain's name.
    struct Resolver: MailResolver {
        let asked = Tally()

        func acceptsMail(for domain: String, timeout: Duration) throws -> Bool {
            asked.enter()
            if domain == "down.example" { throw ResolverError(reason: "down") }
            return domain == "mail.example"
        }
    }

    @Test func domainsAreLookedUp() async throws {
        let resolver = Resolver()
        let services = Services(resolver: resolver)
        let rule = [Rule("e", .email(checkDNS: true))]
        #expect(try await codes(rule, ["e": "a@mail.example"], services) == [])
        #expect(try await codes(rule, ["e": "a@web.example"], services) == ["email.domain"])
        #expect(try await codes(rule, ["e": "a@down.example"], services) == ["rule.fault"])
        #expect(try await codes(rule, ["e": "nobody"], services) == ["email.invalid"])
        #expect(resolver.asked.all == 3)
    }

    /// Blocks its thread until it is let go.
    struct Stuck: MailResolver {
        let entered = Meeting(of: 1)
        let gate = DispatchSemaphore(value: 0)

        func acceptsMail(for domain: String, timeout: Duration) throws -> Bool {
            Task { await entered.attend() }
            gate.wait()
            return true
        }
    }

    @Test func aLookUpThatHangsIsGivenUp() async throws {
        let resolver = Stuck()
        let validation = Task { [self] in
            try await codes([Rule("e", .email(checkDNS: true))], ["e": "a@b.example"], Services(resolver: resolver))
        }
        await resolver.entered.begun()
        validation.cancel()
        await #expect(throws: CancellationError.self) { try await validation.value }
        resolver.gate.signal()
    }
}
