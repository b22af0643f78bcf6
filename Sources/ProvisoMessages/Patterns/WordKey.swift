/// The keys of a catalog that are not codes: the words from which messages are put together.
///
/// Most languages need few of them: CLDR has the rest.
package enum WordKey {
    /// Text between the quotation marks of the catalog: `«{text}»`.
    package static let quoted = "quoted"
    /// A number of bytes, in the case that the messages about sizes of files need: `{count, plural, …}`.
    package static let byte = "unit.byte"

    /// A list: `{first} or {last}`, or with what is between the items before: `{first}; {next} or {last}`.
    package static func list(_ kind: ListWriter.Kind) -> String {
        "list.\(ListWriter.Kind.words.first { $0.kind == kind }?.word ?? "")"
    }

    /// The name of a script, country, language or currency: `name.script.Latn`.
    package static func name(_ code: String, _ kind: NameWriter.Kind) -> String { "name.\(kind.rawValue).\(code)" }

    /// Whether a key is that of a word and not a code; those of reports all begin with `report.`.
    package static func holds(_ key: String) -> Bool {
        subjects.contains(key) || key == "label.value" || arguments(of: key) != nil || key.hasPrefix("report.")
    }

    /// The arguments of a word for the renderer, which messages show only in their sentences; `nil` for another key.
    package static func arguments(of key: String) -> [String]? {
        switch key {
        case quoted: ["text"]
        case byte: ["count"]
        case _ where lists.contains(key): ["first", "next", "last"]
        case _ where names.contains(where: key.hasPrefix): []
        default: nil
        }
    }

    private static let lists = Set(ListWriter.Kind.words.map { list($0.kind) })
    private static let names = NameWriter.Kind.allCases.map { name("", $0) }
    private static let subjects: Set<String> = {
        let forms = [nil] + LabelForm.allCases.filter { $0 != .gender }.map { $0 }
        return Set(forms.flatMap { form in [Subject.keys(form).named, Subject.keys(form).unnamed] })
    }()
}
