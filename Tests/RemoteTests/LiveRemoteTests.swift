#if Remote
import Observation
import Proviso
import ProvisoRemote
import Testing

/// Live models whose rules ask a server.
@Suite(.timeLimit(.minutes(30))) @MainActor struct LiveRemoteTests {
    @Observable final class Order: ValidatableModel {
        var count: Int?
        var note = ""
        @ObservationIgnored var live: LiveModel<Order>?

        nonisolated static let attributes: [Attribute<Order>] = [
            Attribute("count", \.count), Attribute("note", \.note),
        ]
        nonisolated static let ruleSet = RuleSet()
    }

    private func plan(_ behaviour: Behaviour, _ server: FaultServer, _ client: RemoteClient) throws -> AsyncModelPlan<
        Order
    > {
        var registry = Registry.standard
        try registry.register(remote: client)
        let rules = """
            rules:
            - [count, integer, { max: 100 }]
            - [count, remote, { url: "\(server.origin)/\(behaviour.rawValue)", retries: 0 }]
            - [note, string, { max: 3 }]
            """
        return try AsyncModelPlan(Order.self, ruleSet: RuleSet(parsing: rules), registry: registry)
    }

    /// Runs a test as `withServer` does, on the main actor.
    private func withPlan(
        _ behaviour: Behaviour, _ body: @MainActor (FaultServer, AsyncModelPlan<Order>) async throws -> Void
    ) async throws {
        let server = try await FaultServer()
        let client = RemoteClient(server.configuration)
        do {
            try await body(server, try plan(behaviour, server, client))
        } catch {
            try await client.shutdown()
            try await server.stop()
            throw error
        }
        try await client.shutdown()
        try await server.stop()
    }

    @Test func theServerIsAskedAboutWhatChanged() async throws {
        try await withPlan(.even) { server, plan in
            let order = Order()
            let live = try LiveModel(order, plan: plan)
            try live.startObserving()
            var updates = live.events().makeAsyncIterator()
            order.count = 3
            #expect(await updates.next()?.waiting == ["count"])
            #expect(await updates.next()?.report.violations.map(\.code) == ["remote.invalid"])
            order.note = "long"
            #expect(await updates.next()?.waiting == [])
            order.count = 101
            #expect(await updates.next()?.waiting == [], "not asked while other rules fail")
            order.note = ""
            #expect(await updates.next()?.attributes == ["note"])
            order.count = 4
            #expect(await updates.next()?.waiting == ["count"])
            #expect(await updates.next()?.isValid == true)
            #expect(try live.validate())
            #expect(server.questions.map(\.body) == [#"{"instance":3}"#, #"{"instance":4}"#])
        }
    }

    @Test func aFailureIsNoVerdictAndIsAskedAgain() async throws {
        try await withPlan(.failing) { server, plan in
            let order = Order()
            let live = try LiveModel(order, plan: plan)
            try live.startObserving()
            order.count = 2
            await server.until { $0.questions == 1 }
            var updates = live.events().makeAsyncIterator()
            if !live.waiting.isEmpty { _ = await updates.next() }
            #expect(live.errors.errors.map(\.code) == [.fault])
            live.didChange("count")
            await server.until { $0.questions == 2 }
        }
    }

    @Test func stoppingAndDroppingEndTheQuestion() async throws {
        try await withPlan(.hang) { server, plan in
            var order: Order? = Order()
            weak let watched = order
            order?.live = try LiveModel(try #require(order), plan: plan)
            weak let live = order?.live
            try live?.startObserving()
            order?.count = 2
            await server.until { $0.questions == 1 }
            order?.count = 4
            await server.until { $0.questions == 2 && $0.connections == 1 }
            live?.stop()
            #expect(live?.waiting == [] && live?.errors.errors.map(\.code) == [.fault])
            await server.until { $0.connections == 0 }
            try live?.startObserving()
            order?.count = 6
            await server.until { $0.questions == 3 }
            order = nil
            while watched != nil || live != nil { await Task.yield() }
            await server.until { $0.connections == 0 }
        }
    }
}
#endif
