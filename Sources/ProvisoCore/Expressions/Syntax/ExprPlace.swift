/// Places in expressions, as people count.
enum ExprPlace {
    /// The offsets in what a definition stands for begin at a multiple of this: no expression is as long.
    static let stride = 1 << 20

    static func place(_ offset: Int, in text: String) -> (line: Int, column: Int) {
        let before = text.utf8.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { before.index(after: $0) } ?? before.startIndex
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    static func words(_ offset: Int, in text: String) -> String {
        let (line, column) = place(offset, in: text)
        return line == 1 ? "character \(column)" : "line \(line), character \(column)"
    }
}
