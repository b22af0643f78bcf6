/// The functions by name, number of arguments and whether one is before the dot.
extension ExprCompiler {
    /// A call whose function is known by its name; `nil` if there is none.
    func function(_ name: String, _ target: ExprStep?, _ arguments: [ExprStep]) -> ExprStep? {
        let all = (target.map { [$0] } ?? []) + arguments
        let framed =
            target == nil
            ? FramedFunctions.function(name, count: all.count) : FramedFunctions.method(name, count: all.count)
        if let framed { return FramedStep(all, framed) }
        let patterns = target == nil ? FramedFunctions.patternFunctions : FramedFunctions.patternMethods
        if let (counts, body) = patterns[name], counts.contains(all.count) {
            let known = (all[1] as? ConstantStep)?.value.string.flatMap { try? ExprPattern($0) }
            return FramedStep(all) { body(known, $0, &$1) }
        }
        let price = ExprPrice(of: name)
        switch all.count {
        case 1:
            if let body = (target == nil ? Self.functions1 : Self.methods1)[name] {
                return UnaryStep(all[0], price, body)
            }
        case 2:
            if target == nil, let body = Self.arithmetic[name] { return ArithmeticStep(all[0], all[1], body) }
            if let body = (target == nil ? Self.functions2 : Self.methods2)[name] {
                return BinaryStep(all[0], all[1], price, body)
            }
        default: break
        }
        if target != nil, TimeFunctions.names.contains(name), all.count < 3 {
            let zones = zones
            return CallStep(all, all.count == 1 ? .look : .zone) { TimeFunctions.part(name, $0, zones) }
        }
        guard let (counts, body) = (target == nil ? Self.functions : Self.methods)[name], counts.contains(all.count)
        else {
            return nil
        }
        return CallStep(all, price, body)
    }

    typealias Unary = @Sendable (ExprValue) -> ExprValue
    typealias Binary = @Sendable (ExprValue, ExprValue) -> ExprValue
    typealias Variadic = @Sendable ([ExprValue]) -> ExprValue

    private static let functions1: [String: Unary] = [
        "-_": { Arithmetic.negate($0) }, "size": { Conversions.size($0) }, "int": { Conversions.int($0) },
        "uint": { Conversions.uint($0) }, "double": { Conversions.double($0) }, "bool": { Conversions.bool($0) },
        "string": { Conversions.string($0) }, "bytes": { Conversions.bytes($0) },
        "timestamp": { Conversions.timestamp($0) }, "duration": { Conversions.duration($0) }, "dyn": { $0 },
        "type": { .type($0.typeName) }, "ip": { NetworkFunctions.ip($0) }, "cidr": { NetworkFunctions.cidr($0) },
        "ip.isCanonical": { NetworkFunctions.isCanonical($0) }, "isCIDR": { NetworkFunctions.isCIDR($0) },
        "optional.of": { .optional(ExprOptional($0)) },
        "optional.ofNonZeroValue": { .optional(ExprOptional($0.isZero ? nil : $0)) },
        "strings.quote": { StringFunctions.quote($0) }, "base64.encode": { EncodingFunctions.encode($0) },
        "base64.decode": { EncodingFunctions.decode($0) }, "lists.range": { ListFunctions.range($0) },
        "math.ceil": { MathFunctions.rounded($0) { $0.rounded(.up) } },
        "math.floor": { MathFunctions.rounded($0) { $0.rounded(.down) } },
        "math.round": { MathFunctions.rounded($0) { $0.rounded(.toNearestOrAwayFromZero) } },
        "math.trunc": { MathFunctions.rounded($0) { $0.rounded(.towardZero) } },
        "math.abs": { MathFunctions.absolute($0) }, "math.sign": { MathFunctions.sign($0) },
        "math.sqrt": { MathFunctions.root($0) }, "math.isNaN": { MathFunctions.test($0) { $0.isNaN } },
        "math.isInf": { MathFunctions.test($0) { $0.isInfinite } },
        "math.isFinite": { MathFunctions.test($0) { $0.isFinite } }, "math.bitNot": { MathFunctions.bitNot($0) },
    ]

    private static let arithmetic: [String: Binary] = [
        "_+_": { Arithmetic.add($0, $1) }, "_-_": { Arithmetic.subtract($0, $1) },
        "_*_": { Arithmetic.multiply($0, $1) }, "_/_": { Arithmetic.divide($0, $1) },
        "_%_": { Arithmetic.remainder($0, $1) },
    ]

    private static let functions2: [String: Binary] = [
        "math.bitAnd": { MathFunctions.bits($0, $1, { $0 & $1 }, { $0 & $1 }) },
        "math.bitOr": { MathFunctions.bits($0, $1, { $0 | $1 }, { $0 | $1 }) },
        "math.bitXor": { MathFunctions.bits($0, $1, { $0 ^ $1 }, { $0 ^ $1 }) },
        "math.bitShiftLeft": { MathFunctions.shift($0, $1, left: true) },
        "math.bitShiftRight": { MathFunctions.shift($0, $1, left: false) },
    ]

    private static let methods1: [String: Unary] = [
        "size": { Conversions.size($0) }, "trim": { StringFunctions.trim($0) },
        "lowerAscii": { StringFunctions.ascii($0, upper: false) },
        "upperAscii": { StringFunctions.ascii($0, upper: true) }, "reverse": { StringFunctions.reverse($0) },
        "join": { StringFunctions.join($0, .string("")) }, "sum": { ListFunctions.sum($0) },
        "min": { ListFunctions.extreme($0, greatest: false) }, "max": { ListFunctions.extreme($0, greatest: true) },
        "isSorted": { ListFunctions.isSorted($0) },
        "sort": { value in value.listItems.map { ListFunctions.sorted($0, by: $0) } ?? .noOverload },
        "first": { ListFunctions.end($0, first: true) }, "last": { ListFunctions.end($0, first: false) },
        "hasValue": { $0.withOptional { .bool($0 != nil) } },
        "value": { $0.withOptional { $0 ?? .failure(.noKey, "the optional has no value") } },
        "family": { NetworkFunctions.family($0) }, "isUnspecified": { NetworkFunctions.test($0) { $0.isUnspecified } },
        "isLoopback": { NetworkFunctions.test($0) { $0.isLoopback } },
        "isGlobalUnicast": { NetworkFunctions.test($0) { $0.isGlobalUnicast } },
        "isLinkLocalMulticast": { NetworkFunctions.test($0) { $0.isLinkLocalMulticast } },
        "isLinkLocalUnicast": { NetworkFunctions.test($0) { $0.isLinkLocalUnicast } },
        "ip": { NetworkFunctions.ip($0) }, "masked": { NetworkFunctions.masked($0) },
        "prefixLength": { NetworkFunctions.prefixLength($0) }, "unwrapOpt": { OptionalFunctions.unwrapped($0) },
    ]

    private static let methods2: [String: Binary] = [
        "contains": { StringFunctions.test($0, $1) { StringFunctions.contains($0, $1) } },
        "startsWith": { StringFunctions.test($0, $1) { $0.starts(with: $1) } },
        "endsWith": { StringFunctions.test($0, $1) { StringFunctions.endsWith($0, $1) } },
        "charAt": { StringFunctions.charAt($0, $1) },
        "format": { StringFormat.format($0, $1) }, "join": { StringFunctions.join($0, $1) },
        "containsIP": { NetworkFunctions.contains($0, $1, range: false) },
        "containsCIDR": { NetworkFunctions.contains($0, $1, range: true) },
    ]

    private static let functions: [String: (ClosedRange<Int>, Variadic)] = [
        "isIP": (1...2, { NetworkFunctions.isIP($0) }),
        "optional.none": (0...0, { _ in .optional(ExprOptional(nil)) }),
        "optional.unwrap": (1...1, { OptionalFunctions.unwrapped($0[0]) }),
        "math.greatest": (1...32, { MathFunctions.extreme($0, greatest: true) }),
        "math.least": (1...32, { MathFunctions.extreme($0, greatest: false) }),
    ]

    private static let methods: [String: (ClosedRange<Int>, Variadic)] = [
        "substring": (2...3, { StringFunctions.substring($0) }), "replace": (3...4, { StringFunctions.replace($0) }),
        "split": (2...3, { StringFunctions.split($0) }), "flatten": (1...2, { ListFunctions.flatten($0) }),
        "slice": (3...3, { ListFunctions.slice($0) }),
        "indexOf": (
            2...3,
            {
                $0[0].listCount == nil
                    ? StringFunctions.index($0, last: false) : ListFunctions.index($0[0], $0[1], last: false)
            }
        ),
        "lastIndexOf": (
            2...3,
            {
                $0[0].listCount == nil
                    ? StringFunctions.index($0, last: true) : ListFunctions.index($0[0], $0[1], last: true)
            }
        ),
    ]

    /// The names of all functions, for suggestions.
    static var names: [String] {
        Array(functions1.keys) + functions2.keys + functions.keys + FramedFunctions.functions.keys
            + FramedFunctions.patternFunctions.keys + [
                "is", "lookup", "now",
            ]
    }

    /// The names of all methods, for suggestions.
    static var methodNames: [String] {
        Array(methods1.keys) + methods2.keys + methods.keys + FramedFunctions.methods.keys
            + FramedFunctions.patternMethods.keys + TimeFunctions.names
            + [
                "all", "exists", "exists_one", "existsOne", "map", "filter", "transformList", "transformMap",
                "transformMapEntry", "orValue", "or", "optMap", "optFlatMap", "sortBy",
            ]
    }
}

/// The functions of optionals that need no step of their own.
enum OptionalFunctions {
    /// The values of a list of optionals, without those that have none.
    static func unwrapped(_ list: ExprValue) -> ExprValue {
        guard let items = list.listItems else { return .noOverload }
        var found: [ExprValue] = []
        for item in items {
            guard case .optional(let optional) = item else { return .noOverload }
            if let value = optional.value { found.append(value) }
        }
        return .list(ExprList(found))
    }
}

extension ExprValue {
    func withOptional(_ body: (ExprValue?) -> ExprValue) -> ExprValue {
        guard case .optional(let optional) = self else { return .noOverload }
        return body(optional.value)
    }

    /// Whether a value is what its type has if nothing is set: 0, false, an empty text.
    var isZero: Bool {
        switch self {
        case .null: true
        case .bool(let truth): !truth
        case .int(let number): number == 0
        case .uint(let number): number == 0
        case .double(let number): number == 0
        case .bytes(let bytes): bytes.isEmpty
        case .duration(let time): time.total == 0
        default: withUTF8 { $0.isEmpty } ?? ((listCount ?? mapCount) == 0)
        }
    }
}
