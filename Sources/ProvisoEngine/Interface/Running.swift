public import EngineInterface

// The functions of proviso_engine.h that validate many records.

@c @implementation
public func proviso_engine_check_file(
    _ rules: proviso_engine_handle, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ cancellation: proviso_engine_handle, _ sink: proviso_engine_sink?, _ context: UnsafeMutableRawPointer?,
    _ summary: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    running(cancellation, sink, context, summary) { (sink) throws(EngineFault) in
        let rules = try openRules(rules)
        let path = try CText.required(path, "path")
        // Runs of the tool read standard input by this name; here it belongs to the program.
        guard path != "-" else { throw .argument("path: expected a file, found '-'; /dev/stdin is standard input") }
        var options = try CallOptions(CText.optional(options, "options"))
        var check = try FileCheck(&options)
        try options.end()
        return try check.run(rules, path, sink)
    }
}

@c @implementation
public func proviso_engine_check_bytes(
    _ rules: proviso_engine_handle, _ bytes: UnsafePointer<CChar>?, _ count: Int, _ options: UnsafePointer<CChar>?,
    _ cancellation: proviso_engine_handle, _ sink: proviso_engine_sink?, _ context: UnsafeMutableRawPointer?,
    _ summary: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    running(cancellation, sink, context, summary) { (sink) throws(EngineFault) in
        let rules = try openRules(rules)
        let bytes = try CText.bytes(bytes, count)
        var options = try CallOptions(CText.optional(options, "options"))
        let name = try options.text("name")
        var check = try FileCheck(&options)
        try options.end()
        check.name(name ?? "<data>")
        let file = try BytesFile(bytes)
        return try check.run(rules, file.path, sink)
    }
}

@c @implementation
public func proviso_engine_check_arrow(
    _ rules: proviso_engine_handle, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
    _ options: UnsafePointer<CChar>?, _ cancellation: proviso_engine_handle, _ sink: proviso_engine_sink?,
    _ context: UnsafeMutableRawPointer?, _ summary: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    running(cancellation, sink, context, summary) { (sink) throws(EngineFault) in
        guard let stream else { throw .argument("stream: expected a struct ArrowArrayStream, found null") }
        // It is released however the call ends.
        let table = try ArrowStream(stream)
        let rules = try openRules(rules)
        var options = try CallOptions(CText.optional(options, "options"))
        let check = try TableCheck(&options)
        try options.end()
        return try check.run(rules, table, sink)
    }
}

@c @implementation
public func proviso_engine_cancellation(_ cancellation: UnsafeMutablePointer<proviso_engine_handle>?) -> Int32 {
    guard let cancellation else { return Int32(PROVISO_ENGINE_BAD_ARGUMENT) }
    cancellation.pointee = Handles.open(Cancellation())
    return Int32(PROVISO_ENGINE_VALID)
}

@c @implementation
public func proviso_engine_cancel(_ cancellation: proviso_engine_handle) -> Int32 {
    guard let object = Handles.object(of: cancellation, Cancellation.self) else {
        return Int32(PROVISO_ENGINE_BAD_HANDLE)
    }
    object.cancel()
    return Int32(PROVISO_ENGINE_VALID)
}

/// Runs over many records, and writes the totals.
private func running(
    _ handle: proviso_engine_handle, _ sink: proviso_engine_sink?, _ context: UnsafeMutableRawPointer?,
    _ summary: UnsafeMutablePointer<proviso_engine_output>?,
    _ body: (FindingSink) throws(EngineFault) -> (summary: String, isValid: Bool)
) -> Int32 {
    answering(summary) { () throws(EngineFault) in
        let cancellation = handle == 0 ? nil : Handles.object(of: handle, Cancellation.self)
        if handle != 0, cancellation == nil { throw .handle("a handle of a cancellation, or 0") }
        let result = try body(FindingSink(sink, context, cancellation))
        summary?.put(result.summary)
        return Int32(result.isValid ? PROVISO_ENGINE_VALID : PROVISO_ENGINE_INVALID)
    }
}
