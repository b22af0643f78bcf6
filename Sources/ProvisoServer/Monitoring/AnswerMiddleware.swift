#if Server
internal import HTTPTypes
internal import Hummingbird

/// Counts what is answered, and adds the headers that every answer has.
struct AnswerMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let metrics: Metrics

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var response = try await next(request, context)
        let route = context.endpointPath ?? "other"
        let count = { @Sendable [metrics] (status: String) in
            let time = (ContinuousClock.now - begin).components
            metrics.answered(
                route, status: status, seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18)
        }
        let (status, body) = (String(response.status.code), response.body)
        if body.contentLength != nil {
            count(status)
        } else {
            // What becomes of an answer that is written as it is found shows at its end.
            response.body = ResponseBody { writer in
                do {
                    try await body.write(writer)
                    count(status)
                } catch {
                    count("aborted")
                    throw error
                }
            }
        }
        // A browser takes no answer for something else than it is.
        if let name = HTTPField.Name("X-Content-Type-Options") { response.headers[name] = "nosniff" }
        return response
    }
}
#endif
