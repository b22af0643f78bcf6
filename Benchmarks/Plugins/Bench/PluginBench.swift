import Glibc
import Proviso
import ProvisoPlugins

/// What a plugin's validator costs beside the same check built in: a million card numbers each, a few rounds in turn.
@main
enum PluginBench {
    static func main() throws {
        var registry = Registry.standard
        try registry.register(LuhnValidator.self)
        let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for name in ["LuhnC", "LuhnSwift"] {
            try registry.load(
                plugin: (folder + ["lib\(name).so"]).joined(separator: "/"), policy: PluginPolicy(mode: .inProcess))
        }
        let types: [RuleType] = ["luhn", "bench/luhn-c", "bench/luhn-swift"]
        let runs = try types.map { try Run($0, registry) }
        var best = [Double](repeating: .infinity, count: runs.count)
        for _ in 0..<12 {
            for (index, run) in runs.enumerated() { best[index] = min(best[index], try run.nanoseconds()) }
        }
        for (type, time) in zip(types, best) {
            let ratio = (time / best[0] * 100).rounded() / 100
            print("\(type): \((time * 10).rounded() / 10) ns a value, \(ratio) x built-in")
        }
    }
}

/// One rule over a million values.
private struct Run {
    static let attributes = 64
    static let rounds = 1_000_000 / attributes
    let plan: Plan
    let record: Record
    let list: StepList

    init(_ type: RuleType, _ registry: Registry) throws {
        let names = (0..<Self.attributes).map { "n\($0)" }
        plan = try Plan(RuleSet(rules: [Rule(names, .type(type))]), registry: registry)
        record = Record(for: plan)
        let numbers = ["4111111111111111", "5500005555555559", "378282246310005", "6011000990139424"]
        record.fill(.object(names.enumerated().map { AnyValue.Member($1, .text(numbers[$0 % numbers.count])) }))
        list = try plan.stepList(RuleSet.defaultScenario)
    }

    func nanoseconds() throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<Self.rounds {
            let report = plan.run(list, on: record, only: nil)
            if !report.violations.isEmpty { throw PluginError(file: "", reason: "all numbers are right") }
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(Self.rounds * Self.attributes)
    }
}

/// The same check as the plugins', as a built-in is written.
struct LuhnValidator: NamedValidator {
    static let type: RuleType = "luhn"
    static let codes = [CodeDescription("luhn.wrong")]

    init(options: borrowing OptionReader) throws(OptionError) {}

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text, hasRightCheckDigit(text.bytes) else { return context.report("luhn.wrong") }
    }
}

/// Whether a string is digits that end in the correct check digit.
private func hasRightCheckDigit(_ text: Span<UInt8>) -> Bool {
    var sum = 0
    for index in text.indices {
        let digit = Int(text[index]) - 48
        guard (0...9).contains(digit) else { return false }
        let isDoubled = (text.count - index) & 1 == 0
        sum += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit
    }
    return text.count > 0 && sum % 10 == 0
}
