import Foundation
import Proviso
import ProvisoPlugins
import Synchronization
import Testing

/// A temporary folder where plugins are compiled; it goes with the last reference.
///
/// Plugins stay loaded, so each test compiles its own copies.
final class Workshop: Sendable {
    let folder: String

    init() throws {
        var template = Array("/tmp/proviso-plugins-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Compiles a fixture, or C source, to `<name>.so` (or `output`), and returns its path.
    @discardableResult
    func compile(
        _ source: Source, as name: String, flags: [String] = ["-shared", "-fPIC"], libraries: [String] = [],
        headers: String = Workshop.headers
    ) throws -> String {
        let output = path(name)
        let arguments = flags + libraries
        if case .fixture(let fixture) = source,
            let known = Self.compiled.withLock({ $0[[fixture, headers] + arguments] })
        {
            return try write(known, to: name)
        }
        let input: String
        switch source {
        case .fixture(let fixture): input = Self.fixtures + "/" + fixture + ".c"
        case .text(let text):
            input = output + ".c"
            try text.write(toFile: input, atomically: false, encoding: .utf8)
        }
        let compiler = try #require(Self.compiler, "no C compiler")
        try Self.run(compiler, [input, "-o", output, "-O2", "-I", headers] + arguments)
        if case .fixture(let fixture) = source {
            let bytes = try Data(contentsOf: URL(filePath: output))
            Self.compiled.withLock { $0[[fixture, headers] + arguments] = bytes }
        }
        return output
    }

    /// What was compiled before, by fixture, headers and arguments.
    private static let compiled = Mutex<[[String]: Data]>([:])

    enum Source {
        case fixture(String)
        case text(String)
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// The library loaded from a file of a name, nil when none is loaded.
    static func handle(of name: String) -> UnsafeMutableRawPointer? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return files.lazy.map { "/proc/self/fd/" + $0 }
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) == "/memfd:\(name) (deleted)" }
            .compactMap { dlopen($0, RTLD_NOW | RTLD_NOLOAD) }.first
    }

    /// The SHA-256 of a file, as `sha256sum` finds it.
    func digest(_ path: String) throws -> ContentDigest {
        let text = try Self.output("/usr/bin/sha256sum", [path])
        return try #require(ContentDigest(String(text.prefix(64))))
    }

    /// Compiles a fixture and loads it into a registry.
    func load(_ fixture: String, into registry: Registry = .standard) throws -> Registry {
        var registry = registry
        try registry.load(plugin: compile(.fixture(fixture), as: fixture + ".so"), policy: .inProcess)
        return registry
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    static let fixtures = tests.appending(path: "Fixtures").path()
    static let headers = tests.appending(path: "../../Sources/ProvisoABI/include").path()

    private static let compiler = ["cc", "gcc", "clang"].lazy.compactMap { tool($0) }.first

    /// Where a program is, by PATH.
    static func tool(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func output(_ tool: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) \(arguments): \(text)")
        return text
    }

    static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) \(arguments): \(text)")
    }
}

extension PluginPolicy {
    static let inProcess = PluginPolicy(mode: .inProcess)
}

extension Registry {
    /// What one rule of a type finds in one attribute.
    func violations(
        _ type: RuleType, _ options: [String: AnyValue] = [:], in value: AnyValue, when: Condition? = nil
    ) throws -> [Violation] {
        let rule = Rule("n", .type(type, options), when: when, skipOnEmpty: false)
        return try Plan(RuleSet(rules: [rule]), registry: self).validate(["n": value]).violations
    }

    func codes(_ type: RuleType, _ options: [String: AnyValue] = [:], in value: AnyValue) throws -> [Code] {
        try violations(type, options, in: value).map(\.code)
    }
}

extension RuleSetError {
    /// What is wrong, without the place in the test where the rule was written.
    var words: String { diagnostics.map { $0.reason + Suggestion.hint($0.suggestion) }.joined(separator: "; ") }
}
