package import Proviso

/// Reading and changing values within a value, by concrete paths: keys and positions.
extension AnyValue {
    /// The value at a path; absent if there is none.
    package func at(_ path: some Collection<ValuePath.Component>) -> AnyValue {
        guard let first = path.first else { return self }
        let rest = path.dropFirst()
        switch (self, first) {
        case (.object(let members), .key(let key)):
            return members.last { $0.key == key }?.value.at(rest) ?? .absent
        case (.object(let members), .index(let index)):
            return members.last { $0.key == String(index) }?.value.at(rest) ?? .absent
        case (.list(let items), .index(let index)):
            return items.indices.contains(index) ? items[index].at(rest) : .absent
        case (.list, .key(let key)):
            return ValuePath.position(key).map { at([.index($0)] + Array(rest)) } ?? .absent
        default: return .absent
        }
    }

    /// The value with another one at a path; what is on the way is made, and `absent` removes a member or an item.
    package func setting(_ path: some Collection<ValuePath.Component>, to value: AnyValue) -> AnyValue {
        guard let first = path.first else { return value }
        let rest = path.dropFirst()
        switch first {
        case .index(let index): return settingItem(index, rest, value)
        case .each: return settingItem(0, rest, value)
        case .key(let key):
            if case .list = self, let index = ValuePath.position(key) { return settingItem(index, rest, value) }
            return settingMember(key, rest, value)
        }
    }

    private func settingMember(
        _ key: String, _ rest: some Collection<ValuePath.Component>, _ value: AnyValue
    ) -> AnyValue {
        var members = self.members
        let place = members.lastIndex { $0.key == key }
        if rest.isEmpty, value == .absent {
            guard let place else { return self }
            members.remove(at: place)
            return .object(members)
        }
        if place == nil, value == .absent { return self }
        let changed = (place.map { members[$0].value } ?? .absent).setting(rest, to: value)
        if let place { members[place].value = changed } else { members.append(Member(key, changed)) }
        return .object(members)
    }

    private func settingItem(
        _ index: Int, _ rest: some Collection<ValuePath.Component>, _ value: AnyValue
    ) -> AnyValue {
        if case .object = self { return settingMember(String(index), rest, value) }
        var items = list ?? []
        if rest.isEmpty, value == .absent {
            if items.indices.contains(index) { items.remove(at: index) }
            return .list(items)
        }
        if items.count <= index, value == .absent { return self }
        guard index < 1_000 else { return self }
        while items.count <= index { items.append(items.last ?? .absent) }
        items[index] = items[index].setting(rest, to: value)
        return .list(items)
    }

    /// The value without absent members and items, as JSON would have it.
    package var compact: AnyValue {
        switch self {
        case .object(let members):
            .object(members.filter { $0.value != .absent }.map { Member($0.key, $0.value.compact) })
        case .list(let items): .list(items.map { $0 == .absent ? .null : $0.compact })
        default: self
        }
    }

    /// The number of values in it, with itself: what comparing or changing it takes.
    var count: Int {
        switch self {
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        case .list(let items): items.reduce(1) { $0 + $1.count }
        default: 1
        }
    }

    /// Whether rules skip the value unless they say otherwise.
    package var isEmptyValue: Bool {
        switch self {
        case .absent, .null: true
        case .text(let text): text.isEmpty
        case .list(let items): items.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}

/// A concrete path, and the patterns that it belongs to.
package typealias Steps = [ValuePath.Component]

extension [ValuePath.Component] {
    /// Whether a concrete path is one of those that a pattern means.
    package func matches(_ pattern: Steps) -> Bool {
        count == pattern.count
            && zip(self, pattern).allSatisfy { own, other in other == .each || own.word == other.word }
    }

    /// The pattern with the positions of another path, as far as both begin alike.
    package func aligned(with other: Steps) -> Steps {
        var steps = self
        for (index, step) in other.enumerated() where index < steps.count {
            if steps[index] == .each {
                steps[index] = step
            } else if steps[index].word != step.word {
                break
            }
        }
        return steps
    }

    /// The pattern with the first item in place of every item that is left.
    package var concrete: Steps { map { $0 == .each ? .index(0) : $0 } }
}

extension ValuePath.Component {
    /// The key, or the position, as text.
    package var word: String {
        switch self {
        case .key(let key): key
        case .index(let index): String(index)
        case .each: "*"
        }
    }
}
