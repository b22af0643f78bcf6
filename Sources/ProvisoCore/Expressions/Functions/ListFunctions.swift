/// The functions on lists and sets of Kubernetes and cel-go.
enum ListFunctions {
    /// The sum of a list; 0 without items.
    static func sum(_ list: ExprValue) -> ExprValue {
        guard let count = list.listCount else { return .noOverload }
        var sum: ExprValue?
        for index in 0..<count {
            let item = list.item(index)
            sum = sum.map { Arithmetic.add($0, item) } ?? item
            if case .error? = sum { return sum ?? .noOverload }
        }
        return checkedSum(sum)
    }

    /// A sum, if what was added are numbers or durations.
    static func checkedSum(_ sum: ExprValue?) -> ExprValue {
        switch sum {
        case nil: .int(0)
        case .int?, .uint?, .double?, .duration?, .error?: sum ?? .noOverload
        default: .noOverload
        }
    }

    static func extreme(_ list: ExprValue, greatest: Bool) -> ExprValue {
        guard let items = list.listItems else { return .noOverload }
        guard var found = items.first else {
            return .failure(.argument, "a list without items has no least or greatest item")
        }
        for item in items.dropFirst() {
            guard let order = item.order(found) else { return .noOverload }
            if order == (greatest ? .greater : .less) { found = item }
        }
        return found
    }

    static func isSorted(_ list: ExprValue) -> ExprValue {
        guard let items = list.listItems else { return .noOverload }
        for (one, two) in zip(items, items.dropFirst()) {
            guard let order = one.order(two) else { return .noOverload }
            if order == .greater || order == .none { return .bool(false) }
        }
        return .bool(true)
    }

    static func sorted(_ items: [ExprValue], by keys: [ExprValue]) -> ExprValue {
        if let first = keys.first {
            for key in keys where first.order(key) == nil || key.typeName != first.typeName {
                return .failure(.argument, "values of different kinds cannot be sorted")
            }
        }
        // By place where keys are equal: what is equal keeps its order.
        let places = keys.indices.sorted { one, two in
            switch keys[one].order(keys[two]) {
            case .less: true
            case .equal: one < two
            default: false
            }
        }
        return .list(ExprList(places.map { items[$0] }))
    }

    static func flatten(_ values: [ExprValue]) -> ExprValue {
        var depth: Int64 = 1
        if values.count > 1 {
            guard case .int(let number) = values[1] else { return .noOverload }
            guard number >= 0 else { return .failure(.argument, "the depth must not be negative") }
            depth = number
        }
        guard let items = values[0].listItems else { return .noOverload }
        return .list(ExprList(flat(items, depth)))
    }

    private static func flat(_ items: [ExprValue], _ depth: Int64) -> [ExprValue] {
        guard depth > 0 else { return items }
        return items.flatMap { item in item.listItems.map { flat($0, depth - 1) } ?? [item] }
    }

    static func slice(_ values: [ExprValue]) -> ExprValue {
        guard let count = values[0].listCount, case .int(let start) = values[1], case .int(let end) = values[2] else {
            return .noOverload
        }
        guard start >= 0, end >= start, end <= count else {
            return .failure(.range, "the slice is outside the list")
        }
        return .list(ExprList((Int(start)..<Int(end)).map { values[0].item($0) }))
    }

    static func range(_ count: ExprValue) -> ExprValue {
        guard case .int(let count) = count else { return .noOverload }
        guard count <= 1_000_000 else { return .error(.cost) }
        return .list(ExprList((0..<max(0, count)).map { .int($0) }))
    }

    static func end(_ list: ExprValue, first: Bool) -> ExprValue {
        guard let count = list.listCount else { return .noOverload }
        return .optional(ExprOptional(count == 0 ? nil : list.item(first ? 0 : count - 1)))
    }

    static func index(_ list: ExprValue, _ sought: ExprValue, last: Bool) -> ExprValue {
        guard let items = list.listItems else { return .noOverload }
        let found = last ? items.lastIndex { $0.equals(sought) } : items.firstIndex { $0.equals(sought) }
        return .int(Int64(found ?? -1))
    }
}
