internal import Proviso

/// The names of an object's members, for suggestions, without the values: a record may be far larger in memory than as
/// text.
enum MemberNames {
    /// How many names of one object are read.
    static let maximum = 1000

    /// The keys of an object and of the objects in it, as paths; none if the text is not an object.
    static func paths(in json: UnsafeRawBufferPointer, levels: Int) -> [String] {
        var paths: [String] = []
        guard levels > 0 else { return [] }
        eachMember(of: json) { key, value in
            let name = PathText.escaped(key)
            paths.append(name)
            paths += self.paths(in: value, levels: levels - 1).map { "\(name).\($0)" }
        }
        return paths
    }

    /// Calls a closure for each of the first members of an object, with the text of its value.
    static func eachMember(
        of json: UnsafeRawBufferPointer, limit: Int = maximum,
        _ body: (_ key: String, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        var at = 0
        guard skip(&at, in: json) == UInt8(ascii: "{") else { return }
        at += 1
        for _ in 0..<limit {
            guard let key = key(&at, in: json), skip(&at, in: json) == UInt8(ascii: ":") else { break }
            at += 1
            _ = skip(&at, in: json)
            guard let end = end(of: at, in: json) else { break }
            body(key, json.part(at..<end))
            at = end
            guard skip(&at, in: json) == UInt8(ascii: ",") else { break }
            at += 1
        }
    }

    /// The text of the first item of a list, and the number of all items; `nil` for an empty list and other values.
    static func items(of json: UnsafeRawBufferPointer) -> (first: UnsafeRawBufferPointer, count: Int)? {
        var (at, count) = (0, 0)
        var first: UnsafeRawBufferPointer?
        guard skip(&at, in: json) == UInt8(ascii: "[") else { return nil }
        at += 1
        while skip(&at, in: json) != nil, let end = end(of: at, in: json), end > at {
            if first == nil { first = json.part(at..<end) }
            count += 1
            at = end
            guard skip(&at, in: json) == UInt8(ascii: ",") else { break }
            at += 1
        }
        return first.map { ($0, count) }
    }

    private static func key(_ at: inout Int, in json: UnsafeRawBufferPointer) -> String? {
        guard skip(&at, in: json) == UInt8(ascii: "\""), let end = end(of: at, in: json),
            case .text(let key)? = try? AnyValue(json: Array(json.part(at..<end)))
        else { return nil }
        at = end
        return key
    }

    /// Moves to the next byte that is not white space, and returns it.
    private static func skip(_ at: inout Int, in json: UnsafeRawBufferPointer) -> UInt8? {
        while at < json.count, json[at].isBlank { at += 1 }
        return at < json.count ? json[at] : nil
    }

    private static func end(of start: Int, in json: UnsafeRawBufferPointer) -> Int? {
        var scan = ValueScan()
        return scan.end(in: json.part(start..<json.count), isAtEnd: true).map { start + $0 }
    }
}
