import Foundation
import Proviso
import Testing

/// The conformance tests of cel-spec, where the folder shared/suites is beside the package.
@Suite struct ExprSuiteTests {
    static let cases: [AnyValue] = {
        var place = URL(filePath: #filePath)
        while place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            let file = place.appending(path: "shared/suites/cel/cases.ndjson")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            return text.split(separator: "\n").compactMap { try? AnyValue(json: String($0)) }
        }
        return []
    }()

    /// Why a case is not followed.
    static func reason(_ file: String, _ section: String, _ expression: String) -> String? {
        if file == "proto2" || expression.hasPrefix("Value{") { return "messages of protocol buffers" }
        if section == "bytes_literals", expression.hasPrefix("b'''"), expression.contains("? \"") {
            return "the suite expects a backslash that the literal does not have"
        }
        if section == "bytes_literals", expression.hasPrefix("b\"\"\""), expression.contains("? \"") {
            return "the suite expects a backslash that the literal does not have"
        }
        let oneKind = ["47.5 % 5.5"] + ["ceil", "floor", "round", "trunc"].map { "math.\($0)(dyn(1))" }
        if oneKind.contains(expression) { return "integers and doubles are one kind of number" }
        return nil
    }

    @Test(.enabled(if: !cases.isEmpty, "skipped: there is no folder shared/suites"))
    func followsTheSpecification() throws {
        var (passed, left) = (0, 0)
        for row in Self.cases where row["check_only"] != .boolean(true) {
            let (file, expression) = (row["file"]?.asText ?? "", row["expr"]?.asText ?? "")
            if Self.reason(file, row["section"]?.asText ?? "", expression) != nil {
                left += 1
                continue
            }
            let found = Self.evaluate(row, expression)
            let isRight = row["value"].map { Self.isSame(found, Self.value($0)) } ?? (found == nil)
            #expect(isRight, "\(file): \(expression) is \(String(describing: found))")
            passed += isRight ? 1 : 0
        }
        #expect(passed > 1000)
        #expect(left < 20)
    }

    /// The value; `nil` for an error.
    private static func evaluate(_ row: AnyValue, _ expression: String) -> ExprValue? {
        let bindings = Dictionary((row["bindings"]?.members ?? []).map { ($0.key, value($0.value)) }) { $1 }
        do {
            let node = try ExprParser.parse(expression, hasMacros: row["disable_macros"] != .boolean(true))
            let program = try ExprCompiler.compile(
                node, container: row["container"]?.asText ?? "", isUnchecked: row["disable_check"] == .boolean(true),
                zones: { name, seconds in
                    TimeZone(identifier: name)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
                }
            ) { bindings[$0] != nil }
            let value = program.run(now: ExprTime(seconds: 0)) { bindings[program.names[$0]] }
            if case .error = value { return nil }
            return value
        } catch {
            return nil
        }
    }

    /// A value of the suite, which names its type.
    private static func value(_ tagged: AnyValue) -> ExprValue {
        guard let member = tagged.members.first else { return .null }
        let text = member.value.asText ?? ""
        switch member.key {
        case "int": return .int(Int64(text) ?? 0)
        case "uint": return .uint(UInt64(text) ?? 0)
        case "double": return .double(Double(text.replacing("Infinity", with: "inf")) ?? 0)
        case "string": return .string(text)
        case "bool": return .bool(member.value == .boolean(true))
        case "bytes":
            let digits = Array(text)
            return .bytes(
                stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
        case "list": return ExprValue(items: (member.value.asList ?? []).map(value))
        case "map":
            return ExprValue(
                entries: (member.value.asList ?? []).map { pair in
                    let parts = pair.asList ?? []
                    return (value(parts[0]), value(parts[1]))
                })
        case "type": return .type(text)
        case "timestamp": return ExprTime(timestamp: text).map { .timestamp($0) } ?? .null
        case "duration": return ExprTime(duration: text).map { .duration($0) } ?? .null
        default: return .null
        }
    }

    private static func isSame(_ found: ExprValue?, _ wanted: ExprValue) -> Bool {
        guard let found else { return false }
        if case .double(let one) = found, case .double(let two) = wanted, one.isNaN, two.isNaN { return true }
        if case .optional = found { return found.owned == wanted.owned }
        return found.typeName == wanted.typeName && found.equals(wanted)
    }
}
