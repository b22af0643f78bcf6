import Proviso
internal import XMLBridge

/// XLIFF 1.2: the key is the unit's id; `approved` and the target's state say if a message was reviewed.
enum XLIFFFile {
    static func write(_ translations: Translations) -> String {
        let locale = translations.locale ?? "und"
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
              <file original="\(locale).arb" datatype="plaintext" source-language="en" target-language="\(locale)">
                <body>

            """
        for unit in translations.units {
            let isReviewed = unit.isReviewed ?? false
            text += "      <trans-unit id=\"\(XMLText.escaped(unit.key))\" approved=\"\(isReviewed ? "yes" : "no")\""
            text += " xml:space=\"preserve\">\n        <source>\(XMLText.escaped(unit.english))</source>\n"
            if !unit.text.isEmpty {
                let state = isReviewed ? "final" : "needs-review-translation"
                text += "        <target state=\"\(state)\">\(XMLText.escaped(unit.text))</target>\n"
            }
            for note in unit.notes { text += "        <note>\(XMLText.escaped(note))</note>\n" }
            text += "      </trans-unit>\n"
        }
        return text + "    </body>\n  </file>\n</xliff>\n"
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        let reader = XLIFFReader()
        var text = text
        var error = prv_xml_error()
        let events = prv_xml_events(
            start: { context, name, attributes in XLIFFReader.of(context)?.start(name, attributes) },
            end: { context, name in XLIFFReader.of(context)?.end(name) },
            text: { context, bytes, length in XLIFFReader.of(context)?.text(bytes, length) })
        let failed = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { bytes in
                prv_xml_read(
                    bytes.baseAddress, bytes.count, events, Unmanaged.passUnretained(reader).toOpaque(), &error)
            }
        }
        if failed != 0 {
            throw Translations.Failure(line: Int(error.line), reason: error.reason.map { String(cString: $0) } ?? "")
        }
        if let problem = reader.problem { throw Translations.Failure(line: 0, reason: problem) }
        return Translations(locale: reader.locale, units: reader.units)
    }
}

private final class XLIFFReader {
    private(set) var units: [Translations.Unit] = []
    private(set) var locale: String?
    private(set) var problem: String?
    private var unit: Translations.Unit?
    /// The element whose text is being read.
    private var field: String?
    private var content = ""

    static func of(_ context: UnsafeMutableRawPointer?) -> XLIFFReader? {
        context.map { Unmanaged<XLIFFReader>.fromOpaque($0).takeUnretainedValue() }
    }

    func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?) {
        let name = name.map { String(cString: $0) } ?? ""
        let attributes = Self.dictionary(attributes)
        if let field {
            problem = problem ?? "unit \"\(unit?.key ?? "")\": <\(name)> inside <\(field)> is not taken, only text is"
            return
        }
        switch name {
        case "xliff" where attributes["version"] != "1.2":
            problem = "this is XLIFF \(attributes["version"] ?? "without a version"); 1.2 is taken"
        case "file": locale = attributes["target-language"].flatMap { LocaleTag.canonical($0) }
        case "trans-unit":
            let key = attributes["id"] ?? ""
            let isApproved = attributes["approved"] == "yes"
            unit = .init(key: key, english: "", text: "", notes: [], isReviewed: isApproved)
        case "source", "target":
            guard unit != nil else { return }
            (field, content) = (name, "")
            if let state = attributes["state"] { unit?.isReviewed = ["final", "signed-off"].contains(state) }
        default: break
        }
    }

    func end(_ name: UnsafePointer<CChar>?) {
        let name = name.map { String(cString: $0) } ?? ""
        if name == field {
            if name == "target" { unit?.text = content } else { unit?.english = content }
            field = nil
        } else if name == "trans-unit", let done = unit {
            units.append(done)
            unit = nil
        }
    }

    func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) {
        guard field != nil, let bytes else { return }
        content += String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    private static func dictionary(_ attributes: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
        var result: [String: String] = [:]
        var next = attributes
        while let name = next?.pointee, let value = next?.successor().pointee {
            result[String(cString: name)] = String(cString: value)
            next = next?.advanced(by: 2)
        }
        return result
    }
}
