extension Plan {
    /// The indices of attributes by name, each with all attributes nested in it.
    package func select(within names: [String]) throws(RuleSetError) -> Set<Int> {
        var selected: Set<Int> = []
        for name in names {
            let inside = attributes.filter { $0.name.hasPrefix("\(name).") }
            selected.formUnion(inside.map(\.index))
            if inside.isEmpty || attributes.contains(where: { $0.name == name }) {
                selected.formUnion(try select([name]))
            }
        }
        return selected
    }
}
