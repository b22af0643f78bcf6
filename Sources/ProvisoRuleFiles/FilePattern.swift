/// A pattern of the paths of files: `*`, `?` and `[…]` within a name, and `**` for any directories.
///
/// A name that begins with a dot is matched only by a part that begins with a dot, as in a shell.
package struct FilePattern: Sendable {
    /// What is between two slashes.
    package enum Part: Sendable {
        /// A name without wildcards.
        case name(String)
        case wild([Piece])
        /// Any number of directories, also none.
        case anyDirectories
    }

    /// A part of a name with wildcards.
    package enum Piece: Sendable, Equatable {
        case scalar(Unicode.Scalar), any, many
        case among([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    package let parts: [Part]

    /// Whether it is the path of one file or directory.
    package var isLiteral: Bool {
        parts.allSatisfy { if case .name = $0 { true } else { false } }
    }

    /// Why a string cannot be a pattern of files below a directory; `nil` if it can.
    package static func fault(of text: String) -> String? {
        if text.utf8.first == UInt8(ascii: "/")
            || text.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
        {
            return "'\(text)' is not below the directory of the project file, where all files of a project are"
        }
        return FilePattern(text) == nil ? "the pattern '\(text)' has '[' without ']'" : nil
    }

    /// `nil` for a pattern with `[` and no `]` after it; `[[]` matches a bracket.
    package init?(_ text: String) {
        var parts: [Part] = []
        // By scalars: a combining mark after a slash does not belong to the slash.
        for part in text.unicodeScalars.split(separator: "/") where !part.elementsEqual(".".unicodeScalars) {
            let isWild = part.contains { "*?[".unicodeScalars.contains($0) }
            if part.elementsEqual("**".unicodeScalars) {
                parts.append(.anyDirectories)
            } else if !isWild {
                parts.append(.name(String(part)))
            } else if let pieces = Self.pieces(part) {
                parts.append(.wild(pieces))
            } else {
                return nil
            }
        }
        self.parts = parts
    }

    private static func pieces(_ part: Substring.UnicodeScalarView) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = part
        while let scalar = rest.popFirst() {
            switch scalar {
            case "?": pieces.append(.any)
            case "*": if pieces.last != .many { pieces.append(.many) }
            case "[":
                guard let set = set(&rest) else { return nil }
                pieces.append(set)
            default: pieces.append(.scalar(scalar))
            }
        }
        return pieces
    }

    /// Reads what follows a bracket; one that comes first belongs to the set.
    private static func set(_ rest: inout Substring.UnicodeScalarView) -> Piece? {
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let scalar = rest.popFirst() {
            if scalar == "]", !ranges.isEmpty { return .among(ranges, isNegated: isNegated) }
            guard rest.first == "-", let end = rest.dropFirst().first, end != "]", end >= scalar else {
                ranges.append(scalar...scalar)
                continue
            }
            rest.removeFirst(2)
            ranges.append(scalar...end)
        }
        return nil
    }

    /// Whether a name has the form of a part with wildcards.
    package static func matches(_ name: String, _ pieces: [Piece]) -> Bool {
        let name = Array(name.unicodeScalars)
        if name.first == ".", pieces.first != .scalar(".") { return false }
        // Only the last `*` is tried again: what an earlier one could take, it can take, too.
        var (place, index) = (0, 0)
        var retry: (place: Int, index: Int)?
        while place < name.count {
            if index < pieces.count, pieces[index] == .many {
                index += 1
                retry = (place, index)
            } else if index < pieces.count, accepts(pieces[index], name[place]) {
                (place, index) = (place + 1, index + 1)
            } else if let last = retry {
                (place, index) = (last.place + 1, last.index)
                retry = (place, index)
            } else {
                return false
            }
        }
        return pieces[index...].allSatisfy { $0 == .many }
    }

    private static func accepts(_ piece: Piece, _ scalar: Unicode.Scalar) -> Bool {
        switch piece {
        case .scalar(let own): own == scalar
        case .any: true
        case .many: false
        case .among(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
