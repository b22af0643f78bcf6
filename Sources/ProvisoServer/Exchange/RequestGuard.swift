#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Proviso
internal import ProvisoHummingbird

/// Watches a connection for what the parser of HTTP lets pass, and says what was wrong with a request that is not HTTP.
///
/// The parser reads extensions of chunks and empty lines for ever, and hands nothing on: so bytes are counted before it, and what
/// comes out of it is counted here.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let meter = ByteMeter()
    private let versions = VersionWatch()
    private var failure: HTTPParserError?

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(meter, position: .first)
        // What comes after the parser does not know the version any more.
        if let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            try? pipeline.addHandler(versions, position: .after(parser))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .body(let bytes): meter.took(bytes.readableBytes)
        case .head, .end: meter.tookAll()
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failure = failure ?? error as? HTTPParserError
        context.fireErrorCaught(error)
    }

    /// Adds the reason to the answer that the server gives to what is not HTTP; all others have one.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentLength] == "0"
        else { return context.write(data, promise: promise) }
        let problem = problem.details
        let body = ByteBuffer(string: problem.json)
        let fields: HTTPFields = [
            .connection: "close", .contentType: ProblemDetails.mediaType, .contentLength: String(body.readableBytes),
        ]
        let answer = HTTPResponse(status: HTTPResponse.Status(code: problem.status), headerFields: fields)
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }

    private var problem: ProblemResponse {
        switch failure {
        case .headerOverflow:
            return ProblemResponse(
                .requestHeaderFieldsTooLarge,
                "The address and the headers are too long: expected at most 100 headers, 16 KB each and 32 KB together."
            )
        case .invalidEOFState: return unreadable("its client broke off")
        case _ where versions.lacksHost: return unreadable("expected a Host, which HTTP/1.1 demands")
        case _ where meter.isFull: return unreadable("it has too many bytes without any data")
        default: return unreadable("expected HTTP/1.1")
        }
    }

    private func unreadable(_ reason: String) -> ProblemResponse {
        ProblemResponse(.badRequest, "The request cannot be read: \(reason).")
    }
}

/// Knows the version of a request: HTTP/1.1 demands `Host`, and a connection of HTTP/1.0 ends after its answer.
private final class VersionWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private(set) var lacksHost = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Nothing after such a request is read.
        if lacksHost { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isNew = head.version.major > 1 || head.version.major == 1 && head.version.minor > 0
        if isNew, !head.headers.contains(name: "Host") {
            lacksHost = true
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            return
        }
        if !isNew, !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// Counts the bytes of a connection before they are read as HTTP, and refuses more when too many meant nothing.
private final class ByteMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The bytes that came to nothing so far.
    private var excess = 0
    private(set) var isFull = false
    private static let most = 64 << 10
    /// The bytes that each byte of a body may need: a chunk of one byte has six.
    private static let share = 8

    func took(_ count: Int) { excess = max(0, excess - Self.share * count) }
    func tookAll() { excess = 0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isFull { return }
        excess += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        guard excess > Self.most else { return }
        isFull = true
        context.fireErrorCaught(HTTPParserError.invalidChunkSize)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}
#endif
