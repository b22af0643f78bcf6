internal import Glibc
package import Proviso

/// A part of a file: the records whose first byte is in a range.
package struct Shard: Sendable {
    package let path: String
    package let range: Range<Int>

    /// Reads a path, which can contain spaces, the offset of the first byte, and the offset after the last one.
    package init?(_ line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count >= 3, let start = Int(parts[parts.count - 2]), let end = Int(parts[parts.count - 1]),
            start >= 0, end >= start
        else { return nil }
        path = parts.dropLast(2).joined(separator: " ")
        range = start..<end
    }

    /// The size of its file, which must be a regular file.
    fileprivate func fileSize() throws(SystemError) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError() }
        if status.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(reason: "only regular files can be read in parts")
        }
        return Int(status.st_size)
    }
}

extension Job {
    /// Validates a shard and writes its findings and its summary; the job's only writer must be a `ShardReport`.
    ///
    /// A shard that is a whole file can have any format.
    package func callAsFunction(
        _ shard: Shard, settings: Run.Settings, to output: Output, run: String
    ) throws(SystemError) -> Run.Result {
        let size = try shard.fileSize()
        let range = shard.range.clamped(to: 0..<size)
        let isWhole = range == 0..<size
        var settings = settings
        settings.range = isWhole ? nil : range
        let result = Run(self, inputs: [shard.path], settings: settings, outputs: [output])()
        guard !result.hasFailed, result.signal == nil else { return result }
        guard try shard.fileSize() == size else { throw SystemError(reason: "the file changed meanwhile") }
        let summary = ShardSummary(
            path: shard.path, bytes: isWhole ? range : result.bytes, size: size, lines: result.lines,
            summary: result.summary, run: run, note: localizer.localizer.note, dataset: result.dataset?.stored,
            context: context)
        output.write(summary.json + "\n")
        output.flush()
        if let failure = output.failure { throw failure }
        return result
    }
}

extension Localizer {
    /// A note if there is no catalog for the requested language.
    package var note: String? {
        guard isFallback, let requested else { return nil }
        return "note: no catalog for '\(requested)'; using '\(locale)'"
    }
}

/// The totals of a shard: the last line of its output.
struct ShardSummary {
    let path: String
    /// The bytes of its lines: from the first line that starts in the shard to the first one after it.
    let bytes: Range<Int>
    /// The size of the file, which shows whether shards are missing.
    let size: Int
    let lines: Int
    let summary: Summary
    /// The files and options that must be the same for all shards: rules, scenario, language.
    let run: String
    /// A note about the language.
    let note: String?
    /// What was measured for the rules about all records; `nil` if there are none.
    let dataset: AnyValue?
    /// The context for the titles of reports.
    let context: ReportContext

    static let mark = Array("{\"shard\":".utf8)

    var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("shard") {
                $0.object {
                    $0.member("path", path)
                    $0.member("from", bytes.lowerBound)
                    $0.member("to", bytes.upperBound)
                    $0.member("size", size)
                    $0.member("lines", lines)
                    $0.member("run", run)
                    if let note { $0.member("note", note) }
                    $0.member("rules", context.rules)
                    $0.member("locale", context.locale)
                    $0.member("isRightToLeft", context.isRightToLeft)
                    if let dataset { $0.member("dataset") { $0.value(dataset) } }
                    $0.member("summary") { summary.write(to: &$0, isPart: true) }
                }
            }
        }
        return writer.text
    }
}

extension ShardSummary {
    init?(_ root: AnyValue) {
        guard let value = root["shard"], let path = value["path"]?.string, let from = value["from"]?.count,
            let to = value["to"]?.count, from <= to, let size = value["size"]?.count, let lines = value["lines"]?.count,
            let run = value["run"]?.string, let summary = Summary(value["summary"] ?? .absent)
        else { return nil }
        var context = ReportContext()
        context.rules = value["rules"]?.string ?? ""
        context.locale = value["locale"]?.string ?? "en"
        context.isRightToLeft = value["isRightToLeft"] == .boolean(true)
        context.words = ReportWords(Localizer(preferring: [context.locale]))
        self.init(
            path: path, bytes: from..<to, size: size, lines: lines, summary: summary, run: run,
            note: value["note"]?.string, dataset: value["dataset"], context: context)
    }
}

/// Writes findings for `merge`, with lines and records counted from the start of the shard.
package struct ShardReport: ReportWriter {
    package init() {}

    package var wantsFingerprints: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            var writer = JSONWriter(depth: LocatedViolation.depthInReports)
            writer.object {
                $0.storedFinding(finding)
            }
            output += writer.text.utf8
            output.append(.lineBreak)
        }
        guard let fault = outcome.fault else { return }
        let (file, number) = (outcome.file, outcome.number)
        var writer = JSONWriter()
        writer.object {
            $0.member("unreadable", fault.reason)
            $0.member("file", file)
            $0.member("line", fault.place.line)
            $0.member("column", fault.place.column)
            $0.member("record", number)
        }
        output += writer.text.utf8
        output.append(.lineBreak)
    }
}
