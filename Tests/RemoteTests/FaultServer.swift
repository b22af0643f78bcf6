#if Remote
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on this machine that answers, or fails to, as the path of the request says.
final class FaultServer: Sendable {
    /// What came in.
    struct Question: Sendable {
        let path: String
        let method: HTTPMethod
        let headers: HTTPHeaders
        let body: String
    }

    private struct State {
        var questions: [Question] = []
        var attempts: [String: Int] = [:]
        var connections = 0
        var opened = 0
        var waiting: [(isMet: @Sendable (FaultServer.Counts) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
            []
    }

    struct Counts: Sendable {
        let questions: Int
        /// Open now.
        let connections: Int
        /// Ever opened.
        let opened: Int
    }

    private let state = Mutex(State())
    private let channel: Mutex<(any Channel)?> = Mutex(nil)
    let port: Int

    var origin: String { "http://127.0.0.1:\(port)" }
    var host: String { "127.0.0.1:\(port)" }
    var questions: [Question] { state.withLock { $0.questions } }
    var counts: Counts { state.withLock { Self.counts($0) } }

    init() async throws {
        let holder = Holder()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(FaultHandler(holder))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        self.channel.withLock { $0 = channel }
        holder.server.withLock { $0 = self }
    }

    /// Handlers are made for a server that is not there before its port is known.
    final class Holder: Sendable {
        let server = Mutex<FaultServer?>(nil)
    }

    func stop() async throws {
        let channel = channel.withLock { $0.take() }
        try await channel?.close()
    }

    /// Waits until what was counted meets a condition.
    func until(_ isMet: @escaping @Sendable (Counts) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if isMet(Self.counts(state)) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private static func counts(_ state: State) -> Counts {
        Counts(questions: state.questions.count, connections: state.connections, opened: state.opened)
    }

    private func change(_ body: (inout State) -> Void) {
        let released = state.withLock { state in
            body(&state)
            let counts = Self.counts(state)
            let met = state.waiting.filter { $0.isMet(counts) }
            state.waiting.removeAll { $0.isMet(counts) }
            return met.map(\.continuation)
        }
        for continuation in released { continuation.resume() }
    }

    fileprivate func connectionOpened() {
        change { state in
            state.connections += 1
            state.opened += 1
        }
    }

    fileprivate func connectionClosed() { change { $0.connections -= 1 } }

    /// Notes a question; which attempt it is to ask this at this path, from 1.
    fileprivate func note(_ question: Question) -> Int {
        var attempt = 0
        change { state in
            state.questions.append(question)
            attempt = state.attempts[question.path + question.body, default: 0] + 1
            state.attempts[question.path + question.body] = attempt
        }
        return attempt
    }
}

/// What the server does with a question.
enum Behaviour: String, CaseIterable {
    case valid, invalid, newline, quoted, upper, nothing, object, html
    case failing, missing, created, unavailable, once, busy, patient, overloaded
    case redirect, huge, half, reset, close, hang, slow, even, mixed

    /// For `mixed`: one number in ten meets a fault, which it is depending on the number.
    static func mixed(_ number: Int) -> Behaviour {
        guard number % 10 == 3 else { return .even }
        let faults: [Behaviour] = [.failing, .html, .redirect, .huge, .half, .reset, .close, .once]
        return faults[number / 10 % faults.count]
    }

    /// The status and body of an answer, nil where there is none.
    func answer(to number: Int, attempt: Int) -> (status: HTTPResponseStatus, body: String)? {
        switch self {
        case .valid, .slow: (.ok, "true")
        case .invalid: (.ok, "false")
        case .newline: (.ok, " true\r\n")
        case .quoted: (.ok, "\"true\"")
        case .upper: (.ok, "TRUE")
        case .nothing: (.ok, "")
        case .object: (.ok, "{\"valid\":true}")
        case .html: (.ok, "<p>true</p>")
        case .failing: (.internalServerError, "true")
        case .missing: (.notFound, "true")
        case .created: (.created, "true")
        case .unavailable: (.serviceUnavailable, "true")
        case .once: attempt == 1 ? (.serviceUnavailable, "true") : Behaviour.even.answer(to: number, attempt: attempt)
        case .busy, .patient, .overloaded: attempt == 1 ? (.tooManyRequests, "true") : (.ok, "true")
        case .redirect: (.temporaryRedirect, "true")
        case .huge: (.ok, String(repeating: " ", count: 20_000) + "true")
        case .even: (.ok, number.isMultiple(of: 2) ? "true" : "false")
        case .half, .reset, .close, .hang, .mixed: nil
        }
    }
}

private final class FaultHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let holder: FaultServer.Holder
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(_ holder: FaultServer.Holder) {
        self.holder = holder
    }

    private var server: FaultServer? { holder.server.withLock { $0 } }

    func channelActive(context: ChannelHandlerContext) { server?.connectionOpened() }
    func channelInactive(context: ChannelHandlerContext) { server?.connectionClosed() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body.clear()
        case .body(var part): body.writeBuffer(&part)
        case .end:
            guard let head, let server else { return }
            let text = String(buffer: body)
            let attempt = server.note(
                FaultServer.Question(path: head.uri, method: head.method, headers: head.headers, body: text))
            let number = (try? JSONDecoder().decode(Numbered.self, from: Data(text.utf8)))?.instance ?? 0
            behave(Behaviour(rawValue: String(head.uri.dropFirst())) ?? .missing, number, attempt, context)
        }
    }

    private struct Numbered: Decodable {
        let instance: Int
    }

    private func behave(_ behaviour: Behaviour, _ number: Int, _ attempt: Int, _ context: ChannelHandlerContext) {
        switch behaviour {
        case .mixed: return behave(.mixed(number), number, attempt, context)
        case .half: return breakOff(context)
        case .close: return context.close(promise: nil)
        case .hang: return
        case .reset:
            let loop = NIOLoopBound(context, eventLoop: context.eventLoop)
            (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                .whenComplete { _ in loop.value.close(promise: nil) }
            return
        case .slow:
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(50)) { [self] in
                send(.ok, "true", behaviour, context)
            }
            return
        default: break
        }
        guard let answer = behaviour.answer(to: number, attempt: attempt) else { return }
        send(answer.status, answer.body, behaviour, context)
    }

    private func send(
        _ status: HTTPResponseStatus, _ body: String, _ behaviour: Behaviour, _ context: ChannelHandlerContext
    ) {
        var headers = HTTPHeaders([("Content-Length", String(body.utf8.count))])
        switch behaviour {
        case .redirect: headers.add(name: "Location", value: "/valid")
        case .patient: headers.add(name: "Retry-After", value: "0")
        case .overloaded: headers.add(name: "Retry-After", value: "3600")
        default: break
        }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Sends a part of an answer and hangs up.
    private func breakOff(_ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "9"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let loop = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "true")))))
            .whenComplete { _ in loop.value.close(promise: nil) }
    }
}
#endif
