/// A version of the form 1.2.3 or 1.2.3-beta.1, ordered as in Semantic Versioning 2.
package struct SemanticVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let numbers: [UInt32]
    /// The parts after the hyphen; empty for a release, which is after all its beta versions.
    private let stage: [String]

    /// Reads a version.
    ///
    /// Missing numbers are 0, so `1` is 1.0.0. Fails for any other text.
    package init?(_ text: String) {
        let plain = text.prefix { $0 != "+" }
        let whole = plain.prefix { $0 != "-" }
        let parts = whole.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), text.utf8.count <= 64 else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            let isNumber = part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, part == "0" || part.first != "0", let number = UInt32(part) else { return nil }
            numbers.append(number)
        }
        let stages = [plain.dropFirst(whole.count), text.dropFirst(plain.count)].map { tail in
            tail.isEmpty ? [] : tail.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        }
        guard stages.joined().allSatisfy(Self.isPart) else { return nil }
        self.numbers = numbers + [UInt32](repeating: 0, count: 3 - numbers.count)
        stage = stages[0].map(String.init)
    }

    private static func isPart(_ part: Substring) -> Bool {
        !part.isEmpty
            && part.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
            }
    }

    package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
        if left.stage.isEmpty || right.stage.isEmpty { return !left.stage.isEmpty && right.stage.isEmpty }
        for (one, other) in zip(left.stage, right.stage) where one != other {
            switch (UInt64(one), UInt64(other)) {
            case (let one?, let other?): return one < other
            case (nil, nil): return one.utf8.lexicographicallyPrecedes(other.utf8)
            case (let number, _): return number != nil
            }
        }
        return left.stage.count < right.stage.count
    }

    package var description: String {
        numbers.map(String.init).joined(separator: ".") + (stage.isEmpty ? "" : "-" + stage.joined(separator: "."))
    }
}
