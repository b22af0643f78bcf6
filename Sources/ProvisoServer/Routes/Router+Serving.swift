#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProvisoHummingbird

extension Router<ServiceContext> {
    /// Answers a request.
    typealias Answer = @Sendable (Request, ServiceContext) async throws -> Response

    /// Adds an address with its only method.
    func serve(_ path: RouterPath, _ method: HTTPRequest.Method = .get, use answer: @escaping Answer) {
        serve(path, [method: answer])
    }

    /// Adds an address with its methods; all others are answered with 405, which names them.
    func serve(_ path: RouterPath, _ answers: [HTTPRequest.Method: Answer]) {
        for (method, answer) in answers { on(path, method: method, use: answer) }
        var methods = Set(answers.keys)
        // It comes with GET.
        if methods.contains(.get) { methods.insert(.head) }
        let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
        // An address without GET has no HEAD, which needs no answer of its own.
        let others = HTTPRequest.Method.known.union([.other].compactMap(\.self)).subtracting(methods + [.head])
        for other in others {
            on(path, method: other) { request, context -> Response in
                let found = context.method ?? request.method.rawValue
                throw ProblemResponse(
                    .methodNotAllowed, "expected \(allowed), found \(found.prefix(100))", headers: [.allow: allowed])
            }
        }
    }
}
#endif
