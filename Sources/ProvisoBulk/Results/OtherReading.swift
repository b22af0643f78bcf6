internal import Proviso

/// The values of a YAML file that readers of YAML 1.1 take for something else.
struct OtherReading: Sendable, Equatable {
    let file: String
    /// The first of them.
    let line: Int
    let column: Int
    /// What such a reader takes it for: `this string for a Boolean`.
    let what: String
    /// How many there are.
    private(set) var count: Int

    private static let shown = 20

    init(file: String, place: SourcePlace, what: String, count: Int) {
        (self.file, line, column) = (file, place.line, place.column)
        (self.what, self.count) = (what, count)
    }

    /// Adds those of later documents, with one entry for each file.
    static func add(_ others: [OtherReading], to readings: inout [OtherReading]) {
        for other in others {
            if readings.last?.file == other.file {
                readings[readings.count - 1].count += other.count
            } else {
                readings.append(other)
            }
        }
    }

    /// One line for each file.
    static func notes(_ readings: [OtherReading]) -> [String] {
        var lines = readings.prefix(shown).map { reading in
            let more = reading.count - 1
            let others = more == 0 ? "" : ", and \(more.grouped()) more \(more == 1 ? "value" : "values") otherwise"
            return
                "warning: \(reading.file):\(reading.line):\(reading.column): readers of YAML 1.1 take \(reading.what)\(others): quote what is text"
                .visible
        }
        if readings.count > shown {
            let more = (readings.count - shown).grouped()
            lines.append("warning: … and \(more) more files with values that readers of YAML 1.1 take otherwise")
        }
        return lines
    }

    init?(_ value: AnyValue) {
        guard let file = value["file"]?.string, let line = value["line"]?.count, let column = value["column"]?.count,
            let what = value["taken"]?.string, let count = value["count"]?.count
        else { return nil }
        self.init(file: file, place: SourcePlace(line: line, column: column), what: what, count: count)
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("file", file)
            $0.member("line", line)
            $0.member("column", column)
            $0.member("taken", what)
            $0.member("count", count)
        }
    }
}
