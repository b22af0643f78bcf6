import Foundation
import Proviso
import Testing

/// Files of one test, in a directory of their own.
struct RuleParts {
    let directory: URL

    init(_ files: [String: String]) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "rule-parts-\(UUID().uuidString)")
        for (name, text) in files {
            let file = directory.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func plan(_ names: [String] = ["main.yaml"], variables: [String: AnyValue] = [:]) throws -> Plan {
        try Plan(RuleSet(contentsOf: names.map(path), variables: variables))
    }

    /// Codes and paths of what is wrong.
    static func findings(_ plan: Plan, _ record: String) throws -> [String] {
        try plan.validate(AnyValue(json: record)).violations.map { "\($0.code) \($0.path.pointer)" }
    }

    /// The errors of a rule set, without the directory.
    func errors(_ names: [String] = ["main.yaml"], variables: [String: AnyValue] = [:]) -> [String] {
        do {
            _ = try plan(names, variables: variables)
            return []
        } catch let error as RuleSetError {
            return error.diagnostics.map { $0.description.replacing(directory.path + "/", with: "") }
        } catch { return ["\(error)"] }
    }

    /// The errors of one file.
    static func errors(in text: String, variables: [String: AnyValue] = [:]) throws -> [String] {
        let parts = try RuleParts(["main.yaml": text])
        defer { parts.remove() }
        return parts.errors(variables: variables)
    }

    /// Findings by the rules of one file.
    static func findings(
        in text: String, _ record: String, variables: [String: AnyValue] = [:]
    ) throws -> [String] {
        try findings(Plan(RuleSet(parsing: text, variables: variables)), record)
    }
}
