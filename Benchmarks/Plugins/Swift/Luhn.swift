import ProvisoPluginKit

/// The benchmark's rule as a plugin in Swift: a string of digits with a correct check digit (Luhn).
struct LuhnValidator: PluginValidator {
    static let type = "bench/luhn-swift"

    init(options: PluginOptions) {}

    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict {
        hasRightCheckDigit(value.utf8) ? .valid : call.report("luhnSwift.wrong")
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

let plugin = Plugin(id: "org.proviso.bench.swift", validators: [LuhnValidator.self])

@c(proviso_plugin_entry_v1)
public func entry(_ host: UnsafeRawPointer?) -> UnsafeRawPointer? { plugin.descriptor }
