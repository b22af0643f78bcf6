internal import SystemBridge

/// Finds out whether a domain accepts mail.
public protocol MailResolver: Sendable {
    /// Whether a domain has an MX record, or an address where mail could be delivered without one.
    ///
    /// `domain` is ASCII. Throws if there is no answer within `timeout`: that does not mean "no".
    func acceptsMail(for domain: String, timeout: Duration) throws -> Bool

    /// The same without blocking the caller's thread; it ends early if the task is cancelled.
    ///
    /// By default it calls `acceptsMail` on a thread that may block. The name differs, because a type's synchronous
    /// method would otherwise take the place of this default.
    func acceptsMailAsync(for domain: String, timeout: Duration) async throws -> Bool
}

extension MailResolver {
    /// Calls `acceptsMail` on a thread that may block.
    public func acceptsMailAsync(for domain: String, timeout: Duration) async throws -> Bool {
        try await Blocking.call { try acceptsMail(for: domain, timeout: timeout) }
    }
}

/// Queries the domain name system with the machine's settings.
///
/// Each query runs on a thread of its own and is given up after its timeout. While many of them hang, new ones are
/// refused at once. A null MX record (RFC 7505) means no.
public struct SystemResolver: MailResolver {
    /// Creates a resolver.
    public init() {}

    /// Whether a domain accepts mail.
    public func acceptsMail(for domain: String, timeout: Duration) throws -> Bool {
        let seconds = timeout / .seconds(1)
        return switch prv_domain_takes_mail(domain, seconds) {
        case PRV_MAIL_YES: true
        case PRV_MAIL_NO: false
        case PRV_MAIL_LATE: throw ResolverError(reason: "no response about '\(domain)' within \(seconds) seconds")
        case PRV_MAIL_BUSY: throw ResolverError(reason: "too many DNS queries are pending")
        default: throw ResolverError(reason: "the DNS gave no response about '\(domain)'")
        }
    }
}

/// Why a resolver could not answer.
public struct ResolverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a sentence without a full stop.
    public let reason: String

    /// Creates an error.
    public init(reason: String) {
        self.reason = reason
    }

    /// A description for people.
    public var description: String { reason }
}
