internal import ProvisoMessages

/// The types of operators and functions.
extension ExprChecker {
    mutating func call(
        _ name: String, _ target: ExprNode?, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprType {
        try checkConstants(.call(name, target: target, arguments: arguments, offset))
        if target == nil, let result = try operation(name, arguments, offset) { return result }
        if let target, let (space, _) = ExprCompiler.qualified(target), ExprCompiler.spaces.contains(space),
            facts.type(of: space) == nil
        {
            var types: [ExprType] = []
            for argument in arguments { types.append(try type(argument)) }
            if space == "optional", let first = types.first {
                return name == "unwrap" ? .list(itemType(first).wrapped ?? .any) : .optional(first.plain)
            }
            return Self.results["\(space).\(name)"] ?? .any
        }
        if target == nil, name == "is" || name == "lookup" {
            // The first argument is a name of another kind.
            for argument in arguments.dropFirst() { _ = try type(argument) }
            return name == "is" ? .bool : .any
        }
        let owner = try target.map { node throws(ExprSyntaxError) in try type(node) }
        if let target, let owner, name != "size" { readItems(target, owner) }
        var types: [ExprType] = []
        for argument in arguments {
            let found = try type(argument)
            types.append(found)
            readItems(argument, found)
        }
        if let owner { try check(method: name, of: owner, offset) }
        if target == nil, name != ExprParser.presence, !ExprCompiler.names.contains(name) {
            throw ExprSyntaxError(
                offset: offset, reason: "there is no function '\(name)'",
                suggestion: FamiliarFunctions.function(name)
                    ?? Suggestion.nearest(to: name, in: ExprCompiler.names.filter { !$0.hasPrefix("_") }))
        }
        if name == "sum" || name == "min" || name == "max", let owner, let reading = itemReading(owner) {
            return reading.type
        }
        switch (name, owner) {
        case ("sum", .list(let item)?), ("min", .list(let item)?), ("max", .list(let item)?): return item
        case ("sort", .list?), ("distinct", .list?), ("slice", .list?), ("reverse", .list?), ("sort", .record?),
            ("distinct", .record?), ("slice", .record?), ("reverse", .record?):
            return owner ?? .any
        case ("first", let owner?), ("last", let owner?): return .optional(itemType(owner))
        case ("flatten", let owner?) where arguments.isEmpty:
            let item = itemType(owner)
            return item.mayBeList ? .list(itemType(item)) : .list(.any)
        case ("unwrapOpt", let owner?): return .list(itemType(owner).wrapped ?? .any)
        case ("value", .optional(let inner)?): return inner.plain
        case ("or", .optional(let inner)?): return .optional(inner.plain.joined(types.first?.wrapped ?? .any))
        case ("orValue", .optional(let inner)?):
            guard let target, let type = types.first else { return .any }
            return joined(inner.plain, target, type, arguments[0])
        // What may have any type is still what it is.
        case ("dyn", nil):
            return types.first.flatMap { type -> ExprType? in if case .record = type { type } else { nil } } ?? .any
        default: return Self.results[name] ?? .any
        }
    }

    private mutating func readItems(_ node: ExprNode, _ type: ExprType) {
        if let reading = itemReading(type) { itemReadings[node.offset] = reading }
    }

    /// Finds what a date is compared with that is none: their order would say nothing.
    private func checkTime(_ type: ExprType, _ other: ExprNode) throws(ExprSyntaxError) {
        guard type == .text, case .literal(.string(let text), let offset) = other else { return }
        let bytes = Array(text.utf8)
        let isWhole = bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        // The beginning of a date has its place in the order: '2026', '2026-01', as a time of day has among such times.
        let isTime =
            isWhole
            ? ExprTime(timestamp: "\(text.prefix(10))T00:00:00Z") != nil
            : bytes.first?.isDigit ?? false
        if isTime { return }
        throw ExprSyntaxError(
            offset: offset, reason: "'\(text.prefix(60))' is not a date, such as 2026-01-31, and is compared with one")
    }

    private func check(method name: String, of owner: ExprType, _ offset: Int) throws(ExprSyntaxError) {
        guard ExprCompiler.methodNames.contains(name) else {
            throw ExprSyntaxError(
                offset: offset, reason: "there is no function '\(name)' after a dot",
                suggestion: FamiliarFunctions.method(name, of: owner)
                    ?? Suggestion.nearest(to: name, in: ExprCompiler.methodNames))
        }
        guard let owners = Self.owners[name], !owners.contains(where: { $0.fits(owner) }) else { return }
        throw ExprSyntaxError(
            offset: offset,
            reason: "\(name)() is a function of \(owners.map(\.word).joined(separator: " or ")), not of \(owner.word)")
    }

    private mutating func operation(
        _ name: String, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprType? {
        let isChoice = ["_&&_", "_||_", "_?_:_", "_??_"].contains(name)
        if isChoice { choices += 1 }
        defer { if isChoice { choices -= 1 } }
        switch name {
        case "_&&_", "_||_", "!_":
            for argument in arguments {
                let found = try type(argument)
                guard found.fits(.bool) else { throw wrong(name, found, argument.offset) }
            }
            return .bool
        case "_?_:_":
            let found = try type(arguments[0])
            guard found.fits(.bool) else { throw wrong(name, found, arguments[0].offset) }
            let (one, two) = (try type(arguments[1]), try type(arguments[2]))
            return joined(one, arguments[1], two, arguments[2])
        case ExprParser.presence:
            _ = try type(arguments[0])
            return .bool
        case "_??_":
            let one = try type(arguments[0])
            let two = try type(arguments[1])
            if one == .null || one.wrapped == .any { return two }
            return joined(one.wrapped ?? one, arguments[0], two, arguments[1])
        case "_==_", "_!=_":
            let (one, two) = (try type(arguments[0]), try type(arguments[1]))
            readItems(arguments[0], one)
            readItems(arguments[1], two)
            for (type, other) in [(one, arguments[1]), (two, arguments[0])] where type == .type {
                guard let name = isAttributeNamedAsType(other) else { continue }
                throw ExprSyntaxError(
                    offset: other.offset,
                    reason: "'\(name)' is an attribute here, not the type: compare with the type of a value",
                    suggestion: FamiliarFunctions.typeOfValue[name])
            }
            guard one.fits(two) || one == .null || two == .null || one.wrapped != nil || two.wrapped != nil else {
                throw apart(one, two, offset)
            }
            return .bool
        case "_<_", "_<=_", "_>_", "_>=_":
            let (one, two) = (try type(arguments[0]), try type(arguments[1]))
            for (found, node) in [(one, arguments[0]), (two, arguments[1])] where !found.hasOrder {
                throw wrong(name, found, node.offset)
            }
            guard one.fits(two) else { throw apart(one, two, offset) }
            try checkTime(one, arguments[1])
            try checkTime(two, arguments[0])
            return .bool
        case "@in":
            let (one, two) = (try type(arguments[0]), try type(arguments[1]))
            readItems(arguments[1], two)
            switch two {
            case .list(let item):
                guard one.fits(item) || one == .null else { throw apart(one, item, offset) }
            case .record:
                if case .literal(.string(let field), let offset) = arguments[0] { _ = try member(two, field, offset) }
            case .map, .any: break
            default:
                throw ExprSyntaxError(
                    offset: arguments[1].offset, reason: "'in' needs a list or a map, not \(two.word)")
            }
            return .bool
        case "-_":
            let found = try type(arguments[0])
            guard found.fits(.number) || found.fits(.duration) else { throw wrong(name, found, arguments[0].offset) }
            return found.plain
        case "_+_", "_-_", "_*_", "_/_", "_%_": return try arithmetic(name, arguments, offset)
        default: return nil
        }
    }

    private mutating func arithmetic(
        _ name: String, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprType {
        let (one, two) = (try type(arguments[0]), try type(arguments[1]))
        if name == "_+_", one.mayBeList, two.mayBeList, one == two || !one.isUnknown || !two.isUnknown {
            return one == two ? one : .list(itemType(one).joined(itemType(two)))
        }
        if one.isUnknown, two.isUnknown { return .any }
        let results = Self.sums[name] ?? []
        let fitting = results.filter { $0.0.fits(one) && $0.1.fits(two) }
        guard let first = fitting.first else {
            let isNumber = name == "_*_" || name == "_/_" || name == "_%_"
            if isNumber {
                throw wrong(name, one.fits(.number) ? two : one, arguments[one.fits(.number) ? 1 : 0].offset)
            }
            throw apart(one, two, offset)
        }
        return fitting.allSatisfy { $0.2 == first.2 } ? first.2 : .any
    }

    private func wrong(_ name: String, _ found: ExprType, _ offset: Int) -> ExprSyntaxError {
        let sign = name == "_?_:_" ? "?" : name.split(separator: "_").first.map(String.init) ?? name
        return ExprSyntaxError(offset: offset, reason: "'\(sign)' cannot be used with \(found.word)")
    }

    private func apart(_ one: ExprType, _ two: ExprType, _ offset: Int) -> ExprSyntaxError {
        ExprSyntaxError(offset: offset, reason: "\(one.word) and \(two.word) do not fit together here")
    }

    private static let sums: [String: [(ExprType, ExprType, ExprType)]] = [
        "_+_": [
            (.number, .number, .number), (.string, .string, .string), (.bytes, .bytes, .bytes),
            (.list(.any), .list(.any), .list(.any)), (.timestamp, .duration, .timestamp),
            (.duration, .timestamp, .timestamp), (.duration, .duration, .duration),
        ],
        "_-_": [
            (.number, .number, .number), (.timestamp, .timestamp, .duration), (.timestamp, .duration, .timestamp),
            (.duration, .duration, .duration),
        ],
        "_*_": [(.number, .number, .number)], "_/_": [(.number, .number, .number)],
        "_%_": [(.number, .number, .number)],
    ]

    private static let results: [String: ExprType] = {
        var results: [String: ExprType] = [
            "size": .number, "int": .number, "uint": .number, "double": .number, "bool": .bool, "string": .string,
            "bytes": .bytes, "timestamp": .timestamp, "duration": .duration, "type": .type, "now": .timestamp,
            "regex.extract": .optional(.string), "regex.extractAll": .list(.string), "regex.replace": .string,
            "find": .string, "findAll": .list(.string), "matches": .bool, "ip": .network, "cidr": .network,
            "isIP": .bool, "isCIDR": .bool,
            "ip.isCanonical": .bool, "contains": .bool, "startsWith": .bool, "endsWith": .bool, "charAt": .string,
            "indexOf": .number, "lastIndexOf": .number, "substring": .string, "replace": .string,
            "split": .list(.string), "join": .string, "trim": .string, "lowerAscii": .string, "upperAscii": .string,
            "format": .string, "strings.quote": .string, "isSorted": .bool, "hasValue": .bool,
            "family": .number, "containsIP": .bool, "containsCIDR": .bool,
            "isLoopback": .bool, "isUnspecified": .bool, "isGlobalUnicast": .bool, "isLinkLocalUnicast": .bool,
            "isLinkLocalMulticast": .bool, "masked": .network, "prefixLength": .number,
            "optional.none": .optional(.any), "lists.range": .list(.number),
            "base64.encode": .string, "base64.decode": .bytes, "sets.contains": .bool, "sets.equivalent": .bool,
            "sets.intersects": .bool,
        ]
        for name in TimeFunctions.names { results[name] = .number }
        for name in ["isNaN", "isInf", "isFinite"] { results["math.\(name)"] = .bool }
        for name in [
            "greatest", "least", "ceil", "floor", "round", "trunc", "abs", "sign", "sqrt", "bitAnd", "bitOr", "bitXor",
            "bitNot", "bitShiftLeft", "bitShiftRight",
        ] { results["math.\(name)"] = .number }
        return results
    }()

    /// The types that a function after a dot is for; the others are for any.
    private static let owners: [String: [ExprType]] = {
        var owners: [String: [ExprType]] = ["size": [.string, .list(.any), .map(.any), .bytes]]
        for name in [
            "contains", "startsWith", "endsWith", "matches", "charAt", "substring", "replace", "split", "trim",
            "lowerAscii", "upperAscii", "format", "find", "findAll",
        ] { owners[name] = [.string] }
        for name in ["sum", "min", "max", "sort", "distinct", "flatten", "slice", "join", "first", "last", "isSorted"] {
            owners[name] = [.list(.any)]
        }
        for name in ["indexOf", "lastIndexOf", "reverse"] { owners[name] = [.string, .list(.any)] }
        for name in ["hasValue", "value", "or", "orValue"] { owners[name] = [.optional(.any)] }
        for name in TimeFunctions.names { owners[name] = [.timestamp, .duration] }
        return owners
    }()
}

extension ExprType {
    fileprivate var mayBeList: Bool {
        switch self {
        case .record, .list: true
        default: false
        }
    }

    /// Whether values of the type are less or greater than others.
    var hasOrder: Bool {
        switch self {
        case .null, .list, .map, .type, .optional, .network: false
        default: true
        }
    }
}
