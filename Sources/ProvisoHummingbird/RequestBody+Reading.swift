#if Server
internal import Hummingbird
package import HummingbirdCore
package import NIOCore
internal import Proviso

extension RequestBody {
    /// The whole body; throws a `ProblemResponse` if it is too large, or not there in time.
    ///
    /// A client that sends a byte now and then costs its own connection only, and not for long.
    package func read(upTo limit: Int, within time: Duration) async throws -> ByteBuffer {
        let body = self
        return try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await body.collected(upTo: limit) }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let buffer = first else {
                throw ProblemResponse(
                    .requestTimeout, "The body was not there after \(time): send it faster.", headers: .closing)
            }
            return buffer
        }
    }

    private func collected(upTo limit: Int) async throws -> ByteBuffer {
        do {
            return try await collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw ProblemResponse.tooLarge(limit)
        }
    }
}

extension ProblemResponse {
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
