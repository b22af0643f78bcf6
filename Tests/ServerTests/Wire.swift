#if Server
import Foundation
import Glibc
import Hummingbird
import HummingbirdTesting
import Proviso
import Testing

/// A connection that sends what a client of HTTP would not.
enum Wire {
    /// What came back, and after how many seconds the last byte or the end came.
    struct Answer {
        let text: String
        let seconds: Double
        /// Whether the server ended the connection.
        let isClosed: Bool

        var statuses: [Int] {
            text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
        }
        /// The last line that is JSON.
        var last: AnyValue? {
            text.split(whereSeparator: \.isNewline).last { $0.hasPrefix("{") }.flatMap {
                try? AnyValue(json: String($0))
            }
        }
    }

    /// Sends bytes, ends them if asked, and reads until the other end closes.
    ///
    /// After the first byte it also stops when nothing comes for `patience` seconds.
    static func send(
        _ client: some TestClientProtocol, _ text: String, repeating more: String = "", times: Int = 0,
        closing: Bool = false, patience: Int = 1
    ) async throws -> Answer {
        let port = UInt16(try #require(client.port))
        return await withCheckedContinuation { continuation in
            // A thread that may wait: the server needs the others.
            Thread.detachNewThread {
                continuation.resume(
                    returning: exchange(
                        port, Array(text.utf8), Array(more.utf8), times, closing: closing, patience: patience))
            }
        }
    }

    private static func exchange(
        _ port: UInt16, _ bytes: [UInt8], _ more: [UInt8], _ times: Int, closing: Bool, patience: Int
    ) -> Answer {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(handle) }
        // The first byte of an answer may take long on a machine under load.
        var wait = timeval(tv_sec: max(patience, 20), tv_usec: 0)
        setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return Answer(text: "no connection", seconds: 0, isClosed: true) }
        let begin = ContinuousClock.now
        _ = Glibc.send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        for _ in 0..<times {
            if Glibc.send(handle, more, more.count, Int32(MSG_NOSIGNAL)) < 0 { break }
        }
        if closing { shutdown(handle, Int32(SHUT_WR)) }
        var found: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var seconds = 0.0
        while true {
            let count = recv(handle, &buffer, buffer.count, 0)
            if count < 0 {
                return Answer(text: String(decoding: found, as: UTF8.self), seconds: seconds, isClosed: errno != EAGAIN)
            }
            let time = (ContinuousClock.now - begin).components
            seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
            if count == 0 {
                return Answer(text: String(decoding: found, as: UTF8.self), seconds: seconds, isClosed: true)
            }
            if found.isEmpty {
                wait.tv_sec = patience
                setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
            }
            found += buffer[..<count]
        }
    }
}
#endif
