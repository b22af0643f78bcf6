/// When two borrowed values are equal, by the rules of `Equality` and without taking memory.
enum Likeness {
    static func holds(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        if let one = left.text, let other = right.text { return one == other }
        if let one = left.boolean, let other = right.boolean { return one == other }
        switch (left.kind, right.kind) {
        case (.null, .null), (.absent, .null), (.absent, .absent): return true
        case (.list, .list): return itemsHold(left, right, strict: strict)
        case (.object, .object): return membersHold(left, right, strict: strict)
        default: break
        }
        let one = strict ? Number(left) : Number(spelledBy: left)
        let other = strict ? Number(right) : Number(spelledBy: right)
        guard let one, let other else { return false }
        return one == other
    }

    private static func itemsHold(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where !holds(left[index], right[index], strict: strict) { return false }
        return true
    }

    private static func membersHold(_ left: borrowing Value, _ right: borrowing Value, strict: Bool) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count {
            let member = left.member(right.key(at: index))
            if member.kind == .absent || !holds(member, right[index], strict: strict) { return false }
        }
        return true
    }
}

extension Number {
    /// The number a value is or spells: numeric text is one, true is 1 and false is 0.
    init?(spelledBy value: borrowing Value) {
        if let text = value.text {
            self.init(text: text)
        } else if let truth = value.boolean {
            self = .integer(truth ? 1 : 0)
        } else {
            self.init(value)
        }
    }
}
