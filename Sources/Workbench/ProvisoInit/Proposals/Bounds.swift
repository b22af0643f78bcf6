import Glibc
internal import Proviso

/// Bounds of numbers and lengths that are plausible for more data of the same kind.
enum Bounds {
    /// The next of 1, 2, 5, 10, 20, 50, … that is not below the number.
    static func ceiling(_ number: Double) -> Double {
        guard number > 0, number < 1e15 else { return number }
        let scale = pow(10, floor(log10(number)))
        for step in [1.0, 2, 5, 10] where step * scale >= number { return step * scale }
        return 10 * scale
    }

    /// Words for quantities that may be below zero although the data has none there.
    private static let signed = [
        "temp", "change", "diff", "balance", "anomaly", "elevation", "altitude", "growth", "profit", "offset", "coord",
    ]

    /// The options for numbers with these extremes.
    static func options(_ minimum: Double, _ maximum: Double, named name: String, isKey: Bool) -> String {
        let name = name.lowercased()
        func has(_ words: [String]) -> Bool { words.contains { name.holds($0) } }
        if has(["percent", "pct"]), minimum >= 0, maximum <= 100 { return ", { min: 0, max: 100 }" }
        if has(["year"]), minimum >= 1000, maximum <= 2100 { return ", { min: 1000, max: 2100 }" }
        if name == "month", minimum >= 1, maximum <= 12 { return ", { min: 1, max: 12 }" }
        if name == "day", minimum >= 1, maximum <= 31 { return ", { min: 1, max: 31 }" }
        if name == "hour", minimum >= 0, maximum <= 24 { return ", { min: 0, max: \(maximum > 23 ? 24 : 23) }" }
        if isKey { return minimum >= 0 ? ", { min: \(minimum >= 1 ? 1 : 0) }" : "" }
        if minimum == 0, maximum == 0 { return "" }
        let top = RuleText.number(ceiling(max(maximum, -minimum) * 2))
        let isSigned = has(signed)
        if minimum >= 0, !isSigned { return ", { min: 0, max: \(top) }" }
        if maximum <= 0, !isSigned { return ", { min: -\(top), max: 0 }" }
        // The sign with few or small values has no bound of its own.
        return ", { min: -\(top), max: \(top) }"
    }

    /// The maximum length for strings of which the longest has `length` characters.
    static func length(_ length: Int) -> Int {
        let steps = [10, 20, 50, 100, 200, 255, 500, 1000, 2000, 5000, 10_000]
        return steps.first { $0 * 2 >= length * 3 } ?? Int(ceiling(Double(length) * 2))
    }
}
