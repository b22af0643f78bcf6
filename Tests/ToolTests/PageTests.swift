import Foundation
import TestSupport
import Testing

/// The HTML report as a browser shows it (`make test-html`).
@Suite(.waitingForProcesses, .enabled(if: ProcessInfo.processInfo.environment["PROVISO_CHROMIUM"] != nil))
struct PageTests {
    private let chromium = ProcessInfo.processInfo.environment["PROVISO_CHROMIUM"] ?? ""

    private func page(in tool: Tool) throws -> URL {
        var text = ""
        for number in 0..<2_000 {
            let name = number % 3 == 0 ? "" : "<b>n</b>"
            text += "{\"name\":\"\(name)\",\"age\":\(number / 40),\"items\":[{\"sku\":\"\"}]}\n"
        }
        try tool.write(Array(text.utf8), to: "<h6>.ndjson")
        _ = try tool.run([
            "check", "--rules", "rules.yaml", "--locale", "en", "<h6>.ndjson",
            "--format", "html", "--output", "report.html", "--show-values",
        ])
        return tool.folder.appending(path: "report.html")
    }

    private func browse(_ page: URL, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1600"]
            + arguments + [page.absoluteString]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    @Test func theBrowserSeesWhatWasWritten() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let dom = try browse(page(in: tool), "--dump-dom")
        // Twenty findings of each of three kinds, each with its place and its value.
        #expect(dom.ranges(of: "<td class=\"code\" data-name=\"Place\">").count == 3 * 20)
        #expect(dom.ranges(of: "<td class=\"code\" data-name=\"Value\">").count == 3 * 20)
        #expect(dom.contains("… and ") && dom.ranges(of: "<rect ").count > 50)
        for name in ["<script", "<b>", "<h6>"] { #expect(!dom.contains(name), "\(name)") }
    }

    /// Pictures to look at; a page that shows nothing gives a far smaller one.
    @Test func itCanBeSeenByLightAndByDark() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let page = try page(in: tool)
        var pictures: [Data] = []
        for (name, scheme, width) in [("light", "1", 1280), ("dark", "0", 1280), ("phone", "1", 500)] {
            let path = FileManager.default.currentDirectoryPath + "/.build/report-\(name).png"
            _ = try browse(
                page, "--window-size=\(width),1600", "--blink-settings=preferredColorScheme=\(scheme)",
                "--screenshot=\(path)")
            pictures.append(try Data(contentsOf: URL(filePath: path)))
            print("look at \(path)")
        }
        #expect(pictures[0] != pictures[1])
        #expect(pictures.allSatisfy { $0.count > 50_000 })
    }
}
