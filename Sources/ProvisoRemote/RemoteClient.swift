#if Remote
internal import AsyncHTTPClient
internal import NIOCore
public import Proviso
internal import Synchronization

/// Sends values to servers, for `remote` rules.
///
/// One client serves all plans of a program: it keeps connections open and reuses them. It sends requests only to its
/// `hosts`, so that a rule file from elsewhere cannot reach what only this machine can. Safe from any thread.
public final class RemoteClient: Sendable {
    /// What a client may do.
    public struct Configuration: Sendable {
        /// The hosts that may receive requests: `api.example.org` for the usual ports, `api.example.org:8443` for
        /// another.
        public var hosts: [String]
        /// Sent with every request, such as `Authorization`.
        public var headers: [String: String]
        /// How many connections to a host are open at the same time; further requests wait for one.
        public var connectionsPerHost = 8
        /// How long to wait before the first further attempt; each one after it waits twice as long.
        ///
        /// A random part of up to one half is taken off, so that clients that failed together do not return together.
        public var backOff: Duration = .milliseconds(100)

        /// Creates a configuration.
        public init(hosts: [String], headers: [String: String] = [:]) {
            self.hosts = hosts
            self.headers = headers
        }
    }

    /// The configuration.
    public let configuration: Configuration
    /// Is called with every response and every fault.
    public weak let delegate: (any RemoteDelegate)?
    let http: HTTPClient
    private let isShutDown = Mutex(false)

    /// Creates a client.
    public init(_ configuration: Configuration, delegate: (any RemoteDelegate)? = nil) {
        self.configuration = configuration
        self.delegate = delegate
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.timeout = HTTPClient.Configuration.Timeout(connect: .seconds(10))
        settings.connectionPool = HTTPClient.Configuration.ConnectionPool(
            idleTimeout: .seconds(30),
            concurrentHTTP1ConnectionsPerHostSoftLimit: max(1, configuration.connectionsPerHost))
        // Else it would continue trying on its own, beside the rule's own attempts.
        settings.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings)
    }

    /// A client for some hosts.
    public convenience init(hosts: String...) { self.init(Configuration(hosts: hosts)) }

    deinit {
        if !isShutDown.withLock({ $0 }) { http.shutdown { _ in } }
    }

    /// Ends all connections; later requests are faults.
    ///
    /// A client that is just dropped ends its connections too.
    public func shutdown() async throws {
        let isFirst = isShutDown.withLock { isShutDown in
            defer { isShutDown = true }
            return !isShutDown
        }
        if isFirst { try await http.shutdown() }
    }
}

/// Receives the responses to `remote` rules.
///
/// It is called on any thread, also by several at the same time.
public protocol RemoteDelegate: AnyObject, Sendable {
    /// A server said whether a value is valid.
    func remoteValidation(at url: String, received isValid: Bool)
    /// There was no usable response.
    func remoteValidation(at url: String, failedWith fault: RemoteFault)
}

extension RemoteDelegate {
    /// Does nothing.
    public func remoteValidation(at url: String, received isValid: Bool) {}
    /// Does nothing.
    public func remoteValidation(at url: String, failedWith fault: RemoteFault) {}
}

/// The reason why there was no usable response.
public struct RemoteFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that names the host, and never a value.
    public let reason: String

    /// A description for people.
    public var description: String { reason }
}

extension Registry {
    /// Adds the rule type `remote`, which sends its requests through a client.
    public mutating func register(remote client: RemoteClient) throws(RuleSetError) {
        try register(
            RuleDefinition(
                type: RemoteValidator.type, origin: .application, options: RemoteValidator.options,
                codes: RemoteValidator.codes, about: RuleTypeFacts(.remote)
            ) { (options: OptionReader) throws(OptionError) -> Check in
                Check(try RemoteValidator(options: options, client: client))
            })
    }
}
#endif
