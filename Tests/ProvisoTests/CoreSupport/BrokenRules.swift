import Testing

/// A rule file that must be refused, with everything that must be said of it.
struct BrokenRules: Sendable {
    let text: String
    /// `line:column: reason; did you mean …?`, one for each thing that is wrong.
    let diagnostics: [String]
    let location: SourceLocation

    init(_ text: String, _ diagnostics: String..., at location: SourceLocation = #_sourceLocation) {
        self.text = text
        self.diagnostics = diagnostics
        self.location = location
    }

    func run() {
        let found = ProvisoTests.diagnostics(text, file: "f.yaml")
        #expect(found == diagnostics.map { "f.yaml:" + $0 }, sourceLocation: location)
    }
}
