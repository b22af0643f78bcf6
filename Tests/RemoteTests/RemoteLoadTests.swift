#if Remote
import NIOCore
import NIOPosix
import Proviso
import ProvisoRemote
import TestSupport
import Testing

/// Many questions, and questions that nobody waits for any more.
@Suite(.prompt) struct RemoteLoadTests {
    /// Many questions, ten thousand if PROVISO_THOROUGH is set; one in ten of them meets a fault.
    @Test func noWrongVerdictAndNoLeak() async throws {
        let server = try await FaultServer()
        var configuration = server.configuration
        configuration.connectionsPerHost = 32
        configuration.backOff = .milliseconds(1)
        weak var dropped: RemoteClient?
        let questions = count(2_000, thorough: 10_000)
        let tally = Ear()
        do {
            let client = RemoteClient(configuration, delegate: tally)
            dropped = client
            let plan = try AsyncPlan(
                RuleSet(rules: [
                    Rule("a", .remote("\(server.origin)/mixed", client: client, timeout: .patient)),
                    Rule("b", .remote("\(server.origin)/hang", client: client, timeout: .milliseconds(300))),
                ]))
            let wrong = try await withThrowingTaskGroup(of: [Int].self) { group in
                let workers = 64
                for worker in 0..<workers {
                    group.addTask {
                        var wrong: [Int] = []
                        for number in stride(from: worker, to: questions, by: workers) {
                            let found = try await plan.validate(Self.record(number)).violations
                            if found.map(\.code) != Self.expected(number) { wrong.append(number) }
                        }
                        return wrong
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(wrong.sorted() == [])
            try await client.shutdown()
        }
        // Each question was answered once, whatever came of it, and all connections are gone.
        #expect(tally.all.count == questions)
        await server.until { $0.connections == 0 }
        #expect(dropped == nil)
        try await server.stop()
    }

    /// One number in a thousand is asked of a server that hangs.
    private static func hangs(_ number: Int) -> Bool { number % 1000 == 503 }

    private static func record(_ number: Int) -> AnyValue {
        [hangs(number) ? "b" : "a": .integer(Int64(number))]
    }

    private static func expected(_ number: Int) -> [Code] {
        if hangs(number) { return [.fault] }
        switch Behaviour.mixed(number) {
        case .even, .once: return number.isMultiple(of: 2) ? [] : ["remote.invalid"]
        default: return [.fault]
        }
    }

    @Test func cancellingTakesTenMilliseconds() async throws {
        try await withServer { server, client in
            let plan = try AsyncPlan(
                RuleSet(rules: [Rule("a", .remote("\(server.origin)/hang", client: client, timeout: .patient))]))
            var times: [Duration] = []
            var usual: [Duration] = []
            for number in 1...21 {
                times.append(
                    await Self.timeToCancel(after: { await server.until { $0.questions >= number } }) {
                        _ = try await plan.validate(["a": 1])
                    })
                usual.append(await Self.timeToCancel(after: {}) { try await Self.wait() })
            }
            // Load adds to each of them, and never takes away: the quickest ones tell what it costs.
            let (time, control) = (try #require(times.min()), try #require(usual.min()))
            #expect(time <= max(.milliseconds(10), control * 5), "anything else: \(control)")
        }
    }

    /// What cancelling takes on this machine now, whatever is cancelled: a group of two tasks, one of which waits for
    /// an event loop.
    private static func wait() async throws {
        let promise = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Task.sleep(for: .seconds(3600)) }
            group.addTask {
                try await withTaskCancellationHandler {
                    try await promise.futureResult.get()
                } onCancel: {
                    promise.fail(CancellationError())
                }
            }
            try await group.next()
        }
    }

    private static func timeToCancel(
        after begun: () async -> Void, _ work: @escaping @Sendable () async throws -> Void
    ) async -> Duration {
        let task = Task { try await work() }
        await begun()
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        let result = await task.result
        let time = clock.now - start
        #expect(throws: CancellationError.self) { try result.get() }
        return time
    }

    @Test func aDroppedClientEndsItsConnections() async throws {
        let server = try await FaultServer()
        do {
            let client = RemoteClient(server.configuration)
            #expect(try await RemoteValidator("\(server.origin)/valid", client: client, timeout: .patient).isValid(1))
            #expect(server.counts.connections == 1)
        }
        await server.until { $0.connections == 0 }
        try await server.stop()
    }
}
#endif
