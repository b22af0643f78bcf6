import Foundation
import TestSupport
import Testing

/// What a newcomer reads first is run as it stands: each command prints what the page shows.
@Suite(.waitingForProcesses) struct RunPageTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    @Test(arguments: [
        ("README.md", 1), ("Docs/FirstRules.md", 8), ("Docs/FirstPlugin.md", 6), ("Docs/Functions.md", 2),
        ("Docs/Projects.md", 7),
    ])
    func eachCommandPrintsWhatThePageShows(_ name: String, _ least: Int) throws {
        let page = try RunPage(Self.root.appending(path: name))
        let commands = page.steps.count { if case .command = $0 { true } else { false } }
        #expect(commands >= least, "\(name) has lost its commands")
        try page.run()
    }
}
