import Observation
import Proviso
import ProvisoMacros
import Testing

@Observable @Validatable
final class Watched {
    @Rules(.required) var name = ""
    @Rules(.compare(with: "name")) var again = ""
    @ObservationIgnored @NoAttribute var live: LiveModel<Watched>?
}

/// The macro beside the one that makes classes observable.
@Suite(.timeLimit(.minutes(30))) @MainActor struct ObservedTests {
    @Test func whatTheMacroMakesIsObserved() async throws {
        let watched = Watched()
        let live = try LiveModel(watched)
        try live.startObserving()
        watched.live = live
        var updates = live.events().makeAsyncIterator()
        watched.again = "x"
        #expect(await updates.next()?.attributes == ["again"])
        #expect(live.hasErrors(of: "again"))
        watched.name = "x"
        #expect(await updates.next()?.attributes == ["name", "again"])
        #expect(!live.hasErrors)
    }
}
