internal import JSONBridge
internal import ProvisoABI

/// A shortcut for expressions that only compare numbers of the record: it says when such an expression is true.
///
/// Whatever else is the case (false, a value of another kind, an overflow) is left to the program. It pays for itself:
/// `a + b <= c` takes a tenth of the program's time, and a sum over a list a third (`make bench-expr`), because no
/// value of an expression is made, which may hold a reference.
struct NumericTest: Sendable {
    private indirect enum Test: Sendable {
        case compare(Comparison, Term, Term)
        case both(Test, Test)
        case either(Test, Test)
    }

    private enum Comparison: Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    private indirect enum Term: Sendable {
        case constant(Number)
        case input(Int)
        /// A member of the item of the sum around it.
        case member(ExprValue.StaticKey)
        case add(Term, Term)
        case subtract(Term, Term)
        case multiply(Term, Term)
        /// The sum of a term over the items of a list.
        case sum(Int, Term)
    }

    /// A number without a reference to anything.
    private enum Number: Sendable {
        case int(Int64)
        case double(Double)
        /// Not a number, or one that does not fit.
        case none
    }

    private let test: Test

    /// Reads a variable of the program.
    typealias Reader = (Int) -> proviso_value

    /// `nil` if the expression does anything else than compare numbers.
    init?(_ node: ExprNode, names: [String]) {
        guard let test = Self.test(node, names) else { return nil }
        self.test = test
    }

    /// Whether the expression is certainly true.
    func isTrue(_ read: Reader) -> Bool { Self.isTrue(test, read) }

    // MARK: making

    private static func test(_ node: ExprNode, _ names: [String]) -> Test? {
        guard case .call(let name, nil, let arguments, _) = node, arguments.count == 2 else { return nil }
        if name == "_&&_" || name == "_||_" {
            guard let one = test(arguments[0], names), let two = test(arguments[1], names) else { return nil }
            return name == "_&&_" ? .both(one, two) : .either(one, two)
        }
        let comparisons: [String: Comparison] = [
            "_==_": .equal, "_!=_": .notEqual, "_<_": .less, "_<=_": .lessOrEqual, "_>_": .greater,
            "_>=_": .greaterOrEqual,
        ]
        guard let comparison = comparisons[name], let one = term(arguments[0], names, item: nil),
            let two = term(arguments[1], names, item: nil)
        else { return nil }
        return .compare(comparison, one, two)
    }

    /// `item` is the name of the item within a sum.
    private static func term(_ node: ExprNode, _ names: [String], item: String?) -> Term? {
        switch node {
        case .literal(.int(let number), _): return .constant(.int(number))
        case .literal(.double(let number), _): return .constant(.double(number))
        case .name(let name, isRoot: false, _) where name != item: return names.firstIndex(of: name).map { .input($0) }
        case .select(.name(let name, isRoot: false, _), let field, isOptional: false, _) where name == item:
            return .member(ExprValue.StaticKey(field))
        case .call("sum", .macro(let macro, _)?, let arguments, _) where arguments.isEmpty && item == nil:
            guard macro.kind == .map, macro.filter == nil, macro.names.count == 1,
                case .name(let list, false, _) = macro.range,
                let index = names.firstIndex(of: list), let body = macro.result,
                let inner = term(body, names, item: macro.names[0])
            else { return nil }
            return .sum(index, inner)
        case .call(let name, nil, let arguments, _) where arguments.count == 2:
            guard let one = term(arguments[0], names, item: item), let two = term(arguments[1], names, item: item)
            else {
                return nil
            }
            switch name {
            case "_+_": return .add(one, two)
            case "_-_": return .subtract(one, two)
            case "_*_": return .multiply(one, two)
            default: return nil
            }
        default: return nil
        }
    }

    // MARK: running

    private static func isTrue(_ test: Test, _ read: Reader) -> Bool {
        switch test {
        case .both(let one, let two): return isTrue(one, read) && isTrue(two, read)
        case .either(let one, let two): return isTrue(one, read) || isTrue(two, read)
        case .compare(let comparison, let one, let two):
            switch (value(one, nil, read), value(two, nil, read)) {
            case (.int(let one), .int(let two)): return holds(comparison, one, two)
            case (.double(let one), .double(let two)): return holds(comparison, one, two)
            case (.int(let one), .double(let two)): return exact(one).map { holds(comparison, $0, two) } ?? false
            case (.double(let one), .int(let two)): return exact(two).map { holds(comparison, one, $0) } ?? false
            default: return false
            }
        }
    }

    private static func holds(_ comparison: Comparison, _ one: Int64, _ two: Int64) -> Bool {
        switch comparison {
        case .equal: one == two
        case .notEqual: one != two
        case .less: one < two
        case .lessOrEqual: one <= two
        case .greater: one > two
        case .greaterOrEqual: one >= two
        }
    }

    /// Numbers that differ by rounding are left to the program.
    private static func holds(_ comparison: Comparison, _ one: Double, _ two: Double) -> Bool {
        let isApart = (one - two).magnitude > max(one.magnitude, two.magnitude) * 0x1p-40
        return switch comparison {
        case .equal: one == two
        case .notEqual: isApart
        case .less: isApart && one < two
        case .lessOrEqual: one <= two
        case .greater: isApart && one > two
        case .greaterOrEqual: one >= two
        }
    }

    /// An integer as a double, if it is one exactly.
    private static func exact(_ number: Int64) -> Double? { number.magnitude <= 1 << 53 ? Double(number) : nil }

    private static func value(_ term: Term, _ item: proviso_value?, _ read: Reader) -> Number {
        switch term {
        case .constant(let number): return number
        case .input(let index): return number(read(index))
        case .member(let key):
            guard let item, item.kind == ValueKind.object.rawValue else { return .none }
            let nodes = ExprValue.nodes(item)
            // The last of repeated names counts.
            for index in nodes.indices.reversed() where key.equals(nodes[index]) { return number(nodes[index].value) }
            return .none
        case .add(let one, let two):
            return combined(value(one, item, read), value(two, item, read), { $0.addingReportingOverflow($1) }, +)
        case .subtract(let one, let two):
            return combined(value(one, item, read), value(two, item, read), { $0.subtractingReportingOverflow($1) }, -)
        case .multiply(let one, let two):
            return combined(
                value(one, item, read), value(two, item, read), { $0.multipliedReportingOverflow(by: $1) }, *)
        case .sum(let index, let body): return sum(of: read(index), body, read)
        }
    }

    private static let mostItems = 10_000

    private static func sum(of list: proviso_value, _ body: Term, _ read: Reader) -> Number {
        guard list.kind == ValueKind.list.rawValue, list.length > 0, list.length <= mostItems else { return .none }
        var sum: Number?
        for node in ExprValue.nodes(list) {
            let next = value(body, node.value, read)
            if case .none = next { return next }
            let total = sum.map { combined($0, next, { $0.addingReportingOverflow($1) }, +) } ?? next
            if case .none = total { return total }
            sum = total
        }
        return sum ?? .none
    }

    @inline(__always)
    private static func combined(
        _ one: Number, _ two: Number, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ decimal: (Double, Double) -> Double
    ) -> Number {
        switch (one, two) {
        case (.int(let one), .int(let two)):
            let result = whole(one, two)
            return result.overflow ? .none : .int(result.partialValue)
        case (.double(let one), .double(let two)): return .double(decimal(one, two))
        case (.int(let one), .double(let two)): return .double(decimal(Double(one), two))
        case (.double(let one), .int(let two)): return .double(decimal(one, Double(two)))
        default: return .none
        }
    }

    private static func number(_ raw: proviso_value) -> Number {
        switch raw.kind {
        case ValueKind.integer.rawValue: .int(raw.as.integer)
        case ValueKind.double.rawValue: .double(raw.as.number)
        default: .none
        }
    }
}
