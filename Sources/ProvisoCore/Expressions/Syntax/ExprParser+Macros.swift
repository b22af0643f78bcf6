/// Macros: what looks like a function, but runs an expression for each item.
extension ExprParser {
    /// The macro that a call is, or `nil` if it is a function.
    func expand(
        _ name: String, _ target: ExprNode, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprNode? {
        func macro(
            _ kind: ExprMacro.Kind, names: Int, filter: ExprNode? = nil, result: ExprNode? = nil
        ) throws(ExprSyntaxError) -> ExprNode {
            var found: [String] = []
            for argument in arguments.prefix(names) {
                guard let name = Self.itemName(argument) else {
                    throw ExprSyntaxError(
                        offset: argument.offset, reason: "\(name)() needs a name for the item here")
                }
                found.append(name)
            }
            guard Set(found).count == found.count else {
                throw ExprSyntaxError(offset: offset, reason: "\(name)() needs two different names")
            }
            return .macro(
                ExprMacro(kind: kind, range: target, names: found, filter: filter, result: result), offset)
        }
        switch (name, arguments.count) {
        case ("all", 2): return try macro(.all, names: 1, filter: arguments[1])
        case ("all", 3): return try macro(.all, names: 2, filter: arguments[2])
        case ("exists", 2): return try macro(.exists, names: 1, filter: arguments[1])
        case ("exists", 3): return try macro(.exists, names: 2, filter: arguments[2])
        case ("exists_one", 2), ("existsOne", 2): return try macro(.existsOne, names: 1, filter: arguments[1])
        case ("exists_one", 3), ("existsOne", 3): return try macro(.existsOne, names: 2, filter: arguments[2])
        case ("map", 2): return try macro(.map, names: 1, result: arguments[1])
        case ("map", 3): return try macro(.map, names: 1, filter: arguments[1], result: arguments[2])
        case ("filter", 2): return try macro(.filter, names: 1, filter: arguments[1])
        case ("transformList", 3): return try macro(.transformList, names: 2, result: arguments[2])
        case ("transformList", 4):
            return try macro(.transformList, names: 2, filter: arguments[2], result: arguments[3])
        case ("transformMap", 3): return try macro(.transformMap, names: 2, result: arguments[2])
        case ("transformMap", 4): return try macro(.transformMap, names: 2, filter: arguments[2], result: arguments[3])
        case ("transformMapEntry", 3): return try macro(.transformMapEntry, names: 2, result: arguments[2])
        case ("transformMapEntry", 4):
            return try macro(.transformMapEntry, names: 2, filter: arguments[2], result: arguments[3])
        case ("optMap", 2): return try macro(.optMap, names: 1, result: arguments[1])
        case ("optFlatMap", 2): return try macro(.optFlatMap, names: 1, result: arguments[1])
        case ("sortBy", 2): return try macro(.sortBy, names: 1, result: arguments[1])
        case ("bind", 3): return try bound(target, arguments, offset)
        case ("block", 2): return try block(target, arguments, offset)
        default: return nil
        }
    }

    /// `cel.bind(name, value, result)`.
    private func bound(
        _ target: ExprNode, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprNode? {
        guard case .name("cel", _, _) = target else { return nil }
        guard case .name(let name, false, _) = arguments[0] else {
            throw ExprSyntaxError(offset: arguments[0].offset, reason: "cel.bind() needs a name here")
        }
        return .macro(
            ExprMacro(kind: .bind, range: arguments[1], names: [name], filter: nil, result: arguments[2]), offset)
    }

    /// `cel.block([values], result)`, where `cel.index(n)` is the value at n: what optimizers of expressions write.
    private func block(
        _ target: ExprNode, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprNode? {
        guard case .name("cel", _, _) = target, case .list(let values, _) = arguments[0] else { return nil }
        return values.indices.reversed().reduce(arguments[1]) { result, index in
            .macro(
                ExprMacro(
                    kind: .bind, range: values[index].value, names: ["@index\(index)"], filter: nil, result: result),
                offset)
        }
    }

    private static func itemName(_ node: ExprNode) -> String? {
        switch node {
        case .name(let name, false, _): name
        case .call(let name, .name("cel", _, _)?, let arguments, _): generatedName(name, arguments)
        default: nil
        }
    }

    /// The name of a variable that optimizers of expressions make: `cel.index(0)`, `cel.iterVar(0, 1)`.
    static func generatedName(_ name: String, _ arguments: [ExprNode]) -> String? {
        var numbers: [Int64] = []
        for argument in arguments {
            guard case .literal(.int(let number), _) = argument else { return nil }
            numbers.append(number)
        }
        switch (name, numbers.count) {
        case ("index", 1): return "@index\(numbers[0])"
        case ("iterVar", 2): return "@item\(numbers[0]).\(numbers[1])"
        default: return nil
        }
    }
}

extension ExprParser {
    static func number(_ digits: String, isNegative: Bool, _ start: Int) throws(ExprSyntaxError) -> Int64 {
        let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let text = (isNegative ? "-" : "") + (isHex ? digits.dropFirst(2) : digits[...])
        guard let number = Int64(text, radix: isHex ? 16 : 10) else {
            throw ExprSyntaxError(offset: start, reason: "the number is too large")
        }
        return number
    }
}
