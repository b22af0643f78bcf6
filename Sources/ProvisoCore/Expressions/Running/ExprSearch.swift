internal import JSONBridge
internal import ProvisoABI

/// A list that an expression made and searches.
struct MadeTable {
    let list: ExprList
    var searches = 1
    var table: ExprTable?
}

/// Searches in lists and objects, which pay for what they look at.
extension ExprFrame {
    /// Whether a list has an item that equals a value; `nil` if that is too much work.
    mutating func holds(_ list: ExprValue, _ value: ExprValue) -> Bool? {
        guard let count = list.listCount, step(over: value, isDeep: true) else { return nil }
        guard count > ExprTables.fewItems, let table = table(of: list) else { return find(value, in: list, count) }
        guard step() else { return nil }
        return holds(list, table, value)
    }

    /// The same for a list whose table is known.
    mutating func holds(_ list: ExprValue, _ table: ExprTable, _ value: ExprValue) -> Bool? {
        for place in table.candidates(value) {
            let item = list.item(Int(place))
            guard step(1), step(over: item, isDeep: true) else { return nil }
            if item.equals(value) { return true }
        }
        return false
    }

    private mutating func find(_ value: ExprValue, in list: ExprValue, _ count: Int) -> Bool? {
        let isContainer = value.listCount != nil || value.mapCount != nil
        for index in 0..<count {
            let item = list.item(index)
            if isContainer, !step(over: item, isDeep: true) { return nil }
            if item.equals(value) { return step(index + 1) ? true : nil }
        }
        return step(count) ? false : nil
    }

    /// The table of a list that is searched often; making it pays for the whole list.
    private mutating func table(of list: ExprValue) -> ExprTable? {
        switch list {
        case .node(let raw):
            let (found, isNew) = tables.table(of: raw)
            if isNew, !step(over: list, ExprTable.price) { return nil }
            return found
        case .list(let made):
            for index in madeTables.indices where madeTables[index].list === made {
                madeTables[index].searches += 1
                if madeTables[index].table == nil, madeTables[index].searches > ExprTables.fewSearches {
                    guard step(over: list, ExprTable.price) else { return nil }
                    madeTables[index].table = ExprTable(list)
                }
                return madeTables[index].table
            }
            if madeTables.count == Self.mostMade { madeTables.removeFirst() }
            madeTables.append(MadeTable(list: made))
            return nil
        default: return nil
        }
    }

    private static let mostMade = 4

    /// A member of a map or object by a name, `nil` if there is none; an error if that is too much work.
    mutating func member(_ key: ExprValue.StaticKey, of value: ExprValue) -> ExprValue? {
        guard case .node(let raw) = value, raw.length > ExprTables.fewMembers else { return value.member(key) }
        return member(key.text, of: raw)
    }

    /// The same by a key of any kind.
    mutating func member(_ key: ExprValue, of value: ExprValue) -> ExprValue? {
        guard case .node(let raw) = value, raw.length > ExprTables.fewItems else { return value.member(of: key) }
        guard let name = key.string else { return nil }
        if raw.length > ExprTables.fewMembers { return member(name, of: raw) }
        return step(Int(raw.length) / 16) ? value.member(of: key) : .error(.cost)
    }

    private mutating func member(_ key: String, of object: proviso_value) -> ExprValue? {
        let (found, isNew) = tables.member(key, of: object)
        return step(isNew ? Int(object.length) : 1) ? found : .error(.cost)
    }
}

extension ExprTable {
    /// What it costs to make one: a fifth of a microsecond for each item.
    fileprivate static let price = ExprPrice(looks: 4, isDeep: true)
}

/// Functions that pay while they run, because their work depends on what they find.
enum FramedFunctions {
    typealias Body = @Sendable ([ExprValue], inout ExprFrame) -> ExprValue
    typealias PatternBody = @Sendable (ExprPattern?, [ExprValue], inout ExprFrame) -> ExprValue

    static func function(_ name: String, count: Int) -> Body? {
        functions[name].flatMap { $0.counts.contains(count) ? $0.body : nil }
    }

    static func method(_ name: String, count: Int) -> Body? {
        methods[name].flatMap { $0.counts.contains(count) ? $0.body : nil }
    }

    static let functions: [String: (counts: ClosedRange<Int>, body: Body)] = [
        "sets.contains": (2...2, { contains($0[0], $0[1], any: false, &$1) }),
        "sets.intersects": (2...2, { contains($0[0], $0[1], any: true, &$1) }),
        "sets.equivalent": (
            2...2,
            {
                let first = contains($0[0], $0[1], any: false, &$1)
                guard case .bool(true) = first else { return first }
                return contains($0[1], $0[0], any: false, &$1)
            }
        ),
    ]

    static let methods: [String: (counts: ClosedRange<Int>, body: Body)] = [
        "distinct": (1...1, { distinct($0[0], &$1) })
    ]

    /// Those whose second argument is a pattern: compiled once if it is a literal, else paid for whenever it is made.
    static let patternFunctions: [String: (counts: ClosedRange<Int>, body: PatternBody)] = [
        "matches": matches,
        "regex.extract": (2...2, { known, values, frame in ExprPattern.extract(known, values) { frame.step($0) } }),
        "regex.extractAll": (
            2...2, { known, values, frame in ExprPattern.extractAll(known, values) { frame.step($0) } }
        ),
        "regex.replace": (3...4, { known, values, frame in ExprPattern.replace(known, values) { frame.step($0) } }),
    ]

    /// The same after a dot: the value before it is the first argument.
    static let patternMethods: [String: (counts: ClosedRange<Int>, body: PatternBody)] = [
        "matches": matches,
        "find": (2...2, { known, values, frame in ExprPattern.find(known, values) { frame.step($0) } }),
        "findAll": (2...3, { known, values, frame in ExprPattern.findAll(known, values) { frame.step($0) } }),
    ]

    private static let matches: (counts: ClosedRange<Int>, body: PatternBody) = (
        2...2, { known, values, frame in ExprPattern.matches(known, values) { frame.step($0) } }
    )

    /// `value in list`, `key in map`.
    static func contains(_ value: ExprValue, _ range: ExprValue, _ frame: inout ExprFrame) -> ExprValue {
        if range.listCount != nil { return frame.holds(range, value).map { .bool($0) } ?? .error(.cost) }
        guard range.mapCount != nil else { return .noOverload }
        let found = frame.member(value, of: range)
        if case .error? = found { return .error(.cost) }
        return .bool(found != nil)
    }

    /// Whether all, or any, of the second list are in the first.
    private static func contains(
        _ one: ExprValue, _ two: ExprValue, any: Bool, _ frame: inout ExprFrame
    ) -> ExprValue {
        guard let count = one.listCount, let sought = two.listCount else { return .noOverload }
        var table: ExprTable?
        if count > ExprTables.fewItems, sought > ExprTables.fewSearches {
            guard frame.step(over: one, ExprTable.price) else { return .error(.cost) }
            table = ExprTable(one)
        }
        for index in 0..<sought {
            let item = two.item(index)
            guard frame.step(over: item, isDeep: true), frame.step() else { return .error(.cost) }
            guard let holds = table.map({ frame.holds(one, $0, item) }) ?? frame.holds(one, item) else {
                return .error(.cost)
            }
            if holds == any { return .bool(any) }
        }
        return .bool(!any)
    }

    private static func distinct(_ list: ExprValue, _ frame: inout ExprFrame) -> ExprValue {
        guard let count = list.listCount else { return .noOverload }
        guard frame.step(over: list, ExprTable.price) else { return .error(.cost) }
        var found: [ExprValue] = []
        // The items with each hash, by their places in `found`.
        var places: [Int: [Int]] = [:]
        for index in 0..<count {
            let item = list.item(index)
            let hash = item.hashed
            var isKnown = false
            for place in places[hash] ?? [] where !isKnown {
                guard frame.step(1), frame.step(over: item, isDeep: true) else { return .error(.cost) }
                isKnown = found[place].equals(item)
            }
            if isKnown { continue }
            places[hash, default: []].append(found.count)
            found.append(item)
        }
        return .list(ExprList(found))
    }
}

extension ExprNode {
    /// The patterns in it that are known before it runs, and are compiled once, or to be checked.
    var patterns: [String] {
        children.flatMap(\.patterns) + (ownPattern.map { [$0.text] } ?? [])
    }

    /// The pattern that a call has as a literal.
    var ownPattern: (text: String, offset: Int)? {
        guard case .call(let name, let target, let arguments, _) = self else { return nil }
        let isOfRegex = if case .name("regex", _, _)? = target { true } else { false }
        let isFunction = isOfRegex || target == nil
        let known = isFunction ? FramedFunctions.patternFunctions : FramedFunctions.patternMethods
        guard known[isOfRegex ? "regex.\(name)" : name] != nil,
            case .literal(.string(let pattern), let offset)? = arguments.dropFirst(isFunction ? 1 : 0).first
        else { return nil }
        return (pattern, offset)
    }
}

/// A call of a function that pays while it runs; the strings that it is given are paid first.
final class FramedStep: ExprStep, @unchecked Sendable {
    let arguments: [ExprStep]
    let body: FramedFunctions.Body

    init(_ arguments: [ExprStep], _ body: @escaping FramedFunctions.Body) {
        (self.arguments, self.body) = (arguments, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [ExprValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument.run(&frame)
            if case .error = value { return value }
            guard frame.step(over: value, isDeep: false) else { return .error(.cost) }
            values.append(value)
        }
        guard frame.step(ExprPrice.pattern.call) else { return .error(.cost) }
        return frame.taking(body(values, &frame))
    }
}
