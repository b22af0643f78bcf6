#if Remote
internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import Proviso

/// The target of requests: a URL whose host is among those of the client.
struct RemoteTarget: Sendable {
    let url: String
    /// For people: the host, without what the path may keep secret.
    let host: String
    private let headers: HTTPHeaders

    init(_ url: String, headers own: [String: String], client: RemoteClient) throws(OptionError) {
        func refused(_ reason: String) -> OptionError { OptionError(option: "url", reason: reason) }
        // The client uses the same parser: the URL that is checked here is the one that it requests.
        guard let parsed = URL(string: url), let host = parsed.host()?.lowercased(), !host.isEmpty else {
            throw refused("'\(url)' is not an absolute URL")
        }
        guard let scheme = parsed.scheme?.lowercased(), let usualPort = Self.usualPorts[scheme] else {
            throw refused("must begin with http:// or https://")
        }
        guard parsed.user() == nil, parsed.password() == nil else {
            throw refused("must not hold a user name or password; send a header instead")
        }
        let port = parsed.port ?? usualPort
        let names = port == usualPort ? [host, "\(host):\(port)"] : ["\(host):\(port)"]
        guard client.configuration.hosts.contains(where: { names.contains($0.lowercased()) }) else {
            throw refused("the host '\(names[0])' is not among the client's hosts")
        }
        self.url = url
        self.host = names[0]
        headers = try Self.headers(client.configuration.headers.merging(own) { $1 })
    }

    private static let usualPorts = ["http": 80, "https": 443]
    /// What the request itself decides.
    private static let reserved = [
        "host", "content-length", "content-type", "transfer-encoding", "connection", "accept",
    ]

    private static func headers(_ given: [String: String]) throws(OptionError) -> HTTPHeaders {
        var headers = HTTPHeaders([("Accept", "application/json"), ("Content-Type", "application/json")])
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            let isName = !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
            guard isName, !reserved.contains(name.lowercased()) else {
                throw OptionError(option: "headers", reason: "'\(name)' cannot be set")
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw OptionError(option: "headers", reason: "the value of '\(name)' holds a control character")
            }
            headers.add(name: name, value: value)
        }
        return headers
    }

    /// RFC 9110 §5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    func request(_ body: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = headers
        request.body = .bytes(ByteBuffer(string: body))
        return request
    }
}
#endif
