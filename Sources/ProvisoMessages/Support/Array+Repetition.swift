extension Array where Element: Hashable {
    /// The list without repeated elements; the first of each is kept.
    package func withoutRepetition() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
