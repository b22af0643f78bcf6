#if Remote
public import Proviso

/// Requires a value that a server accepts.
///
/// `url` receives a POST with the JSON object `{"instance": <value>}`, in which null is sent as `""`, with `"extra"` if
/// the rule has some. Status 200 with the JSON text `true` means valid, with `false` invalid. Everything else is a
/// fault, never valid. Redirects are not followed. The rule is async: it runs after the attribute's other rules passed,
/// and needs an `AsyncPlan`.
///
/// `extra` is an object or a list of other attributes. The members of an object are sent unchanged, or with the value
/// of another attribute if they are `{ attribute: name }`. `timeout` limits all attempts together. `retries` counts
/// further attempts after failures to connect, the statuses 502, 503 and 504, and 429 with `Retry-After`.
///
/// ```yaml
/// - [username, remote, { url: "https://api.example.org/username-is-free", extra: [country] }]
/// ```
public struct RemoteValidator: AsyncValidator {
    /// The rule type `remote`.
    public static let type: RuleType = "remote"
    /// The options of the rule type.
    public static let options = [
        OptionDescription("url", .text, "the URL of the request, at one of the client's hosts", isRequired: true),
        OptionDescription(
            "extra", .any, "what to send beside the value: an object, or a list of other attributes"),
        OptionDescription("timeout", .number, "how many seconds it may take with all attempts, 10 by default"),
        OptionDescription("retries", .integer, "how many further attempts there are, 2 by default"),
        OptionDescription("headers", .any, "an object of headers to send, by name"),
    ]
    /// The codes that it reports.
    public static let codes = [CodeDescription("remote.invalid")]

    /// A part of what is sent beside the value.
    public enum Extra: Sendable {
        /// A constant.
        case value(AnyValue)
        /// The value of another attribute.
        case attribute(String)
    }

    private let client: RemoteClient
    private let target: Result<RemoteTarget, OptionError>
    private let extra: [(name: String, content: Extra)]
    private let timeout: Duration
    private let retries: Int
    /// The other attributes in `extra`, in its order.
    public private(set) var others: [AttributeReference] = []

    /// An invalid URL, header, timeout or number of retries throws when the plan is made.
    public init(
        _ url: String, client: RemoteClient, extra: KeyValuePairs<String, Extra> = [:],
        timeout: Duration = .seconds(10), retries: Int = 2, headers: [String: String] = [:]
    ) {
        self.client = client
        self.extra = extra.map { ($0.key, $0.value) }
        self.timeout = timeout
        self.retries = retries
        target = Result { () throws(OptionError) in try RemoteTarget(url, headers: headers, client: client) }
    }

    init(options: borrowing OptionReader, client: RemoteClient) throws(OptionError) {
        self.client = client
        let headers = try RemoteOptions.headers(options)
        guard let url = try options.text("url") else { throw OptionError(option: "url", reason: "is required") }
        target = .success(try RemoteTarget(url, headers: headers, client: client))
        extra = try RemoteOptions.extra(options)
        timeout = try RemoteOptions.timeout(options)
        retries = try RemoteOptions.retries(options)
    }

    /// Finds the attributes that the request includes.
    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        _ = try checkedTarget()
        others = []
        for case (_, .attribute(let name)) in extra {
            others.append(try binding.reference(to: name, option: "extra"))
        }
    }

    private func checkedTarget() throws(OptionError) -> RemoteTarget {
        try RemoteOptions.check(timeout: timeout)
        try RemoteOptions.check(retries: retries)
        return try target.get()
    }

    /// Sends the value to the server and returns its findings.
    public func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding] {
        var references = others[...]
        let extra: [AnyValue.Member] = extra.map { name, content in
            switch content {
            case .value(let value): AnyValue.Member(name, value)
            case .attribute: AnyValue.Member(name, references.popFirst().map(context.value(of:)) ?? .null)
            }
        }
        return try await isValid(value, extra: extra) ? [] : [Finding("remote.invalid")]
    }

    /// Whether the server accepts a value, without a plan.
    ///
    /// Parts of `extra` that are other attributes are sent as null. Throws `RemoteFault` if there is no usable
    /// response, `OptionError` for a rule that could not be used in a plan, and `CancellationError` when the task is
    /// cancelled.
    ///
    /// `extras` are sent for this call only, over those of the rule where both have a name.
    public func isValid(_ value: AnyValue, extras: [String: AnyValue] = [:]) async throws -> Bool {
        let fixed = extra.map { name, content in
            if case .value(let value) = content {
                AnyValue.Member(name, value)
            } else {
                AnyValue.Member(name, .null)
            }
        }
        let own = extras.sorted { $0.key < $1.key }.map { AnyValue.Member($0.key, $0.value) }
        return try await isValid(value, extra: fixed.filter { extras[$0.key] == nil } + own)
    }

    private func isValid(_ value: AnyValue, extra: [AnyValue.Member]) async throws -> Bool {
        let target = try checkedTarget()
        let exchange = RemoteExchange(
            client: client, target: target, body: Self.body(value, extra), timeout: timeout, retries: retries)
        do {
            let isValid = try await exchange.answer()
            client.delegate?.remoteValidation(at: target.url, received: isValid)
            return isValid
        } catch let fault as RemoteFault {
            client.delegate?.remoteValidation(at: target.url, failedWith: fault)
            throw fault
        }
    }

    private static func body(_ value: AnyValue, _ extra: [AnyValue.Member]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("instance") { $0.value(value.kind == .null || value.kind == .absent ? "" : value) }
            if !extra.isEmpty { writer.member("extra") { $0.value(AnyValue.object(extra)) } }
        }
        return writer.text
    }
}

extension Constraint {
    /// Requires a value that a server accepts.
    public static func remote(
        _ url: String, client: RemoteClient, extra: KeyValuePairs<String, RemoteValidator.Extra> = [:],
        timeout: Duration = .seconds(10), retries: Int = 2, headers: [String: String] = [:]
    ) -> Constraint {
        let validator = RemoteValidator(
            url, client: client, extra: extra, timeout: timeout, retries: retries, headers: headers)
        return Constraint(type: RemoteValidator.type, check: Check(validator), codes: RemoteValidator.codes)
    }
}
#endif
