internal import CLibrary
internal import EngineInterface
internal import Proviso

/// The batches of a table, from its producer.
struct ArrowStream: ~Copyable {
    private let stream: UnsafeMutablePointer<ArrowArrayStream>

    /// Takes a stream, which is released at the end.
    init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) throws(EngineFault) {
        guard stream.pointee.release != nil else {
            throw .argument("stream: expected one that was not released: it can be read once")
        }
        self.stream = stream
    }

    deinit { stream.pointee.release?(stream) }

    /// The columns of the table.
    func columns() throws(EngineFault) -> [ArrowField] {
        var schema = ArrowSchema()
        let code = stream.pointee.get_schema?(stream, &schema) ?? EINVAL
        guard code == 0 else { throw failure(code) }
        defer { schema.release?(&schema) }
        let table = try ArrowField(schema)
        guard table.type == .object else {
            throw .unreadable("expected a table, found a column of the Arrow type '\(table.type)'")
        }
        return table.children
    }

    /// Calls the body for each batch until it returns false.
    func batches(_ body: (ArrowArray) throws(EngineFault) -> Bool) throws(EngineFault) {
        while true {
            var batch = ArrowArray()
            let code = stream.pointee.get_next?(stream, &batch) ?? EINVAL
            guard code == 0 else { throw failure(code) }
            // The end of the stream.
            guard batch.release != nil else { return }
            defer { batch.release?(&batch) }
            if try !body(batch) { return }
        }
    }

    private func failure(_ code: Int32) -> EngineFault {
        let text = stream.pointee.get_last_error?(stream).map { String(cString: $0) }
        return .unreadable("cannot read the table: \(text ?? SystemError(code: code).reason)")
    }
}
