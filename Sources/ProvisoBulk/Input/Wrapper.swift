internal import Proviso

/// A list of objects in a document, which probably are the records that were meant.
package struct Wrapper: Sendable, Equatable {
    /// The JSON Pointer of the list.
    let pointer: String
    let count: Int

    /// `'items' is a list of 2 objects`.
    var text: String {
        let name = pointer.dropFirst()
        return "'\(name)' is a list of \(count == 1 ? "1 object" : "\(count.grouped()) objects")".visible
    }

    var advice: String { "give --records \(pointer), or 'records: \(pointer)' in the rule file".visible }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("pointer", pointer)
            $0.member("objects", count)
        }
    }

    init?(_ value: AnyValue?) {
        guard let pointer = value?["pointer"]?.string, let count = value?["objects"]?.count else { return nil }
        (self.pointer, self.count) = (pointer, count)
    }

    private init(_ path: [String], _ count: Int) {
        pointer = ValuePath(path.map { .key($0) }).pointer
        self.count = count
    }

    /// How deep the list may be.
    private static let levels = 3

    /// The longest list in a document whose objects have one of the wanted keys; without such a list, the longest list of
    /// objects.
    static func find(in bytes: UnsafeRawBufferPointer, wanted: Set<String>) -> Wrapper? {
        var found: [(isWanted: Bool, wrapper: Wrapper)] = []
        look(in: bytes, [], wanted, &found)
        return found.max { ($0.isWanted ? 1 : 0, $0.wrapper.count) < ($1.isWanted ? 1 : 0, $1.wrapper.count) }?.wrapper
    }

    private static func look(
        in bytes: UnsafeRawBufferPointer, _ path: [String], _ wanted: Set<String>,
        _ found: inout [(isWanted: Bool, wrapper: Wrapper)]
    ) {
        MemberNames.eachMember(of: bytes) { key, value in
            let own = path + [key]
            if value.first == UInt8(ascii: "{"), own.count < levels { look(in: value, own, wanted, &found) }
            guard let items = MemberNames.items(of: value), items.first.first == UInt8(ascii: "{") else { return }
            let isWanted = !wanted.isDisjoint(with: MemberNames.paths(in: items.first, levels: 1))
            found.append((isWanted, Wrapper(own, items.count)))
        }
    }
}
