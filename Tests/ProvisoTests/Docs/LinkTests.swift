import Foundation
import Testing

/// The links of all pages lead to files and headings that exist, and no page of Docs is missing from the index.
struct LinkTests {
    static let pages: [String] = {
        let places = [
            "", "Docs/", "SDKs/", "Fuzz/", "Examples/debian/", "Examples/live/", "Examples/signup/", "Examples/spark/",
        ]
        return places.flatMap { place in
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: RuleReferenceTests.root.appending(path: place).path())
            return (names ?? []).filter { $0.hasSuffix(".md") }.map { place + $0 }
        }.sorted()
    }()

    /// The text of a page without its code.
    private static func prose(_ page: URL) throws -> String {
        var text = ""
        var isCode = false
        for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                text += line + "\n"
            }
        }
        return text
    }

    /// The targets of links; what is in backticks is none, unless it is what the link shows.
    private static func links(_ prose: String) -> [String] {
        let pattern = /(?:\[(?:[^\[\]`]|`[^`\n]+`)*\]\(([^()\s]+)\))|`[^`\n]+`/
        return prose.matches(of: pattern).compactMap { $0.1.map(String.init) }
    }

    /// The anchors of a page's headings, as GitHub makes them.
    private static func anchors(_ page: URL) throws -> Set<String> {
        var found: Set<String> = []
        for line in try prose(page).split(separator: "\n") {
            guard let heading = line.wholeMatch(of: /#{1,6} (.+)/)?.1 else { continue }
            let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.lowercased()
            let kept = text.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == " " }
            let name = String(kept.map { $0 == " " ? "-" : $0 })
            var (anchor, count) = (name, 0)
            while !found.insert(anchor).inserted {
                count += 1
                anchor = "\(name)-\(count)"
            }
        }
        return found
    }

    @Test(arguments: pages) func linksLeadSomewhere(_ name: String) throws {
        let page = RuleReferenceTests.root.appending(path: name)
        for link in try Self.links(Self.prose(page)) where !link.contains("://") && !link.hasPrefix("mailto:") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? page : page.deletingLastPathComponent().appending(path: parts[0]).standardized
            #expect(FileManager.default.fileExists(atPath: file.path()), "\(name): \(link)")
            guard parts.count > 1, file.pathExtension == "md" else { continue }
            #expect(try Self.anchors(file).contains(parts[1]), "\(name): \(link)")
        }
    }

    @Test func theIndexNamesEachPage() throws {
        let index = RuleReferenceTests.root.appending(path: "Docs/README.md")
        let named = Set(try Self.links(Self.prose(index)).map { $0.split(separator: "#")[0] })
        let missing = Self.pages.filter {
            $0.hasPrefix("Docs/") && $0 != "Docs/README.md" && !named.contains($0.dropFirst(5))
        }
        #expect(missing.isEmpty, "add these to Docs/README.md")
    }

    @Test func thereAreManyPages() { #expect(Self.pages.count > 40) }
}
