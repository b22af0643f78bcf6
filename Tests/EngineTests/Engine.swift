import EngineInterface
import ProvisoEngine
import Testing

/// What a call of the C interface gave.
struct Answer {
    let status: Int32
    let text: String
    var isError: Bool { status < 0 }

    /// Calls a function with room for its result.
    init(capacity: Int = 1 << 20, _ call: (UnsafeMutablePointer<proviso_engine_output>) -> Int32) {
        var output = proviso_engine_output(bytes: nil, capacity: capacity, count: 0)
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
        defer { memory.deallocate() }
        output.bytes = memory
        status = call(&output)
        let bytes = UnsafeRawBufferPointer(start: memory, count: min(output.count, capacity))
        text = String(decoding: bytes, as: UTF8.self)
    }
}

/// Rules that are open as long as the object lives.
final class OpenRules {
    let handle: proviso_engine_handle

    init(_ text: String, options: String? = nil) throws {
        var handle: proviso_engine_handle = 0
        let answer = Answer { proviso_engine_open_text(text, text.utf8.count, options, &handle, $0) }
        try #require(answer.status == 0, "\(answer.text)")
        self.handle = handle
    }

    init(path: String, options: String? = nil) throws {
        var handle: proviso_engine_handle = 0
        let answer = Answer { proviso_engine_open_file(path, options, &handle, $0) }
        try #require(answer.status == 0, "\(answer.text)")
        self.handle = handle
    }

    deinit { _ = proviso_engine_close(handle) }

    func check(_ json: String, scenario: String? = nil, locale: String? = nil) -> Answer {
        Answer { proviso_engine_check(handle, json, json.utf8.count, scenario, locale, nil, $0) }
    }

    /// Validates bytes, and collects the findings.
    func run(_ data: String, options: String? = nil) -> (answer: Answer, findings: String) {
        let found = Found()
        let answer = Answer {
            proviso_engine_check_bytes(handle, data, data.utf8.count, options, 0, Found.sink, found.address, $0)
        }
        return (answer, found.text)
    }
}

/// What a sink was given.
final class Found {
    var text = ""
    /// The result of the sink.
    var answer: Int32 = 0

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let sink: proviso_engine_sink = { context, bytes, count in
        guard let context else { return 1 }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        found.text += String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        return found.answer
    }
}
