import Proviso

/// XLIFF 2.0 and 2.1 of OASIS: each message is a unit, whose `name` is the key.
///
/// A message without a reviewer has the state `translated`, and what is not translated yet `initial`.
enum XLIFFFile {
    private static let namespace = "urn:oasis:names:tc:xliff:document:2.0"

    static func write(_ translations: Translations) -> String {
        let locale = Markup.escape(exactly: translations.locale ?? "")
        let units = translations.units.map(unit).joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="\(namespace)" version="2.0" srcLang="en" trgLang="\(locale)">
              <file id="messages">
            \(units)  </file>
            </xliff>

            """
    }

    private static func unit(_ unit: Translations.Unit) -> String {
        // An id is an NMTOKEN, in which a code of a plugin must not have its slash.
        let id = Markup.escape(exactly: unit.key.replacing("/", with: ":"))
        let notes = unit.notes.map { "        <note>\(Markup.escape(exactly: $0))</note>\n" }.joined()
        let state = unit.text.isEmpty ? "initial" : unit.isDone == true ? "final" : "translated"
        let target = unit.text.isEmpty ? "" : "        \(element("target", unit.text))\n"
        return """
                <unit id="\(id)" name="\(Markup.escape(exactly: unit.key))">
            \(notes.isEmpty ? "" : "      <notes>\n\(notes)      </notes>\n")\
                  <segment state="\(state)">
                    \(element("source", unit.english))
            \(target)      </segment>
                </unit>

            """
    }

    private static func element(_ name: String, _ text: String) -> String {
        "<\(name) xml:space=\"preserve\">\(Markup.escape(exactly: text))</\(name)>"
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        let root = try XMLReader.read(text)
        let reader = XLIFFReader(root)
        guard reader.kind(of: root) == "xliff", let version = root.attributes["version"] else {
            throw Translations.Failure(line: root.line, reason: "expected XLIFF 2, found <\(root.name)>")
        }
        guard version.hasPrefix("2.") else {
            throw Translations.Failure(
                line: root.line, reason: "XLIFF \(version) is not read: save the file as XLIFF 2.0 or 2.1")
        }
        var units: [Translations.Unit] = []
        for unit in reader.units(in: root) { units.append(try reader.unit(unit)) }
        let locale = root.attributes["trgLang"].flatMap { LocaleTag.canonical(LocaleTag.preferred($0)) }
        return Translations(locale: locale, units: units)
    }
}

/// Reads the units of a document; elements of modules have other prefixes, and are left out.
private struct XLIFFReader {
    private let prefix: Substring

    init(_ root: XMLElement) {
        prefix = root.name.contains(":") ? root.name.prefix { $0 != ":" } + ":" : ""
    }

    /// The name of an element of XLIFF itself; `nil` for any other.
    func kind(of element: XMLElement) -> String? {
        guard element.name.hasPrefix(prefix) else { return nil }
        let name = element.name.dropFirst(prefix.count)
        return name.contains(":") ? nil : String(name)
    }

    private static let containers: Set = ["file", "group"]

    /// All units, in files and groups.
    func units(in element: XMLElement) -> [XMLElement] {
        element.children.flatMap { child -> [XMLElement] in
            switch kind(of: child) {
            case "unit": [child]
            default: Self.containers.contains(kind(of: child) ?? "") ? units(in: child) : []
            }
        }
    }

    func unit(_ element: XMLElement) throws(Translations.Failure) -> Translations.Unit {
        guard let key = element.attributes["name"] ?? element.attributes["id"], !key.isEmpty else {
            throw Translations.Failure(line: element.line, reason: "a unit needs the attribute 'name' with its code")
        }
        var unit = Translations.Unit(key: key, english: "", text: "", notes: [], isDone: true)
        var isWhole = true
        for part in element.children where ["segment", "ignorable"].contains(kind(of: part)) {
            let source = part.children.first { kind(of: $0) == "source" }
            let target = part.children.first { kind(of: $0) == "target" }
            if let source { unit.english += try text(of: source) }
            if let target { unit.text += try text(of: target) }
            if kind(of: part) == "segment" {
                if target == nil { isWhole = false }
                if !["reviewed", "final"].contains(part.attributes["state"]) { unit.isDone = false }
            }
        }
        // A part of a message is not one.
        if !isWhole { unit.text = "" }
        return unit
    }

    private func text(of element: XMLElement) throws(Translations.Failure) -> String {
        var text = ""
        for part in element.content {
            switch part {
            case .text(let plain): text += plain
            case .element(let inner): text += try self.text(inline: inner)
            }
        }
        return text
    }

    private func text(inline element: XMLElement) throws(Translations.Failure) -> String {
        switch kind(of: element) {
        case "mrk": return try text(of: element)
        case "sm", "em", nil: return ""
        case "cp":
            let number = element.attributes["hex"].flatMap { UInt32($0, radix: 16) }
            if let scalar = number.flatMap(Unicode.Scalar.init) { return String(Character(scalar)) }
            throw Translations.Failure(line: element.line, reason: "<cp> needs 'hex' with the number of a character")
        default:
            throw Translations.Failure(
                line: element.line,
                reason: "<\(element.name)> is not read in a message: write its placeholders as text, such as {min}")
        }
    }
}
