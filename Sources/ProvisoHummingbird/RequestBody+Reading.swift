#if Server
internal import Hummingbird
package import HummingbirdCore
package import NIOCore
internal import Proviso

extension Request {
    /// The whole body; throws a `ProblemResponse` if it is too large, or not there in time.
    ///
    /// A client that sends a byte now and then costs its own connection only, and not for long.
    package func read(upTo limit: Int, within time: Duration) async throws -> ByteBuffer {
        try checkLength(limit)
        let body = body
        return try await ProblemResponse.ifLater(than: time) { try await body.collected(upTo: limit) }
    }

    /// Throws a `ProblemResponse` if the request says that its body is above the limit, before the body is there.
    package func checkLength(_ limit: Int) throws {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw ProblemResponse.tooLarge(limit)
        }
    }
}

extension RequestBody {
    /// The whole body; throws a `ProblemResponse` if it is too large.
    package func collected(upTo limit: Int) async throws -> ByteBuffer {
        do {
            return try await collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw ProblemResponse.tooLarge(limit)
        }
    }
}

extension ProblemResponse {
    /// What `read` returns; throws the answer to a late body if that takes longer.
    package static func ifLater<Value: Sendable>(
        than time: Duration, _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await read() }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw ProblemResponse(
                    .requestTimeout, "The body was not there after \(time): send it faster.", headers: .closing)
            }
            return value
        }
    }

    /// The answer to a body above the limit.
    package static func tooLarge(_ limit: Int) -> ProblemResponse {
        ProblemResponse(.contentTooLarge, "The body has more than \(limit) bytes.", headers: .closing)
    }
}

extension HTTPFields {
    /// Nothing more is read from the connection.
    fileprivate static var closing: HTTPFields { [.connection: "close"] }
}
#endif
