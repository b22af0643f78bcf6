/// Finds a sequence in another one, in time proportional to both together (Knuth, Morris, Pratt).
struct LinearSearch<Element: Equatable> {
    private let sought: [Element]
    /// For each length of a match: the longest shorter one that ends at the same place.
    private let fallback: [Int]

    /// A sequence that is not empty.
    init(_ sought: [Element]) {
        self.sought = sought
        var fallback = [Int](repeating: 0, count: sought.count + 1)
        var length = 0
        for index in sought.indices.dropFirst() {
            while length > 0, sought[index] != sought[length] { length = fallback[length] }
            if sought[index] == sought[length] { length += 1 }
            fallback[index + 1] = length
        }
        self.fallback = fallback
    }

    /// The first place from a start on; `nil` if there is none.
    func first(in text: some RandomAccessCollection<Element>, from start: Int = 0) -> Int? {
        var length = 0
        var index = text.index(text.startIndex, offsetBy: start)
        var place = start
        while index != text.endIndex {
            while length > 0, text[index] != sought[length] { length = fallback[length] }
            if text[index] == sought[length] { length += 1 }
            place += 1
            if length == sought.count { return place - length }
            text.formIndex(after: &index)
        }
        return nil
    }

    /// The places one after the other, at most `limit`, none within another.
    func all(in text: some RandomAccessCollection<Element>, limit: Int = .max) -> [Int] {
        var places: [Int] = []
        var start = 0
        while places.count < limit, let place = first(in: text, from: start) {
            places.append(place)
            start = place + sought.count
        }
        return places
    }
}
