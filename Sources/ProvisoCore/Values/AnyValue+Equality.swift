/// Values are equal when they are of one kind and hold the same, strings byte by byte.
///
/// Swift's own equality of strings is canonical equivalence: it takes time that grows with the square of the number of
/// combining marks, and considers a string unchanged that a normalization has changed.
extension AnyValue {
    /// Whether two values are equal.
    public static func == (left: AnyValue, right: AnyValue) -> Bool {
        if let isEqual = left.isPlainlyEqual(to: right) { return isEqual }
        // Without recursion: values made in Swift may be deeper than the stack.
        var open = [(left, right)]
        while let (one, other) = open.popLast() {
            switch (one, other) {
            case (.list(let one), .list(let other)):
                guard one.count == other.count else { return false }
                for index in one.indices where !one[index].isEqual(to: other[index], later: &open) { return false }
            case (.object(let one), .object(let other)):
                guard one.count == other.count else { return false }
                for index in one.indices {
                    guard one[index].key.hasBytes(of: other[index].key),
                        one[index].value.isEqual(to: other[index].value, later: &open)
                    else { return false }
                }
            default: return false
            }
        }
        return true
    }

    /// Whether both are equal; lists and objects are left for later.
    private func isEqual(to other: AnyValue, later: inout [(AnyValue, AnyValue)]) -> Bool {
        if let isEqual = isPlainlyEqual(to: other) { return isEqual }
        later.append((self, other))
        return true
    }

    /// Whether both are equal; `nil` for two lists and two objects.
    private func isPlainlyEqual(to other: AnyValue) -> Bool? {
        switch (self, other) {
        case (.absent, .absent), (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.decimal(let one), .decimal(let other)), (.text(let one), .text(let other)): one.hasBytes(of: other)
        case (.list, .list), (.object, .object): nil
        default: false
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

    /// What is deeper than JSON can have it is left out, which only makes the hash less telling.
    fileprivate func hash(into hasher: inout Hasher, depth: Int) {
        hasher.combine(kind)
        switch self {
        case .absent, .null: break
        case .boolean(let truth): hasher.combine(truth)
        case .integer(let number): hasher.combine(number)
        case .unsigned(let number): hasher.combine(number)
        case .double(let number): hasher.combine(number)
        case .decimal(let text), .text(let text): text.hashBytes(into: &hasher)
        case .list(let items):
            hasher.combine(items.count)
            if depth == Self.maximumDepth { return }
            for item in items { item.hash(into: &hasher, depth: depth + 1) }
        case .object(let members):
            hasher.combine(members.count)
            if depth == Self.maximumDepth { return }
            for member in members {
                member.key.hashBytes(into: &hasher)
                member.value.hash(into: &hasher, depth: depth + 1)
            }
        }
    }
}

extension AnyValue.Member {
    /// Whether two values are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.key.hasBytes(of: right.key) && left.value == right.value
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        key.hashBytes(into: &hasher)
        hasher.combine(value)
    }
}

extension String {
    /// Whether both strings are the same bytes in UTF-8.
    func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    fileprivate func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // What follows a string must not count as a part of it.
        hasher.combine(UInt8.max)
    }
}
