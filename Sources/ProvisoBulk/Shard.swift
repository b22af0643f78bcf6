internal import Glibc
package import Proviso

/// Part of a file: the records whose first byte lies in it.
package struct Shard: Sendable {
    package let path: String
    package let range: Range<Int>

    /// Reads a path, which may hold spaces, and the offsets of the first byte and of the one behind the last.
    package init?(_ line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count >= 3, let start = Int(parts[parts.count - 2]), let end = Int(parts[parts.count - 1]),
            start >= 0, end >= start
        else { return nil }
        path = parts.dropLast(2).joined(separator: " ")
        range = start..<end
    }

    /// The size of its file, which must be one that can be read in parts and more than once.
    fileprivate func fileSize() throws(SystemError) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError() }
        if status.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(reason: "only files can be taken in parts") }
        return Int(status.st_size)
    }
}

/// What a shard came to, as the last line of its output.
struct ShardSummary {
    let path: String
    /// The bytes of the lines it read: from the first line that starts in the shard to the first one that does not.
    let bytes: Range<Int>
    /// The file's size, by which is seen whether shards are missing.
    let size: Int
    let lines: Int
    let summary: Summary
    /// What all shards of a run must have the same: rules, scenario, language.
    let run: String
    /// What is to be said once about the language.
    let remark: String?
    /// What titles of reports say.
    let context: ReportContext

    static let mark = Array("{\"shard\":".utf8)

    init(
        path: String, bytes: Range<Int>, size: Int, lines: Int, summary: Summary, run: String, remark: String?,
        context: ReportContext
    ) {
        self.context = context
        self.path = path
        self.bytes = bytes
        self.size = size
        self.lines = lines
        self.summary = summary
        self.run = run
        self.remark = remark
    }

    init?(_ root: AnyValue) {
        guard let value = root["shard"], let path = value["path"]?.string, let from = value["from"]?.count,
            let to = value["to"]?.count, from <= to, let size = value["size"]?.count, let lines = value["lines"]?.count,
            let run = value["run"]?.string, let summary = Summary(value["summary"] ?? .absent)
        else { return nil }
        var context = ReportContext()
        context.rules = value["rules"]?.string ?? ""
        context.locale = value["locale"]?.string ?? "en"
        context.isRightToLeft = value["isRightToLeft"] == .boolean(true)
        self.init(
            path: path, bytes: from..<to, size: size, lines: lines, summary: summary, run: run,
            remark: value["remark"]?.string, context: context)
    }

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
                    if let remark { $0.member("remark", remark) }
                    $0.member("rules", context.rules)
                    $0.member("locale", context.locale)
                    $0.member("isRightToLeft", context.isRightToLeft)
                    $0.member("summary") { summary.write(to: &$0) }
                }
            }
        }
        return writer.text
    }
}

/// Findings with lines and records counted from the shard's start, for `merge`.
package struct ShardReport: ReportWriter {
    package init() {}

    package var wantsFingerprints: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            var writer = JSONWriter(depth: Finding.depthInReports)
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

extension Job {
    /// Checks a shard and writes its findings and its summary; the job's one writer must be a `ShardReport`.
    ///
    /// A shard that is a whole file may be in any form.
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
            summary: result.summary, run: run, remark: localizer.localizer.remark, context: context)
        output.write(summary.json + "\n")
        output.flush()
        if let failure = output.failure { throw failure }
        return result
    }
}

extension Localizer {
    /// What is to be said when no catalog was found for the language that was asked for.
    package var remark: String? {
        guard isFallback, let requested else { return nil }
        return "no catalog for '\(requested)': messages are in '\(locale)'"
    }
}
