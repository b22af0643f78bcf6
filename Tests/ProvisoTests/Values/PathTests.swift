import Proviso
import Testing

struct PathTests {
    struct Pointer: Sendable {
        let components: [ValuePath.Component]
        let pointer: String
        let location: SourceLocation

        init(_ components: [ValuePath.Component], _ pointer: String, at location: SourceLocation = #_sourceLocation) {
            self.components = components
            self.pointer = pointer
            self.location = location
        }
    }

    static let pointers = [
        Pointer([], ""),
        Pointer([.key("a")], "/a"),
        Pointer([.key("")], "/"),
        Pointer([.key(""), .key("")], "//"),
        Pointer([.key("items"), .index(3), .key("sku")], "/items/3/sku"),
        Pointer([.key("items"), .each, .key("sku")], "/items/*/sku"),
        Pointer([.key("a/b")], "/a~1b"),
        Pointer([.key("m~n")], "/m~0n"),
        Pointer([.key("~1")], "/~01"),
        Pointer([.key("~/~/")], "/~0~1~0~1"),
        Pointer([.key("/\u{301}")], "/~1\u{301}"),
        Pointer([.key("~\u{301}")], "/~0\u{301}"),
        Pointer([.key("c%d e^f\"g\\h")], "/c%d e^f\"g\\h"),
        Pointer([.key("é語😀")], "/é語😀"),
        Pointer([.key("0")], "/0"),
    ]

    @Test(arguments: pointers) func writesPointers(row: Pointer) {
        #expect(Array(ValuePath(row.components).pointer.utf8) == Array(row.pointer.utf8), sourceLocation: row.location)
    }

    @Test func readsWhatRulesWrite() {
        #expect(ValuePath("address.city").components == [.key("address"), .key("city")])
        #expect(ValuePath("items.*.sku").components == [.key("items"), .each, .key("sku")])
        #expect(ValuePath("a").components == [.key("a")])
        #expect(ValuePath("a..b").components == [.key("a"), .key(""), .key("b")])
        #expect(ValuePath("0").components == [.key("0")])
        #expect(ValuePath("a*b").components == [.key("a*b")])
        for text in ["a", "address.city", "items.*.sku", "*", "a.*.*.b"] {
            #expect(ValuePath(text).description == text)
        }
        #expect(ValuePath([.key("items"), .index(7)]).description == "items.7")
    }

    static let escaped: [(String, [ValuePath.Component])] = [
        (#"log\.level"#, [.key("log.level")]), (#"a.log\.level.b"#, [.key("a"), .key("log.level"), .key("b")]),
        (#"app\.kubernetes\.io/name"#, [.key("app.kubernetes.io/name")]), (#"a\*"#, [.key("a*")]),
        (#"\*.*"#, [.key("*"), .each]), (#"a\\b"#, [.key(#"a\b"#)]), (#"a\\.b"#, [.key(#"a\"#), .key("b")]),
        (#"a\\\.b"#, [.key(#"a\.b"#)]), (#"items\[0\]"#, [.key("items[0]")]), ("Amount [EUR]", [.key("Amount [EUR]")]),
        ("[x]", [.key("[x]")]), (#"\/p.a"#, [.key("/p"), .key("a")]), (#"a./p"#, [.key("a"), .key("/p")]),
        (#"\$"#, [.key("$")]), (#"\@.a"#, [.key("@"), .key("a")]), (#"\!a"#, [.key("!a")]), (#"\."#, [.key(".")]),
        (#"#\/a"#, [.key("#/a")]), (#"items\[-1\]"#, [.key("items[-1]")]), (#"a\[?(x)\]"#, [.key("a[?(x)]")]),
    ]

    @Test(arguments: escaped) func `a character after a backslash is part of the key`(
        text: String, components: [ValuePath.Component]
    ) {
        #expect(ValuePath(text).components == components)
        #expect(ValuePath(components).description == text)
    }

    @Test func `a backslash that is not needed changes nothing`() {
        #expect(ValuePath.canonical(#"\[x\]"#) == "[x]")
        #expect(ValuePath.canonical(#"!a\/b\.c"#) == #"!a/b\.c"#)
        #expect(ValuePath.canonical(#"a\d"#) == #"a\\d"#)
    }

    @Test func `every key can be written, and is read again`() {
        var generator = Generator(seed: 7)
        let signs = Array(".*[]\\/$@!ab0'\"-é")
        for _ in 0..<2_000 {
            let keys = (0...generator.below(3)).map { _ in
                String((0...generator.below(5)).map { _ in generator.pick(signs) })
            }
            let path = ValuePath(keys.map { .key($0) })
            #expect(ValuePath(path.description) == path, "\(keys)")
            let rules = RuleSet(rules: [Rule([path.description], .required)])
            #expect((try? Plan(rules).validate([:]).violations.map(\.path)) == [path], "\(path)")
        }
    }
}
