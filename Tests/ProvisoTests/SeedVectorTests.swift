import Proviso
import Testing

/// The rows of two smaller ancestors, each through a validator for one input, which is how they work.
///
/// The rows of payment cards run with the plugin that judges them.
@Suite(.timeLimit(.minutes(30)), .enabled(if: VectorRow.areHere, VectorRow.reason)) struct SeedVectorTests {
    @Test func adamwaiteValidator() throws {
        for row in try VectorRow.read("adamwaite_validator")
        where row["rule_name"]?.asText?.hasPrefix("payment_card") != true {
            let input = InputValidator()
            for rule in row["rules"]?.asList ?? [row.fields] {
                let message = rule["error"]?.asText.map { RuleMessages(all: MessageOverride($0)) }
                try add(rule["rule_name"]?.asText, rule["rule"] ?? [:], to: input, message, .characters)
            }
            #expect(input.validate(row.value).isValid == row.isValid, "\(row)")
            if let messages = row["messages"]?.asList {
                #expect(input.texts() == messages.compactMap(\.asText), "\(row)")
            }
        }
    }

    @Test func ajwValidator() async throws {
        for row in try VectorRow.read("ajw_validator") {
            let input = InputValidator()
            for rule in row["rules"]?.asList ?? [] {
                let message = rule["message"]?.asText.map { RuleMessages(all: MessageOverride($0)) }
                let isNumeric = row["validator_type"] == "numeric"
                let name = rule["rule_name"]?.asText
                if name == "remote" {
                    // The other side of the wire is another module's business: here its answer is the body.
                    let isTrue = row["http_stub"]?["body"] == "true"
                    try input.addRemote { _ in isTrue }
                } else {
                    try add(isNumeric && name == "range" ? "comparison" : name, rule, to: input, message, .utf16)
                }
            }
            for step in row["sequence"]?.asList ?? [row.fields] { try await run(step, of: row, input) }
        }
    }

    private func run(_ step: AnyValue, of row: VectorRow, _ input: InputValidator) async throws {
        let first = input.validate(step["value"] ?? .null)
        if let states = row["state_sequence"]?.asList?.compactMap(\.asText) {
            #expect([first.word, await input.settled().word] == states, "\(row)")
        } else if let state = step["state"]?.asText {
            #expect(first.word == state, "\(row)")
        }
        if case .integer(let count)? = step["error_count"] {
            #expect(input.texts().count == Int(count), "\(row)")
        }
        if let messages = step["messages"]?.asList {
            #expect(input.texts() == messages.compactMap(\.asText), "\(row)")
        }
    }

    private func add(
        _ name: String?, _ options: AnyValue, to input: InputValidator, _ message: RuleMessages?,
        _ unit: StringValidator.Unit
    ) throws {
        let message = message ?? RuleMessages()
        switch name {
        case "custom", "condition":
            let condition = options["block"] ?? options["condition"]
            let holds = try #require(Self.conditions[condition?["$closure"]?.asText ?? ""], "\(options)")
            try input.addCondition(message: message, holds)
        case "equality":
            #expect(options["dynamicTarget"]?["$closure"] == "() -> \"password\"")
            try input.addEqual(message: message) { "password" }
        case "equal":
            let other = try #require(options["other"])
            let target = other["$mutable_string"] ?? other
            try input.addEqual(message: message) { target }
        default: try input.add(try #require(Self.body(name, options, unit), "\(options)"), message: message)
        }
    }

    private static let conditions: [String: @Sendable (AnyValue) -> Bool] = [
        "equals 5": { $0 == 5 },
        "string has no \"A\"": { $0.asText?.contains("A") == false },
        "sum > 50": { $0.asList?.reduce(0) { sum, item in sum + (Self.count(item) ?? 0) } ?? 0 > 50 },
        "value == \"😀\"": { $0 == "😀" },
    ]

    private static func body(_ name: String?, _ options: AnyValue, _ unit: StringValidator.Unit) -> Constraint? {
        switch name {
        case "length", "range", "minLength", "maxLength":
            let unit = self.unit(options["lengthType"]?.asText) ?? unit
            return .string(min: count(options["min"]), max: count(options["max"]), unit: unit)
        case "comparison":
            return .number(min: options["min"].flatMap { Number($0) }, max: options["max"].flatMap { Number($0) })
        case "required": return .required
        case "email": return .email
        case "contains": return options["sequence"]?.asList.map { .in($0, strict: true) }
        case "containsNumber": return .hasDigit
        case "pattern":
            // Their patterns match the whole text.
            guard let pattern = options["pattern"]?.asText else { return nil }
            return pattern == "email.standard" ? .email : .match("^(?:\(pattern))$")
        default: return nil
        }
    }

    private static func count(_ value: AnyValue?) -> Int? {
        if case .integer(let number)? = value { Int(number) } else { nil }
    }

    private static func unit(_ name: String?) -> StringValidator.Unit? {
        switch name {
        case "characters": .characters
        case "utf8": .utf8
        case "utf16": .utf16
        case "unicodeScalars": .codePoints
        default: nil
        }
    }
}

extension InputState {
    /// What the rows call the state.
    fileprivate var word: String {
        switch self {
        case .valid: "valid"
        case .invalid: "invalid"
        case .waitingForRemote: "waiting_for_remote"
        }
    }
}
