import Proviso
import Testing

struct TextSearchTests {
    static let rows: [(text: String, sought: String, offset: Int?)] = [
        ("", "", 0),
        ("abc", "", 0),
        ("", "a", nil),
        ("abc", "abc", 0),
        ("abc", "c", 2),
        ("abc", "abcd", nil),
        ("aab", "ab", 1),
        ("aaa", "ab", nil),
        ("für alle", "alle", 5),
        ("für", "u", nil),
        ("語語", "語", 0),
    ]

    @Test(arguments: rows)
    func findsTheFirst(row: (text: String, sought: String, offset: Int?)) {
        let place = row.text.place(of: row.sought)
        #expect(place.map { row.text.utf8.distance(from: row.text.startIndex, to: $0.lowerBound) } == row.offset)
        #expect(place.map { String(row.text[$0]) } == row.offset.map { _ in row.sought })
        #expect(row.text.holds(row.sought) == (row.offset != nil))
    }

    @Test func searchesWhatIsLeft() {
        let rest = "key: key".dropFirst(2)
        #expect(rest.place(of: "key").map { String(rest[$0.upperBound...]) } == "")
        #expect(rest.place(of: "y: ").map { String(rest[$0.upperBound...]) } == "key")
    }
}
