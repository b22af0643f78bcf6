/// Finds the documents of a YAML stream by their lines alone; resumes when there are more bytes.
///
/// A line that begins with `---` or `...` is never a part of a value, whatever is around it.
struct YAMLScan {
    /// Where the current document begins, with the comments and directives before it.
    private(set) var start = 0
    private var at = 0
    /// Whether it has more than comments and directives.
    private var hasBegun = false

    /// To be called when the caller has removed the bytes before `start`.
    mutating func rebase() {
        at -= start
        start = 0
    }

    /// Calls a closure for each document that ends within the bytes.
    mutating func run(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool, _ document: (Range<Int>) -> Void) {
        while at < bytes.count {
            guard let end = lineEnd(bytes, isAtEnd: isAtEnd) else { return }
            switch Line(bytes.part(at..<end)) {
            case .start:
                if hasBegun {
                    document(start..<at)
                    start = at
                }
                hasBegun = true
            case .end:
                if hasBegun { document(start..<end) }
                start = end
                hasBegun = false
            case .blank: break
            case .directive where !hasBegun: break
            case .directive, .content: hasBegun = true
            }
            at = end
        }
        guard isAtEnd, start < bytes.count else { return }
        if hasBegun { document(start..<bytes.count) }
        start = bytes.count
    }

    /// The end of the line with its line break; `nil` if it has not been read yet.
    private func lineEnd(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        let feed = bytes.first(.lineBreak, from: at, to: bytes.count)
        if let lone = bytes.first(.carriageReturn, from: at, to: feed ?? bytes.count), lone + 1 != feed {
            return lone + 1 < bytes.count || isAtEnd ? lone + 1 : nil
        }
        return feed.map { $0 + 1 } ?? (isAtEnd ? bytes.count : nil)
    }

    /// What a line is.
    enum Line {
        case start, end, directive, blank, content

        init(_ line: UnsafeRawBufferPointer) {
            let isMark = line.count < 4 ? line.count == 3 : line[3].isBlank
            guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), !first.isBlank else {
                self = .blank
                return
            }
            if isMark, line.starts(with: "---".utf8) {
                self = .start
            } else if isMark, line.starts(with: "...".utf8) {
                self = .end
            } else if first == UInt8(ascii: "#") {
                self = .blank
            } else {
                self = line[0] == UInt8(ascii: "%") ? .directive : .content
            }
        }
    }

    /// What must come before a document where it follows others: nothing if it begins with `---`.
    static func separator(before document: UnsafeRawBufferPointer) -> String {
        var at = 0
        while at < document.count {
            let end = document.first(.lineBreak, from: at, to: document.count).map { $0 + 1 } ?? document.count
            switch Line(document.part(at..<end)) {
            case .start: return ""
            case .directive: return "...\n"
            case .blank: at = end
            case .end, .content: return "---\n"
            }
        }
        return "---\n"
    }
}
