import Foundation
import Testing

/// What the compiler itself says where a property has a type that rules cannot validate.
///
/// Only the compiler knows which types conform: these tests run it over small programs.
struct UnsupportedTypeTests {
    private static let message =
        "the property's type is not supported: conform it to 'AttributeValue', make it a model with '@Validatable', or "
        + "mark the property '@NoAttribute'; for Date, UUID, URL, Decimal and Data 'import ProvisoFoundation'"

    struct Row: Sendable {
        let name: String
        let program: String
        /// The lines of the program at which the compiler reports the property.
        let lines: [Int]
    }

    static let rows = [
        Row(
            name: "a variable, a constant, an optional, a list and a dictionary",
            program: """
                import Proviso
                import ProvisoMacros
                struct Money { var cents = 0 }

                @Validatable
                struct Form {
                    @Rules(.required) var name = ""
                    /// What it costs.
                    @Label("Price")
                    var price = Money()
                    let fixed: Money
                    var maybe: Money?
                    var all: [Money] = [], count = 0
                    var byName: [String: Money?]
                    @NoAttribute var hidden = Money()
                }
                """, lines: [10, 11, 12, 13, 14]),
        Row(
            name: "a generic type and a constant that data sets",
            program: """
                import Proviso
                import ProvisoMacros
                enum Tier { case free, pro }
                @Validatable struct Box<Content: AttributeValue> {
                    var content: Content
                    var tier = Tier.free
                }
                @Validatable struct Order: ParsableModel {
                    let `tier`: Tier
                    init() { tier = .free }
                }
                """, lines: [6, 9]),
        Row(
            name: "supported types",
            program: """
                import Proviso
                import ProvisoMacros
                enum Tier: String, AttributeValue { case free, pro }
                @Validatable struct Part { var name = "" }
                @Validatable final class Whole {
                    var tier = Tier.free
                    var parts: [String: [Part?]] = [:]
                    init() {}
                }
                """, lines: []),
    ]

    @Test(.enabled(if: Compiler.isThere, "no compiler, or no macro plugin"), arguments: rows)
    func theErrorIsAtTheProperty(_ row: Row) throws {
        let errors = try Compiler().errors(in: row.program)
        #expect(errors.map(\.line) == row.lines, "\(row.name): \(errors)")
        #expect(errors.allSatisfy { $0.text.hasSuffix(Self.message) }, "\(row.name): \(errors)")
    }
}

/// The Swift compiler with the library and the macros as they were built for these tests.
private struct Compiler {
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    private static let plugin = products.appending(path: "ProvisoMacrosPlugin-tool")
    private static let swiftc = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { swiftc != nil && FileManager.default.isExecutableFile(atPath: plugin.path) }

    /// The bridges that the library's module needs.
    private static let bridges = [
        "ByteBridge", "CryptoBridge", "ArchiveBridge", "ICUBridge", "JSONBridge", "ProvisoABI", "RegexBridge",
        "SystemBridge",
        "WorkerBridge", "YAMLBridge",
    ]

    /// The errors that the compiler reports in a program, in the order of their lines.
    func errors(in program: String) throws -> [(line: Int, text: String)] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "proviso-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Program.swift")
        try Data(program.utf8).write(to: file)
        let output = try run(
            [
                "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-module-cache-path", folder.path,
                "-I", Self.products.appending(path: "Modules").path, "-I",
                Self.root.appending(path: "Sources/Bridges/CICU").path,
                "-load-plugin-executable", "\(Self.plugin.path)#ProvisoMacrosPlugin",
            ] + headers + [file.path])
        let start = "\(file.path):"
        let found = output.split(separator: "\n").filter { $0.contains(": error: ") }.map { line in
            let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 1)
            // An error anywhere else counts as one of line 0.
            return (line.hasPrefix(start) ? parts.first.flatMap { Int($0) } ?? 0 : 0, String(line))
        }
        return found.sorted { $0.0 < $1.0 }
    }

    private var headers: [String] {
        let folders = ["ProvisoABI", "Bridges/WorkerBridge"].map {
            Self.root.appending(path: "Sources/\($0)/include").path
        }
        let maps = Self.bridges.map { Self.products.appending(path: "\($0).build/module.modulemap").path }
        return folders.flatMap { ["-Xcc", "-I\($0)"] } + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: Self.swiftc ?? "/usr/bin/swiftc")
        process.arguments = arguments
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        // A compiler that did not come as far as the program would say nothing of its properties.
        #expect(process.terminationStatus == 0 || text.contains("Program.swift"), "\(text)")
        return text
    }
}
