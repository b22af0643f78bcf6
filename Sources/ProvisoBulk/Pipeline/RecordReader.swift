package import Proviso

/// Reads the records of one input one by one, for commands that only look at them.
///
/// The memory it takes does not grow with the input.
package struct RecordReader {
    /// Why an input cannot be read any further.
    package struct Fault: Error {
        /// The file with the line, and the reason.
        package let reason: String
    }

    private let path: String
    private let options: RecordSplitter.Options

    /// `settings` has the format of the input.
    package init(_ path: String, settings: Run.Settings) {
        self.path = path
        var options = settings.splitter
        if options.format == .auto { options.format = .named(path) }
        options.name = path == "-" ? "<stdin>" : path
        options.endsAtReturns = true
        self.options = options
    }

    /// Calls `body` for each record, with its place as `file:line`.
    ///
    /// With `broken`, records that cannot be read are skipped, and `broken` is called with place and reason.
    package func each(
        broken: ((String) -> Void)? = nil, _ body: (String, AnyValue) throws -> Void
    ) throws {
        let splitter: RecordSplitter
        do throws(SystemError) {
            splitter = RecordSplitter(try ByteStream(path: path), options: options, plan: nil)
        } catch {
            throw Fault(reason: "\(options.name): \(error.reason)")
        }
        let chunk = InputChunk()
        chunk.reset(size: options.size)
        var base = Position()
        while splitter.next(chunk, from: nil) {
            chunk.measure(keepsBlank: false)
            if let origin = chunk.origin { base = origin }
            base = base + chunk.lead
            chunk.base = base
            for span in chunk.spans {
                let place = "\(options.name):\(chunk.place(of: 0, in: span).line)"
                let record: AnyValue
                do throws(Fault) {
                    record = try value(span, of: chunk, place, isStrict: broken != nil)
                } catch {
                    guard let broken else { throw error }
                    broken(error.reason)
                    continue
                }
                try body(place, record)
            }
            if let fault = chunk.fault {
                throw Fault(reason: "\(options.name):\(base.lines + chunk.extent.lines + 1): \(fault.reason)")
            }
            base = base + chunk.extent
            chunk.reset(size: options.size)
        }
        if let reason = splitter.refusal.first { throw Fault(reason: reason) }
    }

    private func value(
        _ span: Span, of chunk: InputChunk, _ place: String, isStrict: Bool
    ) throws(Fault) -> AnyValue {
        if let reason = chunk.documents?.fault(of: span) { throw Fault(reason: "\(place): \(reason)") }
        let bytes = chunk.bytes.bytes.part(span.start..<span.start + span.count)
        if let columns = chunk.columns {
            if isStrict, let reason = columns.fault(of: bytes) { throw Fault(reason: "\(place): \(reason)") }
            return columns.object(of: bytes)
        }
        do {
            return try AnyValue(json: Array(bytes))
        } catch {
            throw Fault(reason: "\(place): \(error)")
        }
    }
}
