#if Server
internal import Hummingbird
internal import NIOCore

/// A request with its connection.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Closes the connection soon: the answer has time to arrive, and no more is read than that.
    func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}
#endif
