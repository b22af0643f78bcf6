internal import Proviso

/// Findings that do not count, because people have said why.
package struct Exceptions: Sendable {
    /// One kind of findings in some files.
    package struct Entry: Sendable {
        /// Where it is written, which is its name in summaries.
        private let place: String
        private let code: String
        /// The attribute as rules name it, or the path of one value; `nil` for all.
        private let path: String?

        package init(place: String, code: String, path: String?) {
            (self.place, self.code, self.path) = (place, code, path)
        }

        /// The name of the entry if it is about a finding; a value that could not be validated is not excepted.
        fileprivate func key(_ code: Code, _ attribute: String, _ path: @autoclosure () -> String?) -> String? {
            guard code.rawValue == self.code, code != .fault else { return nil }
            return self.path == nil || self.path == attribute || self.path == path() ? place : nil
        }
    }

    private var byFile: [String: [Entry]] = [:]

    package init() {}

    package var isEmpty: Bool { byFile.isEmpty }

    /// Adds an entry for what findings name as their file: inputs, or what is about all records of several.
    package mutating func add(_ entry: Entry, in files: [String]) {
        for file in files { byFile[file, default: []].append(entry) }
    }

    /// The name of the first entry that is about a finding; `nil` if none is.
    func key(of violation: Violation, in file: String) -> String? {
        guard let entries = byFile[file] else { return nil }
        return entries.lazy.compactMap {
            $0.key(violation.code, violation.attribute, violation.path.shown)
        }.first
    }

    /// The same for findings of a kind that are only counted.
    func key(of kind: ViolationKind, in file: String) -> String? {
        guard let entries = byFile[file] else { return nil }
        return entries.lazy.compactMap { $0.key(kind.code, kind.attribute, nil) }.first
    }
}
