extension Int {
    /// The digits in groups of three, such as `28,298`.
    func grouped() -> String {
        let digits = Array(String(self))
        return digits.enumerated().reduce(into: "") { text, next in
            if next.offset > 0, (digits.count - next.offset) % 3 == 0 { text += "," }
            text.append(next.element)
        }
    }
}
