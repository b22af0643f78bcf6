internal import Proviso

/// The pattern of codes of one fixed length, such as `^[A-Z]{3}-[0-9]{4}$`.
enum CodePattern {
    /// The pattern that all values of a sample have; `nil` if it is not plain.
    ///
    /// `lengths` counts the lengths of all codes of digits and uppercase letters, also of those outside the sample.
    static func pattern(of sample: [String], lengths: [Int: Int]) -> String? {
        let fixed = fixed(of: sample)
        // Codes of digits and uppercase letters at any place.
        let isLoose = fixed == nil || fixed?.holds("[0-9A-Z]") == true || lengths.count > 1
        if isLoose, let loose = looser(of: sample, lengths: lengths) { return loose }
        return fixed ?? parts(of: sample)
    }

    /// The pattern of codes of two or more parts with one sign between them, such as `^[A-Z]{2}-[0-9A-Z]+$`.
    private static func parts(of sample: [String]) -> String? {
        guard sample.count >= 50, let first = sample.first,
            let sign = first.utf8.first(where: { [0x2D, 0x2E, 0x2F, 0x3A, 0x5F].contains($0) })
        else { return nil }
        let split = sample.map { $0.utf8.split(separator: sign, omittingEmptySubsequences: false) }
        let count = split[0].count
        guard count <= 6, split.allSatisfy({ $0.count == count }) else { return nil }
        var patterns: [String] = []
        for index in 0..<count {
            let bytes = Set(split.flatMap { $0[index] })
            guard let low = split.map({ $0[index].count }).min(), low > 0,
                let high = split.map({ $0[index].count }).max(), high <= 12, let kind = kind(of: bytes)
            else { return nil }
            // A few values do not show which lengths there are.
            patterns.append(low == high ? "\(kind){\(low)}" : "\(kind)+")
        }
        return "^" + patterns.joined(separator: sign == 0x2E ? "[.]" : String(UnicodeScalar(sign))) + "$"
    }

    private static func kind(of bytes: Set<UInt8>) -> String? {
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) { return "[0-9]" }
        if bytes.allSatisfy({ (0x41...0x5A).contains($0) }) { return "[A-Z]" }
        return bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) } ? "[0-9A-Z]" : nil
    }

    private static func fixed(of sample: [String]) -> String? {
        guard sample.count >= 10 || sample.count >= 3 && sample.allSatisfy({ $0.contains(":") }),
            let first = sample.first,
            (2...24).contains(first.utf8.count)
        else { return nil }
        var classes: [String] = []
        for index in 0..<first.utf8.count {
            var found: Set<String> = []
            var signs: Set<UInt8> = []
            for text in sample {
                let bytes = text.utf8
                guard bytes.count == first.utf8.count else { return nil }
                let byte = bytes[bytes.index(bytes.startIndex, offsetBy: index)]
                guard let name = name(of: byte) else { return nil }
                found.insert(name)
                signs.insert(byte)
            }
            guard let merged = merged(found, signs) else { return nil }
            classes.append(merged)
        }
        guard Set(classes) != ["[a-z]"] else { return nil }
        return "^" + joined(classes) + "$"
    }

    private static func name(of byte: UInt8) -> String? {
        switch byte {
        case 0x30...0x39: "[0-9]"
        case 0x41...0x5A: "[A-Z]"
        case 0x61...0x7A: "[a-z]"
        case 0x2D, 0x2E, 0x2F, 0x3A, 0x5F, 0x23, 0x2B: "sign"
        default: nil
        }
    }

    private static func merged(_ found: Set<String>, _ signs: Set<UInt8>) -> String? {
        if found == ["sign"] {
            if signs == [0x2B, 0x2D] { return "[-+]" }
            guard signs.count == 1, let sign = signs.first else { return nil }
            let text = String(UnicodeScalar(sign))
            return ".+".holds(text) ? "[" + text + "]" : text
        }
        if found.count == 1 { return found.first }
        return found == ["[0-9]", "[A-Z]"] ? "[0-9A-Z]" : nil
    }

    /// The pattern of codes of digits and uppercase letters with nearly the same length, such as `^[0-9A-F]{4,6}$`.
    static func looser(of sample: [String], lengths known: [Int: Int]) -> String? {
        guard sample.count >= 10 else { return nil }
        let lengths = sample.map(\.utf8.count) + known.keys
        guard let low = lengths.min(), let high = lengths.max(), low >= 3, high - low <= 4 else { return nil }
        let found = Set(sample.flatMap(\.utf8))
        let letters = found.filter { (0x41...0x5A).contains($0) }
        let digits = found.filter { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, letters.count + digits.count == found.count else { return nil }
        let isHexadecimal = sample.count >= 50 && letters.allSatisfy { $0 <= 0x46 }
        let kind = letters.isEmpty ? "[0-9]" : isHexadecimal ? "[0-9A-F]" : "[0-9A-Z]"
        if low == high { return "^\(kind){\(low)}$" }
        // A few values do not show which lengths there are.
        return known.values.reduce(0, +) < 1000 ? "^\(kind){\(low),}$" : "^\(kind){\(low),\(high)}$"
    }

    private static func joined(_ classes: [String]) -> String {
        var (text, index) = ("", 0)
        while index < classes.count {
            let end = classes[index...].firstIndex { $0 != classes[index] } ?? classes.count
            text += classes[index] + (end - index > 1 ? "{\(end - index)}" : "")
            index = end
        }
        return text
    }
}
