import Foundation
import TestSupport
import Testing

/// Plugins in workers, as the tool runs them over many records.
@Suite(.waitingForProcesses) struct PluginModeTests {
    /// More records than a batch holds, some of which cannot be read, some invalid by the plugin or by another rule.
    private static let records = (0..<9000).map { index in
        switch index % 10 {
        case 3: "{\"card\": \"4111111111111112\", \"name\": \"\(index)\"}"
        case 5: "{\"card\": \"4111111111111111\"}"
        case 7: "{\"card\": \(index), \"name\": \"x\"}"
        case 8: index % 1000 == 8 ? "{\"card\": " : "{\"name\": \" \"}"
        default: "{\"card\": \" 4111111111111111 \", \"name\": \"x\"}"
        }
    }.joined(separator: "\n")

    @Test func bothModesWriteTheSame() throws {
        let tool = try Tool(
            rules: """
                proviso: 1
                rules:
                  - [card, trim]
                  - [card, proviso/credit-card]
                  - [name, required]
                  - { attributes: name, type: string, min: 2, when: [card, proviso/credit-card] }
                """)
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "plugins"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "libCreditCard.so"),
            to: tool.folder.appending(path: "plugins/card.so"))
        let results = try ["inproc", "worker"].map {
            try tool.check(Self.records, "--plugins", "plugins", "--plugin-mode", $0)
        }
        #expect(results[0].output == results[1].output)
        #expect(results[0].errors == results[1].errors)
        #expect(results.map(\.status) == [3, 3] && !results[1].errors.contains("already used"))
        #expect(results[1].lines.count > 3000)
    }
}
