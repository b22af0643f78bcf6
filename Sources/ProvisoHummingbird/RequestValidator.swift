#if Server
public import Hummingbird
internal import HummingbirdCore
internal import NIOCore
public import Proviso
public import ProvisoPlugins

/// A decoded body together with what is worth knowing about it.
public struct Validated<Value: Sendable>: Sendable {
    /// The body, with the changes that rules such as `trim` and `default` made.
    public let value: Value
    /// The warnings and infos; a body with errors is never decoded.
    public let report: Report
}

/// Reads, validates and decodes the bodies of requests in handlers of Hummingbird.
///
/// ```swift
/// let signUp = RequestValidator(try Plan(rules))
/// router.post("users") { request, context in
///     let user = try await signUp.decode(User.self, from: request).value
///     return "Welcome, \(user.name)!"
/// }
/// ```
///
/// A body with an error is answered with problem details (RFC 9457): 422 with a message for each violation in the language of
/// `Accept-Language`, or 400 if it cannot be read. One validator serves all requests.
public struct RequestValidator: Sendable {
    /// How much a client may send, and how long it may take.
    public struct Limits: Sendable {
        /// The largest body in bytes.
        public var body = 1 << 20
        /// The time after which the body must be there.
        public var time = Duration.seconds(10)

        /// The usual limits: 1 MB, and 10 seconds.
        public init() {}
    }

    private let rules: Rules
    private let pool: ReaderPool
    /// How much a client may send, and how long it may take.
    public var limits = Limits()

    /// Validates by a plan.
    public init(_ plan: Plan) { self.init(.plan(plan)) }

    /// Validates by a plan with async rules, which are awaited.
    public init(_ plan: AsyncPlan) { self.init(.async(plan)) }

    /// Validates by rules that are reloaded; a request is validated by one generation from its beginning to its end.
    public init(_ source: PlanSource) { self.init(.source(source)) }

    private init(_ rules: Rules) {
        self.rules = rules
        pool = ReaderPool(rules)
    }

    /// Reads the body of a request, validates it, and decodes what the rules made of it.
    ///
    /// Throws a `ProblemResponse` for a body that is invalid, too large, too late or not readable, and for one that has not the
    /// members that the type needs, although the rules let it pass.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, from request: Request, scenario: String = RuleSet.defaultScenario
    ) async throws -> Validated<Value> {
        let (record, report) = try await validate(request, scenario: scenario)
        do {
            return Validated(value: try record.decode(type), report: report)
        } catch let error as DecodingError {
            throw ProblemResponse(ProblemDetails(title: "Bad Request", status: 400, detail: error.place))
        }
    }

    /// Reads the body of a request and validates it; returns the record with the changes of the rules.
    public func validate(
        _ request: Request, scenario: String = RuleSet.defaultScenario
    ) async throws -> (record: AnyValue, report: Report) {
        let format = try BodyFormat(request)
        let body = try await request.read(upTo: limits.body, within: limits.time)
        let language = request.headers[.acceptLanguage] ?? ""
        let reader = pool.take()
        defer { pool.giveBack(reader) }
        let original = try format.record(body)
        guard case .object = original else {
            throw ProblemResponse(.badRequest, "The body is not an object.")
        }
        let (record, report) = try await reader.validate(
            original, format == .json ? body : nil, scenario, locale: AcceptLanguage.tags(in: language).first)
        guard report.isValid else {
            throw ProblemResponse(report, reader.plan.localizer(acceptLanguage: language))
        }
        return (record, report)
    }
}

extension DecodingError {
    /// Where the body differs from the type, without its values.
    fileprivate var place: String {
        let (path, reason): ([any CodingKey], String) =
            switch self {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .valueNotFound(_, let context): (context.codingPath, "has no value")
            case .typeMismatch(_, let context): (context.codingPath, "has another type")
            case .dataCorrupted(let context): (context.codingPath, "cannot be used")
            @unknown default: ([], "cannot be used")
            }
        return "The member '\(path.map(\.stringValue).joined(separator: "."))' \(reason)."
    }
}

/// Validates the body of each request of a group of routes, and passes on what the rules made of it.
///
/// The handler decodes the body as it would without this: `try await request.decode(as: User.self, context: context)`.
public struct ValidationMiddleware<Context: RequestContext>: RouterMiddleware {
    private let validator: RequestValidator
    private let scenario: String

    /// Makes the middleware for a group of routes whose bodies have the same rules.
    public init(_ validator: RequestValidator, scenario: String = RuleSet.defaultScenario) {
        self.validator = validator
        self.scenario = scenario
    }

    /// Answers an invalid body with problem details; all other requests continue with a body of JSON.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let (record, _) = try await validator.validate(request, scenario: scenario)
        var head = request.head
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.contentLength] = nil
        return try await next(
            Request(head: head, body: RequestBody(buffer: ByteBuffer(string: record.json))), context)
    }
}
#endif
