import Proviso
import Testing

@Suite struct MessageErrorTests {
    struct Row {
        let pattern: String
        let offset: Int
        let reason: MessageSyntaxError.Reason
        let at: SourceLocation

        init(
            _ pattern: String, _ offset: Int, _ reason: MessageSyntaxError.Reason,
            at: SourceLocation = #_sourceLocation
        ) {
            (self.pattern, self.offset, self.reason, self.at) = (pattern, offset, reason, at)
        }
    }

    static let rows: [Row] = [
        Row("{", 0, .unmatchedBrace),
        Row("é {x", 3, .unmatchedBrace),
        Row("{}", 1, .badName),
        Row("{a.b}", 2, .badArgument),
        Row("{a-b}", 2, .badArgument),
        Row("{a b}", 3, .badArgument),
        Row("{01}", 1, .badName),
        Row("{99999}", 1, .badName),
        Row("{a,}", 3, .badArgument),
        Row("{a, number 5}", 11, .badArgument),
        Row("{a, nummer}", 4, .unknownType("nummer")),
        Row("{a, text}", 4, .unknownType("text")),
        Row("{a, choice, 0#x}", 4, .unknownType("choice")),
        Row("{a, spellout}", 4, .unknownType("spellout")),
        Row("{a, number, currency}", 11, .badStyle("currency")),
        Row("{a, number, #,##0}", 11, .badStyle("#,##0")),
        Row("{a, number, ::bogus}", 11, .badStyle("::bogus")),
        Row("{a, number, ::}", 11, .badStyle("::")),
        Row("{a, date, yyyy}", 9, .badStyle("yyyy")),
        Row("{a, date, ::y'M'}", 9, .badStyle("::y'M'")),
        Row("{a, number, 'x}", 12, .unendedQuote),
        Row("{a, number, x", 0, .unmatchedBrace),
        Row("{a, number", 0, .unmatchedBrace),
        Row("{a, plural}", 10, .missingBranches),
        Row("{a, plural,}", 11, .missingOther),
        Row("{a, plural, one{x}}", 18, .missingOther),
        Row("{a, select, one{x}}", 18, .missingOther),
        Row("{a, plural, =x{y} other{}}", 13, .badNumber),
        Row("{a, plural, =1-{y} other{}}", 13, .badNumber),
        Row("{a, plural, offset:x other{}}", 19, .badNumber),
        Row("{a, plural, other{} offset:1}", 20, .misplacedOffset),
        Row("{a, plural, other}", 17, .badBranch),
        Row("{a, plural, other x", 18, .badBranch),
        Row("{a, plural, ,{x} other{}}", 12, .badBranch),
        Row("{a, select, =1{x} other{}}", 12, .badBranch),
        Row("{a, plural, other{x}", 0, .unmatchedBrace),
        Row("{a, plural, other{x", 17, .unmatchedBrace),
        Row("{a, plural, other{'}'", 17, .unmatchedBrace),
    ]

    @Test func tellsWhereAndWhy() {
        for row in Self.rows {
            let error = self.error(row.pattern)
            #expect(error?.offset == row.offset, sourceLocation: row.at)
            #expect(error?.reason == row.reason, sourceLocation: row.at)
        }
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: "{a,plural,other{", count: depth) + "#" + String(repeating: "}}", count: depth)
    }

    private func error(_ pattern: String) -> MessageSyntaxError? {
        do {
            _ = try MessagePattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    private func reason(_ pattern: String) -> MessageSyntaxError.Reason? { error(pattern)?.reason }

    @Test func boundsDepth() {
        #expect(reason(nested(8)) == nil)
        #expect(reason(nested(9)) == .tooDeep)
        #expect(reason(String(repeating: "{a,select,other{", count: 250)) == .tooDeep)
        #expect(reason(nested(100_000)) == .tooLong(1_800_001))
        #expect(reason(String(repeating: "{", count: 4096)) == .badName)
    }

    @Test func boundsLengthAndNames() {
        #expect(reason(String(repeating: "x", count: 4096)) == nil)
        #expect(reason(String(repeating: "x", count: 4097)) == .tooLong(4097))
        let names = (0..<33).map { "{a\($0)}" }
        #expect(reason(names.prefix(32).joined()) == nil)
        #expect(reason(names.prefix(32).joined() + names.joined()) == .tooManyArguments)
    }

    @Test func boundsSkeletons() throws {
        let zeros = String(repeating: "0", count: 110)
        for skeleton in ["scale/1E999999999", "percent  scale/1e9", "precision-increment/1E-999999"] {
            #expect(reason("{n, number, ::\(skeleton)}") == .badStyle("::\(skeleton)"))
        }
        for skeleton in [".\(zeros)", "integer-width/+\(zeros)", "scale/100", "precision-increment/0.05"] {
            let text = try format("{n, number, ::\(skeleton)}", ["n": .integer(1)])
            #expect(text.utf8.count < 200)
        }
        #expect(reason("{n, number, ::.\(zeros)\(zeros)}") == .badStyle("::.\(zeros)\(zeros)"))
    }
}
