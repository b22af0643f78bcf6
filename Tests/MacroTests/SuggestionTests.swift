import Proviso
import Testing

/// The compiler and the library suggest the same name for the same typo.
@Suite struct SuggestionTests {
    struct Row: Sendable {
        let names: [String]
        let typo: String
        let meant: String?

        init(_ names: [String], _ typo: String, _ meant: String?) {
            (self.names, self.typo, self.meant) = (names, typo, meant)
        }
    }

    @Test(arguments: [
        Row(["email", "name"], "emial", "email"), Row(["email", "name"], "Email", "email"),
        Row(["email", "name"], "phone", nil),
        // A third of the letters typed, not of those meant: two of seven here.
        Row(["passwords"], "passwrd", "passwords"), Row(["abcde"], "abc", nil), Row(["abcdefgh"], "abcde", nil),
        // Equally near: the same first letter, then the nearer length, then the alphabet decide.
        Row(["mat", "cut"], "cat", "cut"), Row(["hats", "cats"], "fats", "cats"), Row(["cats", "cut"], "cat", "cut"),
        Row(["bb", "ba"], "bc", "ba"),
    ])
    func aTypoGetsTheSameSuggestionAtCompileTimeAndAtRunTime(row: Row) {
        let source = """
            @Validatable struct Form {
                \(row.names.map { "var \($0) = \"\"" }.joined(separator: "; "))
                static let rules = [Rule("\(row.typo)", .required)]
            }
            """
        let expected = "unknown attribute '\(row.typo)'" + (row.meant.map { "; did you mean '\($0)'?" } ?? "")
        #expect(Diagnosed.all(source, macros).map(\.text) == [expected])

        let rules = "attributes: [\(row.names.joined(separator: ", "))]\nrules: [[\(row.typo), required]]"
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: rules)) }
        #expect(error?.diagnostics.map { $0.reason + Suggestion.hint($0.suggestion) } == [expected])
    }
}
