internal import JSONBridge
internal import ProvisoABI

/// Attributes that lie in others have slots of their own, and so have the values that rules put in place of theirs.
extension Record {
    /// Whether a rule replaced the value at a place or one that lies in it.
    func hasChanges(_ place: Shape.Place) -> Bool {
        slots[place.slot].value.hasChanges || place.children.contains(where: hasChanges)
    }

    /// The value at a place as the rules left it.
    func value(_ place: Shape.Place) -> AnyValue {
        let raw = slots[place.slot].value
        let whole = AnyValue(raw: raw)
        // What was replaced as a whole is not put together again from what it replaced.
        if raw.flags & NodeFlag.changed != 0 { return whole }
        var members: [AnyValue.Member]
        switch whole {
        case .object(let held): members = held
        case .absent, .null: members = []
        default: return whole
        }
        let changed = place.children.filter(hasChanges)
        for child in changed {
            let member = AnyValue.Member(child.key, value(child))
            if let index = members.lastIndex(where: { $0.key == child.key }) {
                members[index] = member
            } else {
                members.append(member)
            }
        }
        return changed.isEmpty ? whole : .object(members)
    }
}
