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
        let time = (ContinuousClock.now - begin).components
        metrics.answered(
            context.endpointPath ?? "other", status: response.status.code,
            seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18)
        // A browser takes no answer for something else than it is.
        if let name = HTTPField.Name("X-Content-Type-Options") { response.headers[name] = "nosniff" }
        return response
    }
}
#endif
