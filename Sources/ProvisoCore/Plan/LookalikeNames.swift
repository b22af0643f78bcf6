internal import ProvisoMessages

/// Finds names that look like others but have other characters: a Cyrillic `а` in `nаme`, which no data has.
struct LookalikeNames {
    let ruleSet: RuleSet
    let names: [String]

    /// A warning for each, with the name that was probably meant.
    var warnings: [RuleSetError.Diagnostic] {
        // Nearly all rule sets have ASCII names only.
        let strange = names.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        if strange.isEmpty { return [] }
        let checker = SpoofChecker(.none)
        var seen: [String: [String]] = [:]
        for name in names {
            if let looks = checker.looks(of: name) { seen[looks, default: []].append(name) }
        }
        var places: [String: SourcePosition] = [:]
        for rule in ruleSet.rules {
            for name in rule.attributes.map(RuleSet.plain) where places[name] == nil {
                places[name] = rule.attributePositions[name] ?? rule.position
            }
        }
        return strange.compactMap { name in
            guard let looks = checker.looks(of: name) else { return nil }
            let key = CaseFolding.text.key(of: name)
            let other = seen[looks]?.first { CaseFolding.text.key(of: $0) != key }
            // With some letters of ASCII and a look of ASCII, the other ones are there by mistake.
            let isMixed = looks.utf8.allSatisfy { $0 < 0x80 } && name.utf8.contains { ($0 | 0x20).isLowercase }
            guard other != nil || isMixed else { return nil }
            let like = other.map { "looks like '\($0)'" } ?? "looks like ASCII"
            let sign = name.unicodeScalars.first { !$0.isASCII }.map { scalar in
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            }
            return RuleSetError.Diagnostic(
                position: places[name],
                reason: "the attribute '\(name)' \(like), but has the character \(sign ?? "") of another script",
                suggestion: other)
        }
    }
}
