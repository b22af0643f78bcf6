#if Server
public import HTTPTypes
public import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
public import Proviso

/// Problem details (RFC 9457) as the answer to a request: throw it from a handler.
public struct ProblemResponse: HTTPResponseError {
    /// The problem with the request.
    public var details: ProblemDetails
    /// The language of the messages, for the header `Content-Language`; `nil` if there are none.
    public var language: String?
    /// More headers of the answer.
    public var headers: HTTPFields

    /// Makes an answer of problem details.
    public init(_ details: ProblemDetails, language: String? = nil, headers: HTTPFields = [:]) {
        self.details = details
        self.language = language
        self.headers = headers
    }

    /// Makes an answer that has no violations.
    public init(_ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:]) {
        self.init(
            ProblemDetails(title: status.reasonPhrase, status: status.code, detail: detail), headers: headers)
    }

    /// Makes the answer to a request whose values are invalid, with status 422.
    public init(_ report: Report, _ localizer: ReportLocalizer) {
        self.init(ProblemDetails(report, localizer), language: localizer.localizer.locale)
    }

    public var status: HTTPResponse.Status { HTTPResponse.Status(code: details.status) }

    /// The answer, which says that it depends on the requested language.
    public func response(from request: Request, context: some RequestContext) -> Response {
        var fields = headers
        fields[.contentType] = ProblemDetails.mediaType
        if let language {
            fields[.contentLanguage] = language
            fields[.vary] = "Accept-Language"
        }
        return Response(
            status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: details.json)))
    }
}

/// Answers what handlers throw with problem details, also a path that no route has.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Makes the middleware; add it before all others.
    public init() {}

    /// Turns errors with a status into problem details; the reasons of all others stay here.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let problem: ProblemResponse
        do {
            return try await next(request, context)
        } catch let error as ProblemResponse {
            problem = error
        } catch let error as HTTPError {
            problem = ProblemResponse(error.status, error.body ?? "", headers: error.headers)
        } catch let error as any HTTPResponseError {
            problem = ProblemResponse(error.status, "")
        } catch let error as HTTPParserError {
            // The server itself answers what is not HTTP, and closes the connection.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error.type": "\(type(of: error))"])
            problem = ProblemResponse(.internalServerError, "")
        }
        return problem.response(from: request, context: context)
    }
}
#endif
