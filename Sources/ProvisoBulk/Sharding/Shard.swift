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
