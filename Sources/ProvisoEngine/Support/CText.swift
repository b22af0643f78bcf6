internal import EngineInterface

/// Reads what C callers pass, and writes what they get.
enum CText {
    /// A string that ends with NUL; `nil` for a null pointer.
    static func optional(_ text: UnsafePointer<CChar>?, _ name: String) throws(EngineFault) -> String? {
        guard let text else { return nil }
        guard let string = String(validatingCString: text) else {
            throw .argument("\(name): expected UTF-8, found other bytes")
        }
        return string
    }

    static func required(_ text: UnsafePointer<CChar>?, _ name: String) throws(EngineFault) -> String {
        guard let string = try optional(text, name) else { throw .argument("\(name): expected a string, found null") }
        return string
    }

    /// Bytes with a count; null is possible for none.
    static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) throws(EngineFault) -> UnsafeRawBufferPointer {
        // A size above half of the address space is a negative number of the caller.
        guard count >= 0 else { throw .argument("count: expected a size in bytes, found one that no data can have") }
        guard start != nil || count == 0 else { throw .argument("expected \(count) bytes, found a null pointer") }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}

extension UnsafeMutablePointer<proviso_engine_output> {
    /// Copies a result, if the caller has room for it, and says how long it is.
    func put(_ text: String) {
        var text = text
        text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    }

    func put(_ bytes: UnsafeRawBufferPointer) {
        pointee.count = bytes.count
        guard let target = pointee.bytes, let source = bytes.baseAddress, pointee.capacity >= bytes.count else {
            return
        }
        UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: bytes.count)
    }
}

/// Runs the body of a function of the interface, and turns its error into a result.
func answering(
    _ output: UnsafeMutablePointer<proviso_engine_output>?, _ body: () throws(EngineFault) -> Int32
) -> Int32 {
    output?.pointee.count = 0
    do throws(EngineFault) {
        return try body()
    } catch {
        output?.put(error.json)
        return error.status
    }
}
