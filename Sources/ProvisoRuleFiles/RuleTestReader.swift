package import ProvisoCore
internal import ProvisoMessages

/// Reads cases of `proviso test`, from the key `tests` of a rule file or from lines of JSON.
package struct RuleTestReader: PartReader {
    var diagnostics: [RuleSetError.Diagnostic] = []

    /// Reads cases in NDJSON; the errors of all lines are thrown together.
    package static func read(lines bytes: [UInt8], file: String) throws(RuleSetError) -> [RuleTest] {
        var (tests, found): ([RuleTest], [RuleSetError.Diagnostic]) = ([], [])
        let text = try RuleSet.text(of: bytes, file: file)
        let lines = Array(text.utf8).withoutMark.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
            func placed(_ place: SourcePosition?) -> SourcePosition {
                SourcePosition(file: file, line: index + 1, column: place?.column ?? 1)
            }
            do throws(RuleSetError) {
                guard let node = try RuleJSON.line(String(decoding: line, as: UTF8.self)) else { continue }
                var reader = RuleTestReader()
                if var test = reader.test(node) {
                    test.position = placed(test.position)
                    test.positions = test.positions.mapValues(placed)
                    if case .finds(var expected) = test.verdict {
                        for one in expected.indices {
                            expected[one].positions = expected[one].positions.mapValues(placed)
                        }
                        test.verdict = .finds(expected)
                    }
                    tests.append(test)
                }
                if !reader.diagnostics.isEmpty { throw RuleSetError(reader.diagnostics) }
            } catch {
                found += error.diagnostics.map {
                    RuleSetError.Diagnostic(position: placed($0.position), reason: $0.reason, suggestion: $0.suggestion)
                }
            }
        }
        if !found.isEmpty { throw RuleSetError(found) }
        return tests
    }

    /// Reads a list of cases.
    mutating func tests(_ node: RuleNode) -> [RuleTest] {
        guard let items = node.list else {
            report(node, "tests must be a list of cases, such as '- { record: {…}, finds: [[name, required.blank]] }'")
            return []
        }
        return items.compactMap { test($0) }
    }

    private mutating func test(_ node: RuleNode) -> RuleTest? {
        guard let pairs = node.mapping else {
            report(node, "a case must be a mapping with the keys 'record' and 'finds'")
            return nil
        }
        var test = RuleTest(record: .absent, verdict: .finds([]), position: node.position)
        var verdicts = 0
        for (key, value) in pairs {
            switch known(key, TestKey.self) {
            case .name: test.name = text(value)
            case .record: test.record = value.value
            case .records: test.table = records(value, of: key)
            case .before: test.before = records(value, of: key) ?? []
            case .scenario:
                test.scenario = text(value)
                test.positions[key.scalar ?? ""] = value.position
            case .locale:
                test.locale = locale(value)
                test.positions[key.scalar ?? ""] = value.position
            case .finds:
                verdicts += 1
                test.verdict = .finds(findings(value))
            case .valid:
                verdicts += 1
                guard case .boolean(let isValid) = value.value else {
                    report(value, "'valid' must be true or false")
                    continue
                }
                test.verdict = .valid(isValid)
            case nil: break
            }
        }
        if test.table != nil, test.record != .absent || !test.before.isEmpty {
            report(node, "a case has 'records', or 'record' with 'before'")
        }
        if test.record == .absent, test.table == nil { report(node, "the case's key 'record' is missing") }
        if verdicts != 1 {
            report(
                node,
                verdicts == 0
                    ? "the case does not say what is found: write 'finds: []' for nothing, or 'valid: false' for any error"
                    : "a case has 'finds' or 'valid', not both")
        }
        return test
    }

    private mutating func records(_ node: RuleNode, of key: RuleNode) -> [AnyValue]? {
        if node.list == nil { report(node, "'\(key.scalar ?? "")' must be a list of records") }
        return node.list?.map(\.value)
    }

    private mutating func findings(_ node: RuleNode) -> [RuleTest.Expected] {
        guard let items = node.list else {
            report(node, "'finds' must be a list: [] for nothing, or [[username, string.tooShort]]")
            return []
        }
        return items.compactMap { finding($0) }
    }

    private static let shape =
        "a finding must be a list [path, code], or a mapping with some of the keys code, path, message and rule"

    private mutating func finding(_ node: RuleNode) -> RuleTest.Expected? {
        if let parts = node.list {
            guard parts.count == 2, let path = parts[0].scalar, let code = parts[1].scalar else {
                report(node, Self.shape)
                return nil
            }
            var expected = RuleTest.Expected(code: code, path: path)
            expected.positions = ["path": parts[0].position, "code": parts[1].position]
            return expected
        }
        guard let pairs = node.mapping, !pairs.isEmpty else {
            report(node, Self.shape)
            return nil
        }
        var expected = RuleTest.Expected()
        for (key, value) in pairs {
            expected.positions[key.scalar ?? ""] = value.position
            switch known(key, FindingKey.self) {
            case .code: expected.code = text(value)
            case .path: expected.path = value.scalar
            case .message: expected.message = text(value)
            // An id may be a number.
            case .rule: expected.rule = value.scalar
            case nil: break
            }
        }
        return expected
    }

    private mutating func locale(_ node: RuleNode) -> String? {
        guard let tag = text(node) else { return nil }
        if let canonical = TextLocale.canonical(tag) { return canonical }
        report(node, TextLocale.reason(tag), suggestion: TextLocale.suggestion(for: tag))
        return nil
    }

    private mutating func text(_ node: RuleNode) -> String? {
        if node.text == nil { report(node, "expected a string") }
        return node.text
    }
}

extension [UInt8] {
    /// The bytes without a byte order mark.
    package var withoutMark: ArraySlice<UInt8> { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...] }
}
