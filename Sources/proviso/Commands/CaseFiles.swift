import Glibc
import Proviso
import ProvisoBulk

/// The cases of a rule file: those in it, and those in files beside it.
///
/// Beside `rules.yaml` these are `rules.cases.ndjson` and the directory `rules.cases` with cases in `*.ndjson`, valid
/// records in `valid` and invalid ones in `invalid`.
struct CaseFiles {
    let ruleSet: RuleSet
    let rules: String
    /// Further files and directories.
    let others: [String]

    /// The files that were read, for `--watch`.
    private(set) var files: [String] = []

    init(_ ruleSet: RuleSet, rules: String, others: [String]) {
        (self.ruleSet, self.rules, self.others) = (ruleSet, rules, others)
    }

    /// All cases, in the order of the files' names.
    mutating func tests() throws -> [RuleTest] {
        var tests = ruleSet.tests
        let stem = rules.lastIndex(of: ".").map { String(rules[..<$0]) } ?? rules
        for path in ["\(stem).cases.ndjson", "\(stem).cases"] where access(path, F_OK) == 0 { tests += try read(path) }
        for path in others {
            guard access(path, R_OK) == 0 else {
                StandardError.error("--cases \(path): \(SystemError().reason)")
                throw ExitCode.usage
            }
            tests += try read(path)
        }
        return tests
    }

    private mutating func read(_ path: String) throws -> [RuleTest] {
        files.append(path)
        guard let names = Self.names(in: path) else { return try cases(path) }
        var tests: [RuleTest] = []
        for name in names {
            let inner = "\(path)/\(name)"
            if name == "valid" || name == "invalid" {
                tests += try records(inner, isValid: name == "valid")
            } else if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
                files.append(inner)
                tests += try cases(inner)
            }
        }
        return tests
    }

    private func cases(_ path: String) throws -> [RuleTest] {
        do {
            return try RuleTestReader.read(lines: try bytes(path), file: path)
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { StandardError.line(diagnostic.text(kind: "error: ")) }
            throw ExitCode.usage
        }
    }

    /// The records of a directory: one in each JSON file, and one on each line of an NDJSON file.
    private mutating func records(_ directory: String, isValid: Bool) throws -> [RuleTest] {
        var tests: [RuleTest] = []
        for name in Self.names(in: directory) ?? [] {
            let path = "\(directory)/\(name)"
            files.append(path)
            let isLines = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
            guard isLines || name.hasSuffix(".json") else {
                StandardError.line("note: \(path): only *.json and *.ndjson have records: the file is left out")
                continue
            }
            let bytes = try bytes(path)
            let parts =
                isLines ? bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) } : [bytes]
            for (index, part) in parts.enumerated() where !part.allSatisfy({ $0 <= 0x20 }) {
                let place = SourcePosition(file: path, line: index + 1, column: 1)
                do throws(InputError) {
                    let record = try AnyValue(json: part)
                    tests.append(
                        RuleTest(record: record, verdict: isValid ? .finds([]) : .valid(false), position: place))
                } catch {
                    StandardError.error("\(place): not a record in JSON")
                    throw ExitCode.usage
                }
            }
        }
        return tests
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        do throws(SystemError) {
            return try SmallFile.read(path, limit: 256 << 20)
        } catch {
            StandardError.error("\(path): \(error.reason)")
            throw ExitCode.failure
        }
    }

    /// The names in a directory, sorted; `nil` if the path is a file.
    private static func names(in path: String) -> [String]? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
