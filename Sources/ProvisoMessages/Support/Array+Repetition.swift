extension Array where Element: Hashable {
    /// The list with only the first of what is there several times.
    package func withoutRepetition() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
