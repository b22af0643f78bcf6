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
    /// The directory that the present cases must be in, wherever links lead; none for a file that the user names.
    private var root: RootDirectory?

    init(_ ruleSet: RuleSet, rules: String, others: [String]) {
        (self.ruleSet, self.rules, self.others) = (ruleSet, rules, others)
    }

    /// All cases, in the order of the files' names.
    mutating func tests() throws -> [RuleTest] {
        var tests = ruleSet.tests
        let stem = rules.lastIndex(of: ".").map { String(rules[..<$0]) } ?? rules
        root = RootDirectory(NamedFiles.directory(of: rules))
        for path in ["\(stem).cases.ndjson", "\(stem).cases"] where access(path, F_OK) == 0 { tests += try read(path) }
        noteSiblings(of: stem)
        for path in others {
            guard access(path, F_OK) == 0 else {
                throw ExitCode.usage.because("--cases \(path): \(SystemError().reason)")
            }
            root = FileTree.isDirectory(path) ? RootDirectory(path) : nil
            tests += try read(path)
        }
        return tests
    }

    private mutating func read(_ path: String) throws -> [RuleTest] {
        files.append(path)
        guard FileTree.isDirectory(path) else { return try cases(path) }
        var tests: [RuleTest] = []
        for name in try Self.names(in: path) {
            let inner = "\(path)/\(name)"
            let isDirectory = FileTree.isDirectory(inner)
            if isDirectory, name == "valid" || name == "invalid" {
                tests += try records(inner, isValid: name == "valid")
            } else if !isDirectory, Self.hasLines(name) {
                files.append(inner)
                tests += try cases(inner)
            } else if isDirectory {
                let near = Suggestion.hint(Suggestion.nearest(to: name, in: ["valid", "invalid"]))
                Self.note(inner, "only the directories valid and invalid have records\(near)")
            } else if name.hasSuffix(".json") {
                Self.note(inner, "records are in valid or invalid, and cases in *.ndjson")
            } else {
                Self.note(inner, "only *.ndjson has cases")
            }
        }
        return tests
    }

    private func cases(_ path: String) throws -> [RuleTest] {
        do {
            return try RuleTestReader.read(lines: try bytes(path), file: path)
        } catch let error as RuleSetError {
            throw error.reported()
        }
    }

    /// The records of a directory: one in each JSON file, one on each line of an NDJSON file, and the documents of YAML
    /// and TOML files.
    private mutating func records(_ directory: String, isValid: Bool) throws -> [RuleTest] {
        var tests: [RuleTest] = []
        for name in try Self.names(in: directory) {
            let path = "\(directory)/\(name)"
            let isDocument = [.yaml, .toml].contains(InputFormat.named(name))
            guard Self.hasLines(name) || name.hasSuffix(".json") || isDocument else {
                Self.note(path, "only *.json, *.ndjson, *.yaml and *.toml have records")
                continue
            }
            files.append(path)
            if isDocument {
                try refuseOutside(path)
                tests += try documents(path, isValid)
                continue
            }
            let bytes = try bytes(path).withoutMark
            if !Self.hasLines(name) {
                tests.append(try record(bytes, isValid, from: 1, of: path))
                continue
            }
            for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
            where !line.allSatisfy({ $0 <= 0x20 }) {
                tests.append(try record(line, isValid, from: index + 1, of: path))
            }
        }
        return tests
    }

    private func documents(_ path: String, _ isValid: Bool) throws -> [RuleTest] {
        var tests: [RuleTest] = []
        do {
            try RecordReader(path, settings: Run.Settings(progress: .none)).each { place, record in
                let line = place.split(separator: ":").last.flatMap { Int($0) } ?? 1
                tests.append(
                    RuleTest(
                        record: record, verdict: isValid ? .finds([]) : .valid(false),
                        position: SourcePosition(file: path, line: line, column: 1)))
            }
        } catch let fault as RecordReader.Fault {
            throw ExitCode.usage.because(fault.reason)
        }
        return tests
    }

    private func record(
        _ bytes: ArraySlice<UInt8>, _ isValid: Bool, from line: Int, of path: String
    ) throws -> RuleTest {
        let place = SourcePosition(file: path, line: line, column: 1)
        do throws(InputError) {
            let record = try AnyValue(json: Array(bytes))
            return RuleTest(record: record, verdict: isValid ? .finds([]) : .valid(false), position: place)
        } catch {
            let isEmpty = bytes.allSatisfy { $0 <= 0x20 }
            let (row, column) = Self.place(of: error.offset, in: Array(bytes))
            let at = isEmpty ? place : SourcePosition(file: path, line: line + row - 1, column: column)
            let reason = isEmpty ? "the file is empty" : error.description
            StandardError.line("\(at): error: expected a record in JSON, but \(reason)".visible)
            throw ExitCode.usage
        }
    }

    private static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        bytes.withUnsafeBufferPointer { bytes in
            var lines = LineCounter(bytes)
            return lines.place(of: offset)
        }
    }

    /// Refuses a link that leads out of the directory: errors would show text of a file that its author may not read.
    private func refuseOutside(_ path: String) throws {
        guard let root, !root.contains(path) else { return }
        throw ExitCode.usage.because(
            "\(path): leads out of the directory \(root.path): name the file itself with --cases")
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        try refuseOutside(path)
        do throws(SystemError) {
            return try SmallFile.read(path, limit: 256 << 20)
        } catch {
            throw ExitCode.usage.because("\(path): \(error.reason)")
        }
    }

    // MARK: names

    private static func hasLines(_ name: String) -> Bool { name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") }

    private static func note(_ path: String, _ reason: String) {
        StandardError.line("note: \(path): not read: \(reason)".visible)
    }

    /// Names files beside the rule file that look like cases and are not.
    private func noteSiblings(of stem: String) {
        let slash = stem.lastIndex(of: "/")
        let directory = slash.map { String(stem[...$0]) } ?? "./"
        let base = slash.map { String(stem[stem.index(after: $0)...]) } ?? stem
        let known = ["\(base).cases.ndjson", "\(base).cases"]
        let given = Set(others.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 })
        for name in (try? Self.names(in: directory)) ?? [] {
            guard name.hasPrefix("\(base).case"), !known.contains(name),
                !ruleSet.files.contains("\(stem)\(name.dropFirst(base.count))"),
                !given.contains("\(stem)\(name.dropFirst(base.count))")
            else { continue }
            let path = "\(directory == "./" ? "" : directory)\(name)"
            Self.note(path, "cases are in \(known[0]) or in the directory \(known[1])")
        }
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a directory, sorted, without hidden ones.
    static func names(in path: String) throws -> [String] {
        do throws(SystemError) {
            return try SmallFile.names(in: path).filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw ExitCode.usage.because("\(path): \(error.reason)")
        }
    }
}
