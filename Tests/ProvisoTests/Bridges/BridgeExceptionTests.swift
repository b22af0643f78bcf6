import Foundation
import ICUBridge
import JSONBridge
import RegexBridge
import Testing

/// No C++ exception may leave a bridge: Swift cannot catch one, so the process would end.
struct BridgeExceptionTests {
    private static let sources = RuleReferenceTests.root.appending(path: "Sources/Bridges")

    /// Functions that call nothing that throws.
    private static let harmless: Set<String> = [
        "prv_arena_reset", "prv_shape_keep", "prv_shape_keep_record", "prv_reader_forget", "prv_number_parse",
        "prv_number_write", "prv_utf8_is_valid", "prv_icu_date_pattern_is_gregorian",
        "prv_icu_date_pattern_microseconds", "prv_icu_is_inside",
    ]

    /// Every definition of a bridge's function in C++, with whether its body is a function try block.
    private static func definitions() throws -> [(name: String, isGuarded: Bool)] {
        var found: [(String, Bool)] = []
        for bridge in ["ICUBridge", "RegexBridge", "JSONBridge"] {
            let folder = sources.appending(path: bridge)
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where file.pathExtension == "cpp" {
                let text = try String(contentsOf: file, encoding: .utf8)
                let pattern = /(?m)^(?:extern "C" )?[a-z][\w ]*[ *]+(?<name>prv_\w+)\([^;{]*?\)(?<guard> try)? \{/
                for match in text.matches(of: pattern) {
                    found.append((String(match.output.name), match.output.guard != nil))
                }
            }
        }
        return found
    }

    @Test func everyFunctionCatchesAll() throws {
        let definitions = try Self.definitions()
        for definition in definitions where !definition.isGuarded {
            let isHarmless = Self.harmless.contains(definition.name) || definition.name.hasSuffix("_destroy")
            #expect(isHarmless, "\(definition.name) lets exceptions out")
        }
        // Whatever the headers declare is among those that were looked at.
        let names = Set(definitions.map(\.name))
        for header in ["ICUBridge/include/icu_bridge.h", "RegexBridge/include/regex_bridge.h"] {
            let text = try String(contentsOf: Self.sources.appending(path: header), encoding: .utf8)
            for match in text.matches(of: /[ *](?<name>prv_\w+)\(/) {
                let name = String(match.output.name)
                #expect(names.contains(name), "\(name) is defined nowhere")
            }
        }
    }

    /// Text that no function expects.
    private static let hostile: [[UInt8]] = [
        [], [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], Array("de\u{0}-x".utf8), Array("de-t-m0".utf8),
        Array("de-t-nu-l99n".utf8), Array("zh-Hant-u-co-pinyin-nu-foo-x-y".utf8), Array("x-private".utf8),
        Array("i-klingon".utf8), Array("art-lojban".utf8), Array("en-a-bbb-a-ccc".utf8), Array("de_DE@currency=X".utf8),
        Array("root".utf8), Array("und".utf8), Array("ﬁ-\u{202E}".utf8), Array(repeating: 0x61, count: 10_000),
        Array(String(repeating: "de-", count: 4_000).utf8), Array("de-u-nu-\(String(repeating: "a", count: 92))".utf8),
        Array("%n%s".utf8), Array("{{{'".utf8), Array("Any-Latin; ; ::".utf8), Array("yyyy''''MM{dd".utf8),
    ]

    @Test func icuFunctionsSurviveWhateverTheyAreGiven() {
        var buffer = [CChar](repeating: 0, count: 64)
        let capacity = Int32(buffer.count)
        for bytes in Self.hostile {
            let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
            terminated.withUnsafeBufferPointer { text in
                guard let name = text.baseAddress else { return }
                let piece = prv_icu_text(bytes: name, length: bytes.count)
                for create in [prv_icu_locale_canonical, prv_icu_locale_shortest, prv_icu_locale_likely] {
                    #expect(create(piece, &buffer, capacity) >= -1)
                }
                _ = prv_icu_locale_parent(name, &buffer, capacity)
                _ = prv_icu_locale_is_rtl(name)
                _ = prv_icu_locale_name(name, "de", &buffer, capacity)
                _ = prv_icu_locale_name("de", name, &buffer, capacity)
                _ = prv_icu_locale_scripts(name, &buffer, capacity)
                _ = prv_icu_locale_quotes(name, &buffer, capacity)
                _ = prv_icu_locale_for_formats("de", piece, &buffer, capacity)
                _ = prv_icu_locale_for_formats(name, piece, &buffer, capacity)
                _ = prv_icu_number_symbols(name, "latn", "", &buffer, capacity)
                _ = prv_icu_number_symbols("de", name, name, &buffer, capacity)
                _ = prv_icu_currency_symbols(name, "EUR", &buffer, capacity)
                _ = prv_icu_currency_symbols("de", name, &buffer, capacity)
                _ = prv_icu_scalar_in_script(0x41, name)
                _ = prv_icu_is_encodable(0x41, name)
                _ = prv_icu_script(piece)
                var errors: UInt32 = 0
                _ = prv_icu_idna_to_ascii(piece, true, &errors, &buffer, capacity)
                _ = prv_icu_idna_to_unicode(piece, false, &errors, &buffer, capacity)
                for map in [prv_icu_fold_case, prv_icu_nfc, prv_icu_nfkc] { _ = map(piece, &buffer, capacity) }
                _ = prv_icu_is_nfc(piece)
                handlesAreMadeAndFreed(name, piece)
            }
        }
    }

    private func formatsAreMadeAndFreed(
        _ locale: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ piece: prv_icu_text
    ) {
        let none = prv_icu_text(bytes: nil, length: 0)
        if let made = prv_icu_number_create(locale, PRV_ICU_NUMBER_SKELETON, piece) { prv_icu_number_destroy(made) }
        if let made = prv_icu_date_create(locale, false, PRV_ICU_DATE_SKELETON, piece, "UTC") {
            prv_icu_date_destroy(made)
        }
        for (pattern, zone) in [(piece, UnsafePointer<CChar>?.none), (none, name)] {
            let made = "UTC".withCString {
                prv_icu_date_pattern_create(
                    locale, PRV_ICU_PART_BOTH, PRV_ICU_DATE_SHORT, pattern, "gregorian", zone ?? $0)
            }
            if let made { prv_icu_date_pattern_destroy(made) }
        }
    }

    private func handlesAreMadeAndFreed(_ name: UnsafePointer<CChar>, _ piece: prv_icu_text) {
        if let made = prv_icu_plurals_create(name, true) { prv_icu_plurals_destroy(made) }
        formatsAreMadeAndFreed(name, name, piece)
        formatsAreMadeAndFreed("de", name, piece)
        if let made = prv_icu_zone_create(name) { prv_icu_zone_destroy(made) }
        if let made = prv_icu_list_create(name, PRV_ICU_LIST_OR) { prv_icu_list_destroy(made) }
        if let made = prv_icu_collator_create(name) { prv_icu_collator_destroy(made) }
        if let made = prv_icu_transliterator_create(piece) { prv_icu_transliterator_destroy(made) }
        let tags = [prv_icu_text(bytes: name, length: piece.length)]
        if let made = prv_icu_matcher_create(tags, 1) { prv_icu_matcher_destroy(made) }
        guard let matcher = "de".withCString({ prv_icu_matcher_create([prv_icu_text(bytes: $0, length: 2)], 1) }) else {
            return
        }
        defer { prv_icu_matcher_destroy(matcher) }
        var (supported, desired) = (Int32(-1), Int32(-1))
        let kind = prv_icu_matcher_best(matcher, tags, 1, &supported, &desired)
        #expect(kind == PRV_ICU_MATCH_NONE || supported == 0 && desired == 0)
    }

    @Test func absentTextIsNoLocale() {
        let none = prv_icu_text(bytes: nil, length: 0)
        var buffer = [CChar](repeating: 0, count: 64)
        #expect(prv_icu_locale_canonical(none, &buffer, 64) == -1)
        #expect(prv_icu_locale_parent(nil, &buffer, 64) == -1)
        #expect(!prv_icu_locale_is_rtl(nil))
        #expect(prv_icu_plurals_create(nil, false) == nil)
    }

    /// Memory that nobody has: the answer says so instead of ending the process.
    @Test func memoryThatRunsOutIsAnAnswer() throws {
        let arena = try #require(prv_arena_create())
        defer { prv_arena_destroy(arena) }
        #expect(prv_arena_take(arena, .max) == nil)
        #expect(prv_arena_take(arena, .max / 2) == nil)
        #expect(prv_arena_take(arena, 16) != nil)
        var node = prv_node()
        var offset = 0
        #expect(prv_reader_parse(nil, arena, "1", 1, &node, &offset) == Int32(PRV_JSON_MEMORY))
        #expect(prv_reader_scan(nil, "1", 1) == Int32(PRV_JSON_MEMORY))
    }

    @Test func patternsOfAnySizeAreMatchedOrRefused() {
        for bytes in Self.hostile + [Array(String(repeating: "(a", count: 100_000).utf8)] {
            var reason = [CChar](repeating: 0, count: 64)
            let text = bytes.map { CChar(bitPattern: $0) }
            guard let regex = prv_regex_create(text, text.count, 1, &reason, reason.count) else { continue }
            defer { prv_regex_destroy(regex) }
            #expect((0...1).contains(prv_regex_matches(regex, text, text.count, 0)))
        }
    }
}
