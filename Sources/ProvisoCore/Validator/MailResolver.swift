internal import SystemBridge

/// Finds out whether a domain takes mail.
public protocol MailResolver: Sendable {
    /// Whether a domain has an MX record, or an address where mail could be delivered without one.
    ///
    /// `domain` is ASCII. Throws when no answer could be had within `timeout` seconds: that is not "no".
    func takesMail(_ domain: String, timeout: Double) throws -> Bool

    /// The same answer without keeping the caller's thread waiting; given up when the task is cancelled.
    ///
    /// By default `takesMail` is called on a thread that may wait.
    func answer(about domain: String, timeout: Double) async throws -> Bool
}

extension MailResolver {
    public func answer(about domain: String, timeout: Double) async throws -> Bool {
        try await Blocking.call { try takesMail(domain, timeout: timeout) }
    }
}

/// Asks the domain name system as the machine is set up.
///
/// Each question runs on a thread of its own and is given up when its time is over; while many of them hang, new ones
/// are refused at once. A null MX record (RFC 7505) means no.
public struct SystemResolver: MailResolver {
    public init() {}

    public func takesMail(_ domain: String, timeout: Double) throws -> Bool {
        switch prv_domain_takes_mail(domain, timeout) {
        case PRV_MAIL_YES: return true
        case PRV_MAIL_NO: return false
        case PRV_MAIL_LATE: throw ResolverError(reason: "no answer about '\(domain)' within \(timeout) seconds")
        case PRV_MAIL_BUSY: throw ResolverError(reason: "too many DNS queries are pending")
        default: throw ResolverError(reason: "the DNS gave no answer about '\(domain)'")
        }
    }
}

/// Why a resolver could not answer.
public struct ResolverError: Error, Sendable, Hashable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }

    public var description: String { reason }
}
