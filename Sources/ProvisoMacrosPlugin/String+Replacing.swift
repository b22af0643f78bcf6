extension String {
    /// The text with the first occurrence of a part replaced.
    func replacing(_ part: String, by new: String) -> String {
        guard !part.isEmpty, let start = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
        return self[..<start] + new + self[start...].dropFirst(part.count)
    }
}
