#if Remote
import ProvisoRemote
import Synchronization

extension FaultServer {
    var configuration: RemoteClient.Configuration {
        var configuration = RemoteClient.Configuration(hosts: [host], headers: ["Authorization": "secret"])
        configuration.backOff = .milliseconds(5)
        return configuration
    }
}

extension Duration {
    /// Where the time limit is not what is tested: the machine may be slow, and busy.
    static let patient = Duration.seconds(300)
}

/// Runs a test with a server and a client that may ask it; both are ended afterwards.
func withServer(_ body: (FaultServer, RemoteClient) async throws -> Void) async throws {
    let server = try await FaultServer()
    let client = RemoteClient(server.configuration)
    do {
        try await body(server, client)
    } catch {
        try await client.shutdown()
        try await server.stop()
        throw error
    }
    try await client.shutdown()
    await server.until { $0.connections == 0 }
    try await server.stop()
}

/// Keeps what a client tells its delegate.
final class Ear: RemoteDelegate {
    private let heard = Mutex<[String]>([])

    var all: [String] { heard.withLock { $0 } }

    func remoteValidation(at url: String, received isValid: Bool) { heard.withLock { $0.append("\(url) \(isValid)") } }
    func remoteValidation(at url: String, failedWith fault: RemoteFault) {
        heard.withLock { $0.append("\(url) \(fault)") }
    }
}
#endif
