#if Remote
internal import AsyncHTTPClient
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One request to a server: attempts, within a time limit, until there is a response or a lasting fault.
struct RemoteExchange: Sendable {
    let client: RemoteClient
    let target: RemoteTarget
    let body: String
    /// For everything together: attempts and the waiting between them.
    let timeout: Duration
    let retries: Int

    /// More of an answer is not read: it is `true` or `false`.
    private static let maximumAnswer = 1024

    private enum Outcome {
        case answer(Bool)
        case failure(RemoteFault)
        /// Worth another attempt, after a pause if the server requests one.
        case passing(RemoteFault, pause: Duration?)
    }

    /// What the server says.
    ///
    /// Throws `RemoteFault`, or `CancellationError` when the task is cancelled.
    func answer() async throws -> Bool {
        let limit = RemoteFault(reason: "\(target.host) did not respond within \(timeout.seconds) seconds")
        do {
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                let deadline = ContinuousClock.now + timeout
                group.addTask { try await attempts(until: deadline) }
                group.addTask {
                    try await Task.sleep(until: deadline)
                    throw limit
                }
                defer { group.cancelAll() }
                guard let first = try await group.next() else { throw limit }
                return first
            }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    private func attempts(until deadline: ContinuousClock.Instant) async throws -> Bool {
        var backOff = client.configuration.backOff
        var attempt = 0
        while true {
            switch await outcome() {
            case .answer(let isValid): return isValid
            case .failure(let fault): throw fault
            case .passing(let fault, let asked):
                let pause = max(asked ?? .zero, backOff * Double.random(in: 0.5...1))
                guard attempt < retries, ContinuousClock.now + pause < deadline else { throw fault }
                try await Task.sleep(for: pause)
                attempt += 1
                backOff *= 2
            }
        }
    }

    private func outcome() async -> Outcome {
        let response: HTTPClientResponse
        do {
            response = try await client.http.execute(target.request(body), deadline: .distantFuture)
        } catch {
            return Self.isFailureToConnect(error)
                ? .passing(fault("could not be reached: \(error)"), pause: nil)
                : .failure(fault("did not respond: \(error)"))
        }
        guard response.status == .ok else {
            // Read to its end if that is near: else the connection could not be used again.
            _ = try? await response.body.collect(upTo: Self.maximumAnswer)
            return outcome(of: response)
        }
        do {
            return verdict(try await response.body.collect(upTo: Self.maximumAnswer))
        } catch is NIOTooManyBytesError {
            return .failure(fault("sent more than \(Self.maximumAnswer) bytes"))
        } catch {
            return .failure(fault("closed the connection before the response was complete: \(error)"))
        }
    }

    /// Only if there was no connection, the server has not seen the request.
    private static func isFailureToConnect(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError: true
        case let error as HTTPClientError: error == .connectTimeout
        case ChannelError.connectTimeout: true
        case let error as IOError: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
        default: false
        }
    }

    private func outcome(of response: HTTPClientResponse) -> Outcome {
        let fault = fault("responded with status \(response.status.code)")
        let pause = response.headers.first(name: "Retry-After").flatMap { Int($0) }.map { Duration.seconds(max(0, $0)) }
        switch response.status {
        case .badGateway, .serviceUnavailable, .gatewayTimeout: return .passing(fault, pause: pause)
        case .tooManyRequests: return pause == nil ? .failure(fault) : .passing(fault, pause: pause)
        default: return .failure(fault)
        }
    }

    /// JSON's white space may be around it, such as a line break at the end.
    private func verdict(_ body: ByteBuffer) -> Outcome {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = body.readableBytesView
        guard let first = bytes.firstIndex(where: { !blanks.contains($0) }),
            let last = bytes.lastIndex(where: { !blanks.contains($0) })
        else { return .failure(fault("sent an empty response: expected true or false in the response")) }
        if bytes[first...last].elementsEqual("true".utf8) { return .answer(true) }
        if bytes[first...last].elementsEqual("false".utf8) { return .answer(false) }
        return .failure(fault("sent something else: expected true or false in the response"))
    }

    private func fault(_ what: String) -> RemoteFault { RemoteFault(reason: "\(target.host) \(what)") }
}

extension Duration {
    /// As a number for people.
    fileprivate var seconds: String {
        let seconds = self / .seconds(1)
        return Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }
}
#endif
