internal import Glibc
internal import Proviso

/// Merges the outputs of shards into the report of one run over the whole files.
package struct Merge {
    /// A file with outputs of shards.
    private struct Source {
        /// The name in messages.
        let name: String
        let path: String
    }

    private struct Part {
        let source: Source
        /// The bytes of its findings in the source.
        let range: Range<Int>
        let shard: ShardSummary
    }

    package struct Failure: Error {
        package let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private var parts: [Part] = []
    private var paths: [String] = []
    package private(set) var summary = Summary()
    /// The profile of all shards, once `write` has measured them.
    package private(set) var profile: String?
    package var note: String? { parts.first?.shard.note }
    /// The words of the report, in the language of the shards.
    package var words: ReportWords { parts.first?.shard.context.words ?? .english }

    /// The files and options of the shards.
    package var run: String { parts.first?.shard.run ?? "" }
    /// Whether the shards measured all records for rules about them, which `write` needs then.
    package var isMeasured: Bool { parts.contains { $0.shard.dataset != nil } }

    /// Reads the summaries of all shards; `-` is standard input.
    package init(_ sources: [String]) throws {
        for source in sources { try scan(try Self.open(source)) }
        if parts.isEmpty { throw Failure("no shards to merge") }
        if let first = parts.first, let other = parts.first(where: { $0.shard.run != first.shard.run }) {
            throw Failure(
                "\(first.shard.path) and \(other.shard.path) were validated with different rules, catalogs or plugins, with "
                    + "collections, scenarios, languages or input formats, or by different versions of proviso")
        }
        let places = Dictionary(uniqueKeysWithValues: zip(paths, paths.indices))
        parts.sort { one, other in
            let (left, right) = (places[one.shard.path] ?? 0, places[other.shard.path] ?? 0)
            return (left, one.shard.bytes.lowerBound, one.shard.bytes.upperBound)
                < (right, other.shard.bytes.lowerBound, other.shard.bytes.upperBound)
        }
        let shards = Dictionary(grouping: parts.map(\.shard), by: \.path)
        for path in paths { try Self.checkWhole(path, shards[path] ?? []) }
        try checkTotals()
    }

    /// Refuses summaries whose sums are out of range.
    private func checkTotals() throws(Failure) {
        var (total, lines) = (Summary(), 0)
        for part in parts {
            total.add(part.shard.summary)
            lines += part.shard.lines
            guard total.isPlausible, lines <= AnyValue.maximumCount else {
                throw Failure("\(part.source.name): the summary of a shard is malformed: its counts are too large")
            }
        }
    }

    /// Prepares a source to be read twice and in parts: pipes and compressed files are copied to a temporary file.
    private static func open(_ path: String) throws(Failure) -> Source {
        let name = path == "-" ? "<stdin>" : path
        do {
            let stream = try ByteStream(path: path)
            let buffer = Buffer()
            buffer.reserve(1 << 20)
            var isMore = try stream.read(into: buffer)
            if path != "-", !stream.isLive, !stream.isCompressed { return Source(name: name, path: path) }
            let file = try TemporaryFile()
            var length = 0
            while isMore {
                try file.write(buffer.bytes, at: length)
                length += buffer.count
                buffer.removeAll()
                isMore = try stream.read(into: buffer)
            }
            return Source(name: name, path: file.keepOpen())
        } catch ByteStream.Failure.unreadable(let reason) {
            throw Failure("\(name): \(reason)")
        } catch {
            throw Failure("\(name): \((error as? SystemError)?.reason ?? "interrupted")")
        }
    }

    private mutating func scan(_ source: Source) throws {
        var start = 0
        var end = 0
        var parts = parts
        var paths = paths
        var known = Set(paths)
        try Self.forEachLine(of: source, in: nil) { line, offset in
            end = offset + line.count + 1
            guard line.starts(with: ShardSummary.mark) else { return }
            guard let shard = (try? AnyValue(json: Array(line))).flatMap({ ShardSummary($0) }) else {
                throw Failure("\(source.name): the summary of a shard is malformed")
            }
            parts.append(Part(source: source, range: start..<offset, shard: shard))
            if known.insert(shard.path).inserted { paths.append(shard.path) }
            start = end
        }
        guard start == end else {
            throw Failure(Self.unfinished(source.name, parts: parts.count - self.parts.count))
        }
        self.parts = parts
        self.paths = paths
    }

    /// A range of bytes as the subject of a sentence: the last byte is one of them.
    private static func bytes(_ range: Range<Int>) -> String {
        range.count == 1 ? "byte \(range.lowerBound) is" : "bytes \(range.lowerBound) to \(range.upperBound - 1) are"
    }

    /// The reason for lines that no summary of a shard follows.
    private static func unfinished(_ name: String, parts: Int) -> String {
        parts > 0
            ? "\(name): its last shard has no summary: run 'proviso shard' again for that part"
            : "\(name) is not a whole output of 'proviso shard': it has no summary of a shard"
    }

    /// Throws if bytes of a file are in no shard or in two.
    private static func checkWhole(_ path: String, _ shards: [ShardSummary]) throws(Failure) {
        var end: Int?
        for shard in shards {
            // A byte order mark is not a part of a record.
            let expected = end ?? min(shard.bytes.lowerBound, 3)
            if shard.bytes.lowerBound > expected {
                throw Failure("\(path): \(Self.bytes(expected..<shard.bytes.lowerBound)) in no shard")
            }
            if shard.bytes.lowerBound < expected {
                throw Failure("\(path): \(Self.bytes(shard.bytes.lowerBound..<expected)) in two shards")
            }
            if shard.size != shards[0].size { throw Failure("\(path) changed between its shards") }
            end = shard.bytes.upperBound
        }
        if let end, let size = shards.first?.size, end < size {
            throw Failure("\(path): \(Self.bytes(end..<size)) in no shard")
        }
    }

    /// What all shards measured together.
    private func measured(by plan: Plan) throws(Failure) -> Dataset {
        let whole = plan.makeDataset()
        for part in parts {
            let own = plan.makeDataset()
            guard let stored = part.shard.dataset, own.restore(stored) else {
                throw Failure("\(part.source.name): the summary of a shard is malformed: it lacks what was measured")
            }
            whole.merge(own)
        }
        return whole
    }

    /// Writes the report of all shards; `job` has the rules about all records.
    package mutating func write(to output: Output, by writer: any ReportWriter, _ job: Job? = nil) throws {
        var dataset: Dataset?
        if let job { dataset = try measured(by: job.plan) }
        let report = OutcomeWriter(by: writer, to: output)
        var lines: [String: Int] = [:]
        for part in parts {
            let base = Position(records: summary.records, lines: lines[part.shard.path] ?? 0)
            var group: [LocatedViolation] = []
            func put() {
                guard let first = group.first else { return }
                report.add(first.file, first.record, first.place, group, isValid: group.worst != .error)
                group = []
            }
            try Self.forEachLine(of: part.source, in: part.range) { line, _ in
                guard let value = try? AnyValue(json: Array(line)) else {
                    throw Failure("\(part.source.name): expected JSON, found a malformed line")
                }
                if let reason = value["unreadable"]?.string {
                    put()
                    output.flush()
                    guard let line = value["line"]?.count, let column = value["column"]?.count,
                        let file = value["file"]?.string, let number = value["record"]?.count, number > 0
                    else { throw Failure("\(part.source.name): expected an unreadable record, found another line") }
                    let place = SourcePlace(line: line + base.lines, column: column)
                    let record = number + base.records
                    StandardError.error("\(file):\(place.line):\(place.column): \(reason)")
                    report.add(file, record, place, [], isValid: false, fault: reason)
                    return
                }
                guard var finding = LocatedViolation(value) else {
                    throw Failure("\(part.source.name): expected a finding, found another line")
                }
                finding.place.line += base.lines
                finding.record += base.records
                if group.first.map({ $0.record != finding.record }) ?? false { put() }
                group.append(finding)
            }
            put()
            summary.add(part.shard.summary)
            lines[part.shard.path, default: 0] += part.shard.lines
        }
        if let job, let dataset {
            let findings = DatasetFindings(job: job, dataset: dataset, inputs: paths).all
            summary.add(ofTable: findings)
            report.add(ofTable: findings)
            if summary.unreadable == 0 { profile = dataset.profile }
        }
        var context = parts.first?.shard.context ?? ReportContext()
        context.inputs = paths
        report.end(summary, context)
        output.flush()
    }

    private static func forEachLine(
        of source: Source, in range: Range<Int>?, _ body: (UnsafeRawBufferPointer, _ offset: Int) throws -> Void
    ) throws {
        if range?.isEmpty ?? false { return }
        var options = RecordSplitter.Options()
        options.format = .ndjson
        options.range = range
        let stream: ByteStream
        do throws(SystemError) {
            stream = try ByteStream(path: source.path)
        } catch {
            throw Failure("\(source.name): \(error.reason)")
        }
        let splitter = RecordSplitter(stream, options: options, plan: nil)
        let chunk = InputChunk()
        chunk.reset(size: options.size)
        while splitter.next(chunk, from: nil) {
            chunk.measure(keepsBlank: true)
            for span in chunk.spans {
                try body(chunk.bytes.bytes.part(span.start..<span.start + span.count), chunk.offset + span.start)
            }
            if let fault = chunk.fault { throw Failure("\(source.name): \(fault.reason)") }
            chunk.reset(size: options.size)
        }
    }
}
