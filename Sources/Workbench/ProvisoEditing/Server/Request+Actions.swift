internal import Proviso

extension Request {
    /// Quick fixes for the problems in a range.
    func actions() -> AnyValue {
        guard let range = parameters["range"].flatMap({ document.range($0, in: server.unit) }) else { return .list([]) }
        let near = document.problems.filter {
            $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
        }
        return .list(near.compactMap(action))
    }

    private func action(_ problem: RuleProblem) -> AnyValue? {
        if let fix = problem.fix {
            let title = fix.isEmpty ? "Remove it" : fix.isBlank ? "Replace tabs by spaces" : "Change to '\(fix)'"
            return action(problem, title, problem.fixed, fix)
        }
        if problem.message.hasPrefix("cannot read "), let word = outline.word(from: problem.range.lowerBound),
            let meant = Suggestion.nearest(to: word.text, in: RuleFiles.beside(document.path))
        {
            return action(problem, "Change to '\(meant)'", word.inner, meant)
        }
        guard problem.level == .warning, problem.message.holds("the rule repeats rule") else { return nil }
        let path = outline.extents.keys.first { path in
            path.count == 2 && path.first == .key("rules")
                && outline.extents[path]?.contains(problem.range.lowerBound) == true
        }
        guard let path, let extent = outline.extents[path] else { return nil }
        let attributes = self.attributes(ofRule: path)
        if attributes.count == 1 { return action(problem, "Remove this rule", removal(ofRule: extent), "") }
        // The rule is repeated for one of its attributes, and not for the others.
        let name = problem.message.parts(between: " for '").dropFirst().first?.split(separator: "'").first
        guard let name, let named = attributes.first(where: { $0.text == name }) else { return nil }
        return removal(ofPart: named.range).map { action(problem, "Remove '\(name)' from this rule", $0, "") }
    }

    /// The attributes that a rule of the record names, with their places.
    private func attributes(ofRule rule: [OutlineStep]) -> [(text: String, range: Range<Int>)] {
        outline.attributeWords(of: rule).flatMap { AttributeWords.parts(of: $0, in: document.lines) }
    }

    private func action(_ problem: RuleProblem, _ title: String, _ range: Range<Int>, _ text: String) -> AnyValue {
        let edit: AnyValue = ["range": server.value(range, in: document.lines), "newText": .text(text)]
        return [
            "title": .text(title), "kind": "quickfix", "isPreferred": true,
            "diagnostics": [server.value(problem, in: document)],
            "edit": ["changes": .object([AnyValue.Member(document.uri, [edit])])],
        ]
    }

    /// The lines of a rule in a block, or an item in brackets with its comma.
    private func removal(ofRule extent: Range<Int>) -> Range<Int> {
        let bytes = document.lines.bytes
        guard bytes[extent.lowerBound] == UInt8(ascii: "-") else { return removal(ofPart: extent) ?? extent }
        let first = document.lines.range(ofLine: document.lines.line(of: extent.lowerBound)).lowerBound
        let last = document.lines.line(of: extent.upperBound - 1)
        let end = last + 1 < document.lines.count ? document.lines.range(ofLine: last + 1).lowerBound : bytes.count
        return first..<end
    }

    /// A part of a list with the comma after it, or else the one before it; `nil` if the list has no commas.
    private func removal(ofPart part: Range<Int>) -> Range<Int>? {
        let bytes = document.lines.bytes
        var part = part
        let quotes = Array("\"'".utf8)
        if part.lowerBound > 0, part.upperBound < bytes.count, quotes.contains(bytes[part.upperBound]),
            bytes[part.lowerBound - 1] == bytes[part.upperBound]
        {
            part = part.lowerBound - 1..<part.upperBound + 1
        }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var end = part.upperBound
        while end < bytes.count, isBlank(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
            end += 1
            while end < bytes.count, isBlank(bytes[end]) { end += 1 }
            return part.lowerBound..<end
        }
        var start = part.lowerBound
        while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
        guard start > 0, bytes[start - 1] == UInt8(ascii: ",") else { return nil }
        return start - 1..<part.upperBound
    }
}
