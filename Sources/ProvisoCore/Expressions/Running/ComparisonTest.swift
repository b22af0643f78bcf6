internal import JSONBridge
internal import ProvisoABI

/// A shortcut for expressions that only compare numbers of the record, or its text with constants: it says when such an
/// expression is certainly true or false.
///
/// Whatever else is the case (a value of another kind, an overflow) is left to the program. It pays for itself:
/// `a + b <= c` takes a tenth of the program's time, and a sum over a list a third (`make bench-expr`), because no
/// value of an expression is made, which may hold a reference.
final class ComparisonTest: Sendable {
    /// A part of the expression; trivial, so that nothing is counted when it is read.
    private struct Node: Sendable {
        enum Kind: Sendable {
            case both, either, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
            case constant, input, member, add, subtract, multiply, sum
            case sameText, otherText
        }

        let kind: Kind
        /// The places of the parts, or the number of a variable, a key or a string.
        var left = 0
        var right = 0
        var number = Number.none
    }

    /// A number without a reference to anything.
    private enum Number: Sendable {
        case int(Int64)
        case double(Double)
        /// Not a number, or one that does not fit.
        case none
    }

    /// The parts, each after its own; the last one is the whole expression.
    private let nodes: [Node]
    /// The names of members, and constant strings.
    private let keys: [ExprValue.StaticKey]

    /// Reads a variable of the program.
    typealias Reader = (Int) -> proviso_value

    /// `nil` if the expression does anything else than compare numbers and text.
    ///
    /// `readings` says of each name how its values are read.
    init?(_ node: ExprNode, names: [String], readings: [ValueReading?]) {
        var maker = Maker(names: names, readings: readings)
        guard maker.test(node) != nil else { return nil }
        (nodes, keys) = (maker.nodes, maker.keys)
    }

    /// Whether the expression is certainly true or false; `nil` if the program must find out.
    func verdict(_ read: Reader) -> Bool? {
        nodes.withUnsafeBufferPointer { nodes in
            keys.withUnsafeBufferPointer { keys in
                let run = Run(nodes: nodes, keys: keys)
                return run.verdict(nodes.count - 1, read)
            }
        }
    }

    // MARK: making

    private struct Maker {
        let names: [String]
        let readings: [ValueReading?]
        var nodes: [Node] = []
        var keys: [ExprValue.StaticKey] = []

        init(names: [String], readings: [ValueReading?]) { (self.names, self.readings) = (names, readings) }

        private static let tests: [String: Node.Kind] = [
            "_&&_": .both, "_||_": .either, "_==_": .equal, "_!=_": .notEqual, "_<_": .less, "_<=_": .lessOrEqual,
            "_>_": .greater, "_>=_": .greaterOrEqual,
        ]
        private static let terms: [String: Node.Kind] = ["_+_": .add, "_-_": .subtract, "_*_": .multiply]

        private mutating func add(_ node: Node) -> Int {
            nodes.append(node)
            return nodes.count - 1
        }

        mutating func test(_ node: ExprNode) -> Int? {
            guard case .call(let name, nil, let arguments, _) = node, arguments.count == 2, let kind = Self.tests[name]
            else { return nil }
            if kind == .equal || kind == .notEqual, let node = textTest(arguments, isEqual: kind == .equal) {
                return node
            }
            let isLogic = kind == .both || kind == .either
            guard let left = isLogic ? test(arguments[0]) : term(arguments[0], item: nil),
                let right = isLogic ? test(arguments[1]) : term(arguments[1], item: nil)
            else { return nil }
            return add(Node(kind: kind, left: left, right: right))
        }

        /// A comparison of an attribute with a constant string; one that is read as something else is left to the program.
        private mutating func textTest(_ sides: [ExprNode], isEqual: Bool) -> Int? {
            for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                guard case .name(let name, isRoot: false, _) = one, case .literal(.string(let text), _) = other,
                    let index = names.firstIndex(of: name), readings[index] == nil
                else { continue }
                keys.append(ExprValue.StaticKey(text))
                return add(Node(kind: isEqual ? .sameText : .otherText, left: index, right: keys.count - 1))
            }
            return nil
        }

        /// `item` is the name of the item within a sum.
        private mutating func term(_ node: ExprNode, item: String?) -> Int? {
            switch node {
            case .literal(.int(let number), _): return add(Node(kind: .constant, number: .int(number)))
            case .literal(.double(let number), _): return add(Node(kind: .constant, number: .double(number)))
            case .name(let name, isRoot: false, _) where name != item:
                return names.firstIndex(of: name).map { add(Node(kind: .input, left: $0)) }
            case .select(.name(let name, isRoot: false, _), let field, isOptional: false, _) where name == item:
                keys.append(ExprValue.StaticKey(field))
                return add(Node(kind: .member, left: keys.count - 1))
            case .call("sum", .macro(let macro, _)?, let arguments, _) where arguments.isEmpty && item == nil:
                return sum(macro)
            case .call(let name, nil, let arguments, _) where arguments.count == 2:
                guard let kind = Self.terms[name], let left = term(arguments[0], item: item),
                    let right = term(arguments[1], item: item)
                else { return nil }
                return add(Node(kind: kind, left: left, right: right))
            default: return nil
            }
        }

        private mutating func sum(_ macro: ExprMacro) -> Int? {
            guard macro.kind == .map, macro.filter == nil, macro.names.count == 1,
                case .name(let list, isRoot: false, _) = macro.range, let index = names.firstIndex(of: list),
                let body = macro.result, let inner = term(body, item: macro.names[0])
            else { return nil }
            return add(Node(kind: .sum, left: index, right: inner))
        }
    }

    // MARK: running

    private struct Run {
        let nodes: UnsafeBufferPointer<Node>
        let keys: UnsafeBufferPointer<ExprValue.StaticKey>
        private static let mostItems = 10_000

        init(nodes: UnsafeBufferPointer<Node>, keys: UnsafeBufferPointer<ExprValue.StaticKey>) {
            (self.nodes, self.keys) = (nodes, keys)
        }

        func verdict(_ index: Int, _ read: Reader) -> Bool? {
            let node = nodes[index]
            switch node.kind {
            case .both, .either: return logic(node, deciding: node.kind == .either, read)
            case .sameText, .otherText:
                let found = read(node.left)
                guard found.kind == ValueKind.text.rawValue else { return nil }
                return keys[node.right].equals(UnsafeRawPointer(found.as.text), Int(found.length))
                    == (node.kind == .sameText)
            default: break
            }
            switch (value(node.left, nil, read), value(node.right, nil, read)) {
            case (.int(let one), .int(let two)): return Self.holds(node.kind, one, two)
            case (.double(let one), .double(let two)): return Self.certainly(node.kind, one, two)
            case (.int(let one), .double(let two)):
                return Self.exact(one).flatMap { Self.certainly(node.kind, $0, two) }
            case (.double(let one), .int(let two)):
                return Self.exact(two).flatMap { Self.certainly(node.kind, one, $0) }
            default: return nil
            }
        }

        /// `&&` or `||`: a side that decides does so whatever the other one is.
        private func logic(_ node: Node, deciding: Bool, _ read: Reader) -> Bool? {
            let one = verdict(node.left, read)
            if one == deciding { return deciding }
            let two = verdict(node.right, read)
            if two == deciding { return deciding }
            return one == nil || two == nil ? nil : !deciding
        }

        private static func holds<Value: Comparable>(_ comparison: Node.Kind, _ one: Value, _ two: Value) -> Bool {
            switch comparison {
            case .equal: one == two
            case .notEqual: one != two
            case .less: one < two
            case .lessOrEqual: one <= two
            case .greater: one > two
            default: one >= two
            }
        }

        /// Numbers that differ by rounding are left to the program.
        private static func certainly(_ comparison: Node.Kind, _ one: Double, _ two: Double) -> Bool? {
            let isApart = (one - two).magnitude > max(one.magnitude, two.magnitude) * 0x1p-40
            return isApart || one == two ? holds(comparison, one, two) : nil
        }

        /// An integer as a double, if it is one exactly.
        private static func exact(_ number: Int64) -> Double? {
            number.magnitude <= 1 << 53 ? Double(number) : nil
        }

        private func value(_ index: Int, _ item: proviso_value?, _ read: Reader) -> Number {
            let node = nodes[index]
            switch node.kind {
            case .constant: return node.number
            case .input: return Self.number(read(node.left))
            case .member: return item.map { member(node.left, of: $0) } ?? .none
            case .sum: return sum(of: read(node.left), node.right, read)
            default:
                return Self.combined(node.kind, value(node.left, item, read), value(node.right, item, read))
            }
        }

        private func member(_ key: Int, of item: proviso_value) -> Number {
            guard item.kind == ValueKind.object.rawValue else { return .none }
            let members = ExprValue.nodes(item)
            // The last of repeated names counts.
            for index in members.indices.reversed() where keys[key].equals(members[index]) {
                return Self.number(members[index].value)
            }
            return .none
        }

        private func sum(of list: proviso_value, _ body: Int, _ read: Reader) -> Number {
            guard list.kind == ValueKind.list.rawValue, list.length > 0, list.length <= Self.mostItems else {
                return .none
            }
            var sum: Number?
            for node in ExprValue.nodes(list) {
                let next = value(body, node.value, read)
                let total = sum.map { Self.combined(.add, $0, next) } ?? next
                if case .none = total { return total }
                sum = total
            }
            return sum ?? .none
        }

        private static func combined(_ kind: Node.Kind, _ one: Number, _ two: Number) -> Number {
            switch (one, two) {
            case (.int(let one), .int(let two)):
                let (result, isTooLarge) =
                    switch kind {
                    case .add: one.addingReportingOverflow(two)
                    case .subtract: one.subtractingReportingOverflow(two)
                    default: one.multipliedReportingOverflow(by: two)
                    }
                // Larger ones are not the same as doubles, which the rules may say they are.
                return isTooLarge || exact(result) == nil ? .none : .int(result)
            case (.double(let one), .double(let two)): return .double(combined(kind, one, two))
            case (.int(let one), .double(let two)): return .double(combined(kind, Double(one), two))
            case (.double(let one), .int(let two)): return .double(combined(kind, one, Double(two)))
            default: return .none
            }
        }

        private static func combined(_ kind: Node.Kind, _ one: Double, _ two: Double) -> Double {
            switch kind {
            case .add: one + two
            case .subtract: one - two
            default: one * two
            }
        }

        private static func number(_ raw: proviso_value) -> Number {
            switch raw.kind {
            case ValueKind.integer.rawValue: exact(raw.as.integer) == nil ? .none : .int(raw.as.integer)
            case ValueKind.double.rawValue: .double(raw.as.number)
            default: .none
            }
        }
    }
}
