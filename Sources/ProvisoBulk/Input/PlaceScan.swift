/// Finds the lines and columns of many places in a chunk.
///
/// The time is linear in the number of bytes and places, also for places in any order: the scan keeps a mark every 4096
/// bytes of a record.
struct PlaceScan {
    /// A byte of the chunk, with the number of line breaks before it and of code points before it on its line.
    ///
    /// Both are counted from the start of the chunk.
    struct Mark {
        var offset = 0
        var lines = 0
        var columns = 0
    }

    private static let step = 4096

    /// One mark for each step of the current record; the first one is at its start.
    private var marks: [Mark] = []
    private var last = Mark()

    mutating func reset() {
        marks.removeAll(keepingCapacity: marks.capacity <= 1 << 10)
        last = Mark()
    }

    /// The mark at a byte of a record.
    ///
    /// If `startsLine` is true, the record begins a line, and nothing has to be counted before it.
    mutating func mark(at offset: Int, in span: Span, startsLine: Bool, of text: LineText) -> Mark {
        if marks.first?.offset != span.start {
            let before = last.offset <= span.start ? last : Mark()
            let start =
                startsLine ? Mark(offset: span.start, lines: span.line) : text.advance(before, to: span.start)
            marks.removeAll(keepingCapacity: true)
            marks.append(start)
            last = start
        }
        let index = (offset - span.start) / Self.step
        while marks.count <= index {
            marks.append(text.advance(marks[marks.count - 1], to: span.start + marks.count * Self.step))
        }
        let nearest = last.offset <= offset && last.offset > marks[index].offset ? last : marks[index]
        last = text.advance(nearest, to: offset)
        return last
    }
}
