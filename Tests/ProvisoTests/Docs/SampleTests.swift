import Foundation
import Testing

/// The samples in some pages of Docs are those that a file beside this one runs.
struct SampleTests {
    static let pages = [
        ("Docs/Differences.md", "AncestorSamples.swift"), ("Docs/Models.md", "ExtendingSamples.swift"),
        ("Docs/FirstModel.md", "FirstModelSamples.swift"), ("README.md", "ReadmeTests.swift"),
    ]

    /// The text between `// sample: name` and `// end`, without the indentation of the first line.
    private static func samples(in file: String) throws -> [String: String] {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)
        var samples: [String: String] = [:]
        var name: String?
        var margin = 0
        for line in try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n") {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("// sample: ") {
                name = String(text.dropFirst(11))
                margin = line.count - text.count
            } else if text == "// end" {
                name = nil
            } else if let name {
                samples[name, default: ""] += "\(line.dropFirst(min(margin, line.count - text.count)))\n"
            }
        }
        return samples
    }

    /// The page with the samples put where it names them: `<!-- sample: name -->` and a block of Swift.
    private static func page(_ text: String, with samples: [String: String]) -> (text: String, names: Set<String>) {
        var names: Set<String> = []
        var parts = text.components(separatedBy: "<!-- sample: ")
        for index in parts.indices.dropFirst() {
            guard let end = parts[index].range(of: " -->\n") else { continue }
            let name = String(parts[index][..<end.lowerBound])
            var rest = parts[index][end.upperBound...]
            if rest.hasPrefix("```swift\n"), let close = rest.range(of: "\n```\n") { rest = rest[close.upperBound...] }
            parts[index] = "\(name) -->\n```swift\n\(samples[name] ?? "no such sample\n")```\n\(rest)"
            names.insert(name)
        }
        return (parts.joined(separator: "<!-- sample: "), names)
    }

    /// With PROVISO_WRITE_DOCS set, as `make docs` does, the samples are written rather than compared.
    @Test(arguments: pages) func pageShowsWhatIsTested(page: String, source: String) throws {
        let file = RuleReferenceTests.root.appending(path: page)
        let samples = try Self.samples(in: source)
        let written = try String(contentsOf: file, encoding: .utf8)
        let (text, names) = Self.page(written, with: samples)
        #expect(names == Set(samples.keys), "\(page) and \(source) name other samples")
        if ProcessInfo.processInfo.environment["PROVISO_WRITE_DOCS"] != nil {
            return try Data(text.utf8).write(to: file)
        }
        #expect(text == written, "the samples in \(page) are stale: run `make docs` and commit it")
    }
}
