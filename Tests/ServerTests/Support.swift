#if Server
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Synchronization
import Testing

/// A directory with rule files, and the server for it.
final class Place: Sendable {
    let directory: String
    let log = KeptLog()

    static let signup = """
        labels:
          username: { en: User name, de: Benutzername, ar: اسم المستخدم }
        rules:
          - [username, trim]
          - [[username, email], required]
          - [username, string, { min: 3, max: 24 }]
          - { attributes: email, type: email, on: register }
          - [age, integer, { min: 18 }]
          - [country, default, { value: DE }]
          - [country, in, { range: [DE, FR] }]
          - { attributes: items.*.sku, type: match, pattern: "^[A-Z]{3}$" }
        """

    init(_ files: [String: String] = ["signup.yaml": Place.signup]) throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("proviso-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
        directory = base.path
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Writes a file as careful editors do: whole, under another name first.
    func write(_ text: String, to name: String) throws {
        let draft = "\(directory)/.\(name).draft"
        try text.write(toFile: draft, atomically: false, encoding: .utf8)
        guard rename(draft, "\(directory)/\(name)") == 0 else { throw Failure(reason: "rename") }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(directory)/\(name)") }

    func service(
        tokens: Tokens? = nil, _ change: (inout ServerOptions) -> Void = { _ in }
    ) -> ValidationService {
        var options = ServerOptions()
        options.rules = directory
        change(&options)
        let log = log
        return ValidationService(options, tokens: tokens, log: Logger(label: "test") { _ in log })
    }

    struct Failure: Error { let reason: String }
}

/// What was logged.
final class KeptLog: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .notice }
        set {}
    }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append("\(event.level): \(event.message)") } }
}

extension TestResponse {
    var text: String { String(buffer: body) }
    var json: AnyValue? { try? AnyValue(json: Array(body.readableBytesView)) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var version: String? { HTTPField.Name("Proviso-Rules-Version").flatMap { headers[$0] } }
}

extension TestClientProtocol {
    func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: uri, method: .get, headers: headers, body: nil) { $0 }
    }

    func send(
        _ method: HTTPRequest.Method, _ uri: String, _ body: String = "", _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await execute(uri: uri, method: method, headers: headers, body: ByteBuffer(string: body)) { $0 }
    }

    func post(
        _ uri: String, _ body: String, _ type: String? = "application/json", _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = type
        return try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body)) { $0 }
    }
}

/// Waits until something is true; files are watched on another thread.
func eventually(within seconds: Double = 60, _ isTrue: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try await isTrue() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return false
}
#endif
