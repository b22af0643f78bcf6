import Proviso
import ProvisoLocales

private let english = try? ArbDocument(EmbeddedCatalogs.text("en") ?? "", name: "en.arb")

/// A file of a translator: PO, flat JSON, or a catalog.
///
/// What is written is read again.
@_cdecl("prv_fuzz_catalog")
public func fuzzCatalog(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(data.input(count))
    for format in Translations.Format.allCases {
        guard let read = try? Translations(bytes, format: format) else { continue }
        guard let again = try? Translations(Array(read.written(format).utf8), format: format) else {
            check(false, "what was written as \(format) can be read")
            continue
        }
        // What is not translated is not in JSON.
        let keys = format == .po ? read.units.map(\.key) : read.units.filter { !$0.text.isEmpty }.map(\.key)
        check(Set(keys).isSubset(of: again.units.map(\.key)), "what was written as \(format) has the same keys")
        if let english, var document = try? ArbDocument(#"{"@@locale":"de"}"#, name: "de.arb") {
            _ = read.merge(into: &document, english: english)
            check((try? ArbDocument(document.written, name: "de.arb")) != nil, "a catalog that was written can be read")
        }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let document = try? ArbDocument(text, name: "xx.arb") {
        check((try? ArbDocument(document.written, name: "xx.arb"))?.keys == document.keys, "a catalog keeps its keys")
    }
    _ = try? Catalog(arb: text, name: "xx.arb")
}
