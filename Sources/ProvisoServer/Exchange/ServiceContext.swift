#if Server
internal import Hummingbird
internal import NIOCore

/// A request with its connection.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// What the request may use.
    var access = Access.open
    /// The method of the request, if no address has it.
    var method: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The name of rules in the address; it may be written with `%73` for `s`.
    var name: String {
        let text = parameters.get("name") ?? ""
        return Self.decoded(text) ?? text
    }

    /// The text with the bytes that `%` and two digits stand for; `nil` if they are not text.
    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(validating: rest.prefix(2), as: UTF8.self), digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16), rest.count >= 2
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Closes the connection soon: the answer has time to arrive, and no more is read than that.
    func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}
#endif
