/// Functions of other languages, by what CEL has.
enum FamiliarFunctions {
    static func function(_ name: String) -> String? { functions[name.lowercased()] }

    static func method(_ name: String, of owner: ExprType) -> String? { methods[name.lowercased()] }

    /// An expression for the type whose name an attribute has.
    static let typeOfValue = [
        "bool": "type(true)", "int": "type(0)", "uint": "type(0u)", "double": "type(0.0)", "string": "type('')",
        "bytes": "type(b'')", "list": "type([])", "map": "type({})", "type": "type(type(0))",
        "null_type": "type(null)",
    ]

    private static let functions = [
        "not": "!", "len": "size", "length": "size", "count": "size", "abs": "math.abs", "round": "math.round",
        "floor": "math.floor", "ceil": "math.ceil", "ceiling": "math.ceil", "trunc": "math.trunc",
        "sqrt": "math.sqrt", "max": "math.greatest", "greatest": "math.greatest", "min": "math.least",
        "least": "math.least", "str": "string", "tostring": "string", "float": "double", "number": "double",
        "boolean": "bool", "integer": "int", "parseint": "int", "parsefloat": "double", "date": "timestamp",
        "datetime": "timestamp", "today": "now", "typeof": "type", "isnull": "x == null", "exists": "has",
        "isset": "has", "coalesce": "??", "ifnull": "??", "nvl": "??", "isnumber": "is", "range": "lists.range",
    ]

    private static let methods = [
        "length": "size", "len": "size", "count": "size", "includes": "contains", "has": "in", "some": "exists",
        "any": "exists", "every": "all", "tolowercase": "lowerAscii", "tolower": "lowerAscii",
        "lower": "lowerAscii", "lowercase": "lowerAscii", "touppercase": "upperAscii", "toupper": "upperAscii",
        "upper": "upperAscii", "uppercase": "upperAscii", "strip": "trim", "substr": "substring", "test": "matches",
        "match": "matches", "select": "map", "collect": "map", "where": "filter", "sorted": "sort",
        "unique": "distinct", "uniq": "distinct", "average": "sum", "avg": "sum", "startwith": "startsWith",
        "endwith": "endsWith", "getyear": "getFullYear", "getday": "getDate", "keys": "map", "isempty": "size",
    ]

    /// The duration that other notations mean; CEL has hours, minutes and seconds.
    static func duration(_ text: String) -> String? {
        let digits = text.drop { !$0.isNumber }
        guard let count = Int(digits.prefix { $0.isNumber }), count < 100_000,
            let unit = digits.drop(while: { $0.isNumber }).first(where: { $0 != " " })
        else { return nil }
        let isTime = text.contains("T")
        switch unit {
        case "d", "D": return "\(count * 24)h"
        case "w", "W": return "\(count * 168)h"
        case "h", "H": return "\(count)h"
        case "M", "m": return isTime ? "\(count)m" : nil
        case "s", "S": return "\(count)s"
        default: return nil
        }
    }
}
