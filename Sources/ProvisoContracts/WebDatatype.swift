internal import Proviso
internal import ProvisoRuleFiles

/// A datatype of CSV on the Web as type, format and constraints of a Table Schema.
struct WebDatatype {
    typealias Members = [(String, RuleNode?)]

    /// What a base is in a Table Schema.
    private struct Base {
        let type: TableFieldReader.FieldType
        var format: String?
        var pattern: String?
        var least: String?
        var most: String?
        /// Whether it wants more than that.
        var isWhole = true
    }

    private static let bases: [String: Base] = [
        "anyAtomicType": Base(type: .any), "any": Base(type: .any), "string": Base(type: .string),
        "normalizedString": Base(type: .string), "token": Base(type: .string, isWhole: false),
        "language": Base(type: .string, isWhole: false), "Name": Base(type: .string, isWhole: false),
        "NMTOKEN": Base(type: .string, isWhole: false), "QName": Base(type: .string, isWhole: false),
        "xml": Base(type: .string, isWhole: false), "html": Base(type: .string, isWhole: false),
        "json": Base(type: .string, isWhole: false), "anyURI": Base(type: .string, isWhole: false),
        "base64Binary": Base(type: .string, format: "binary"), "binary": Base(type: .string, format: "binary"),
        "hexBinary": Base(type: .string, pattern: "([0-9A-Fa-f]{2})*"), "boolean": Base(type: .boolean),
        "number": Base(type: .number), "decimal": Base(type: .number), "double": Base(type: .number),
        "float": Base(type: .number), "integer": Base(type: .integer),
        "long": Base(type: .integer, least: "\(Int64.min)", most: "\(Int64.max)"),
        "int": Base(type: .integer, least: "\(Int32.min)", most: "\(Int32.max)"),
        "short": Base(type: .integer, least: "\(Int16.min)", most: "\(Int16.max)"),
        "byte": Base(type: .integer, least: "\(Int8.min)", most: "\(Int8.max)"),
        "unsignedLong": Base(type: .integer, least: "0", most: "\(UInt64.max)"),
        "unsignedInt": Base(type: .integer, least: "0", most: "\(UInt32.max)"),
        "unsignedShort": Base(type: .integer, least: "0", most: "\(UInt16.max)"),
        "unsignedByte": Base(type: .integer, least: "0", most: "\(UInt8.max)"),
        "nonNegativeInteger": Base(type: .integer, least: "0"),
        "positiveInteger": Base(type: .integer, least: "1"),
        "nonPositiveInteger": Base(type: .integer, most: "0"),
        "negativeInteger": Base(type: .integer, most: "-1"),
        "date": Base(type: .date), "time": Base(type: .time), "datetime": Base(type: .datetime),
        "dateTime": Base(type: .datetime), "dateTimeStamp": Base(type: .datetime, isWhole: false),
        "duration": Base(type: .duration), "dayTimeDuration": Base(type: .duration, isWhole: false),
        "yearMonthDuration": Base(type: .duration, isWhole: false),
        "gYear": Base(type: .year), "gYearMonth": Base(type: .yearmonth),
        "gMonth": Base(type: .string, pattern: "--(0[1-9]|1[0-2])"),
        "gDay": Base(type: .string, pattern: "---(0[1-9]|[12][0-9]|3[01])"),
        "gMonthDay": Base(type: .string, pattern: "--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
    ]

    private static let keys = [
        "base", "format", "length", "minLength", "maxLength", "minimum", "maximum", "minInclusive", "maxInclusive",
        "minExclusive", "maxExclusive",
    ]

    /// The members of a field and its constraints; the default is a string.
    static func field(_ node: RuleNode?, in made: inout ContractFindings) -> (members: Members, constraints: Members) {
        guard let node else { return ([], []) }
        let written = node.mapping == nil ? node : node["base"]
        let word = written?.text ?? "string"
        guard let base = bases[word] else {
            made.report(
                written ?? node, "unknown datatype '\(word)' (\(bases.keys.sorted().joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: word, in: bases.keys.sorted()))
            return ([], [])
        }
        if !base.isWhole { made.leave(node, "all that the datatype '\(word)' requires") }
        made.checkOwnKeys(of: node, keys + ["name", "id"], in: "a datatype")
        var reader = WebDatatype(node: node, base: base)
        reader.readFormat(&made)
        let members: Members = [
            ("type", (written ?? node).with(base.type.rawValue)), ("format", base.format.map { node.with($0) }),
        ]
        // Of two members of a name the first one counts.
        return (reader.members + members, reader.constraints + reader.bounds())
    }

    private let node: RuleNode
    private let base: Base
    private var members: Members = []
    private var constraints: Members = []

    private init(node: RuleNode, base: Base) { (self.node, self.base) = (node, base) }

    private func bounds() -> Members {
        func bound(_ names: [String], _ implied: String?) -> RuleNode? {
            names.lazy.compactMap { node[$0] }.first ?? implied.map { node.with($0) }
        }
        return [
            ("minLength", bound(["length", "minLength"], nil)), ("maxLength", bound(["length", "maxLength"], nil)),
            ("minimum", bound(["minimum", "minInclusive"], node["minExclusive"] == nil ? base.least : nil)),
            ("maximum", bound(["maximum", "maxInclusive"], node["maxExclusive"] == nil ? base.most : nil)),
            ("exclusiveMinimum", node["minExclusive"]), ("exclusiveMaximum", node["maxExclusive"]),
        ]
    }

    private mutating func readFormat(_ made: inout ContractFindings) {
        constraints = base.pattern.map { [("pattern", node.with($0))] } ?? []
        if base.type == .boolean {
            let words = node["format"]?.text.map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
            guard words == nil || words?.count == 2 else {
                return made.report(node["format"] ?? node, "expected two words such as 'Y|N'")
            }
            let (truths, untruths) = (words.map { [$0[0]] } ?? ["true", "1"], words.map { [$0[1]] } ?? ["false", "0"])
            members += [
                ("trueValues", node.with(truths.map { node.with($0) })),
                ("falseValues", node.with(untruths.map { node.with($0) })),
            ]
            return
        }
        guard let format = node["format"] else { return }
        switch base.type {
        case .number, .integer:
            members += ["decimalChar", "groupChar"].map { ($0, format[$0]) }
            if let pattern = format.mapping == nil ? format : format["pattern"] {
                made.leave(pattern, "the 'format' of numbers")
            }
        case .date, .time, .datetime:
            if let pattern = format.text.flatMap(Self.strftime) {
                members.append(("format", format.with(pattern)))
            } else {
                made.leave(format, "the 'format' '\(format.text ?? "")' of dates and times")
                members.append(("type", node.with(TableFieldReader.FieldType.any.rawValue)))
            }
        case .string where base.pattern == nil, .any: constraints.append(("pattern", format))
        default: made.leave(format, "the 'format' of the type '\(base.type.rawValue)'")
        }
    }

    /// Fields of a date that have a fixed number of digits.
    private static let fields = ["yyyy": "%Y", "MM": "%m", "dd": "%d", "HH": "%H", "mm": "%M", "ss": "%S"]

    /// The pattern of a date as data packages write it; `nil` if it has other fields.
    private static func strftime(_ text: String) -> String? {
        var result = ""
        var rest = Substring(text)
        while let first = rest.first {
            if first == "%" { return nil }
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            if first == "T" {
                result += run
            } else if first.isLetter {
                guard let field = fields[String(run)] else { return nil }
                result += field
            } else {
                result += run
            }
        }
        return result
    }
}
