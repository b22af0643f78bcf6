/// What rules have found out about the values of a record, and use again until a value changes.
struct RecordMemory {
    /// The long lists of values that rules have looked up so far.
    private(set) var tables: [TablePlace: any Sendable] = [:]
    /// How well values fit shapes: each is tried once.
    private(set) var misfits: [MisfitKey: KnownMisfit] = [:]
    /// Conditions that are the same for all items which a rule validates, and whether they hold.
    private(set) var known: [ObjectIdentifier: Bool] = [:]
    /// What expressions keep to search lists and objects, an `ExprTables`.
    private(set) var searched: AnyObject?
    /// Whether there is anything.
    private(set) var isUsed = false

    mutating func remember(_ table: any Sendable, at place: TablePlace) {
        tables[place] = table
        isUsed = true
    }

    mutating func remember(_ misfit: KnownMisfit, at key: MisfitKey) {
        misfits[key] = misfit
        isUsed = true
    }

    mutating func remember(_ holds: Bool, of condition: AnyObject) {
        known[ObjectIdentifier(condition)] = holds
        isUsed = true
    }

    mutating func remember(_ searched: AnyObject?) {
        self.searched = searched
        isUsed = true
    }

    /// Removes what is known of conditions: another rule begins.
    mutating func forgetConditions() {
        if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    }

    /// Removes all.
    mutating func forget() {
        guard isUsed else { return }
        (tables, misfits, searched, isUsed) = ([:], [:], nil, false)
        forgetConditions()
    }
}
