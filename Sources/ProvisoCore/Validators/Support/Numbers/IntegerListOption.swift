extension OptionReader {
    /// A list of integers; a single one is a list of one.
    func integers(_ name: String) throws(OptionError) -> [Int]? {
        let items: [AnyValue]
        switch value(name) {
        case nil: return nil
        case .list(let list)?: items = list
        case let single?: items = [single]
        }
        var numbers: [Int] = []
        for item in items {
            guard case .integer(let number) = item else {
                throw OptionError(option: name, reason: "must be an integer or a list of them")
            }
            numbers.append(Int(number))
        }
        return numbers
    }
}
