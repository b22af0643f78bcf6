internal import Proviso

extension LocatedViolation {
    /// About how many bytes the finding has in a report; exact numbers beyond the limit are not of interest.
    func size(upTo limit: Int) -> Int {
        var room = limit - message.utf8.count - label.utf8.count - text.pointer.utf8.count
        for parameter in violation.parameters.list { parameter.value.take(from: &room) }
        value?.take(from: &room)
        return limit - room
    }
}

extension ParameterValue {
    /// Subtracts the size of the value, until no room is left.
    fileprivate func take(from room: inout Int) {
        if room < 0 { return }
        switch self {
        case .text(let text), .decimal(let text), .attribute(let text): room -= text.utf8.count
        case .list(let items): for item in items where room >= 0 { item.take(from: &room) }
        default: room -= 8
        }
    }
}

extension AnyValue {
    /// Subtracts the size of the value, until no room is left.
    fileprivate func take(from room: inout Int) {
        if room < 0 { return }
        switch self {
        case .text(let text): room -= text.utf8.count
        case .list(let items): for item in items where room >= 0 { item.take(from: &room) }
        case .object(let members):
            for member in members where room >= 0 {
                room -= member.key.utf8.count
                member.value.take(from: &room)
            }
        default: room -= 8
        }
    }
}
