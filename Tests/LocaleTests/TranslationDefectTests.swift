import Proviso
import ProvisoCatalogChecks
import ProvisoLocales
import TestSupport
import Testing

/// Mistakes of translators in clean catalogs, of the classes that no syntax shows, and right sentences.
@Suite struct TranslationDefectTests {
    struct Row: Sendable {
        let locale: String
        let key: String
        let old: String
        let new: String
        let at: SourceLocation

        init(_ locale: String, _ key: String, _ old: String, _ new: String, at: SourceLocation = #_sourceLocation) {
            (self.locale, self.key, self.old, self.new, self.at) = (locale, key, old, new, at)
        }
    }

    static let defects: [Row] = [
        // Names and examples.
        Row("ru", "uuid.invalid", "UUID", "идентификатором"), Row("de", "semver.invalid", "1.4.0", "1.5.0"),
        Row("fr", "ip.ipv6NotAllowed", "IPv6", "IPv4"), Row("vi", "email.invalid", "name@", "nome@"),
        // Arguments.
        Row("ca", "number.tooBig", "{max, number}", "{max, number} {max, number}"),
        Row("pl", "boolean.invalid", "{true}", "{false}"),
        // Plurals.
        Row("pl", "count.notEqual", "one{# element}", "one{# elementu}"),
        Row("uk", "string.tooLong", "one{# символ}", "one{# символів}"),
        Row("es", "count.tooMany", "one{# elemento}", "one{# elementos}"),
        // Meaning.
        Row("fr", "keys.forbidden", "ne doit pas", "doit"), Row("es", "uppercase.invalid", "no debe", "debe"),
        Row("ru", "ip.ipv4NotAllowed", "не должно", "должно"), Row("sv", "value.list", "måste", "måste inte"),
        Row("id", "ip.ipv6NotAllowed", "tidak boleh", "boleh"), Row("it", "value.object", "deve", "non deve"),
        Row("it", "count.tooFew", "almeno", "al massimo"),
        Row("fr", "rule.fault", "n’a pas pu être vérifié", ""),
        // Words.
        Row("fr", "email.invalid", "valide", "valide valide"), Row("de", "email.invalid", "gültige", "gütlige"),
        Row("de", "file.tooBig", "zu groß", "zu gross"), Row("cs", "uuid.invalid", "platn", "Platn"),
        Row("fr", "file.tooBig", "Le fichier", "Le document"), Row("fr", "uuid.invalid", "doit", "doivent"),
        Row("zh-Hant", "file.tooBig", "檔案", "文件"), Row("ru", "base32.invalid", "должно", "должні"),
        Row("fr", "file.uploadRequired", "Veuillez", "Tu dois"), Row("cs", "file.uploadRequired", "ahrajte", "ahraj"),
        // One change to the built-in text.
        Row("vi", "lowercase.invalid", "chữ hoa", "chữ thường"), Row("pt", "number.tooBig", "no máximo", "pelo menos"),
        Row("nl", "image.underWidth", "minstens ", ""), Row("gu", "report.warnings", "# ચેતવણી}", "# ચેતવણીઓ}"),
        Row("pt", "ulid.invalid", "deve ser um", "debe ser un"), Row("ru", "json.invalid", "ным текстом", "ный текст"),
        Row("zu", "keys.missing", "nokhiye", "nokhyie"), Row("sw", "uuid.invalid", "UUID", "UUID  "),
        Row("zh-Hans", "count.tooFew", "至少", "最多"), Row("he", "count.tooFew", "one{פריט אחד}", "one{שני פריטים}"),
        // Styles of values.
        Row("pl", "file.tooBig", "{limit, size}", "{limit, number}"),
        Row("da", "in.invalid", "værdier: {range, list, or quoted}", "værdier: {range, list, or}"),
        Row("pt", "postalCode.invalid", "{country, name, region}", "{country, name, language}"),
        Row(
            "ja", "required.blank", "form{{subject}を入力してください。}",
            "form{{register, select, form{{subject}を入力してください。} other{{subject}は必須です。}}}"),
        // Two kinds of quotation marks in a sentence.
        Row("fi", "required.notEqual", "”{requiredValue}”", "»{requiredValue}»"),
        Row("ar", "required.notEqual", "«{requiredValue}»", "“{requiredValue}”"),
        Row("fr", "required.notEqual", "«\u{A0}{requiredValue}\u{A0}»", "“{requiredValue}”"),
        // Languages.
        Row("fr", "uuid.invalid", "doit être un UUID valide", "must be a valid UUID number"),
        Row("ja", "uuid.invalid", "有効", "有效须为"),
    ]

    @Test func findsMistakes() throws {
        eachRow(Self.defects, at: \.at) { row in
            let said = try Self.findings(row)
            #expect(!said.isEmpty, "\(row.locale) \(row.key): \(row.new)", sourceLocation: row.at)
        }
    }

    /// Sentences that another translator could write as well.
    static let variants: [Row] = [
        Row("de", "required.blank", "ist erforderlich", "muss ausgefüllt werden"),
        Row("de", "email.invalid", ", zum Beispiel", ", etwa"),
        Row("fr", "email.invalid", "par exemple", "comme"),
        Row("fr", "required.blank", "est obligatoire", "doit être renseigné"),
        Row("es", "email.invalid", "por ejemplo", "como"), Row("it", "email.invalid", "ad esempio", "per esempio"),
        Row("ru", "email.invalid", "например", "к примеру"), Row("sv", "email.invalid", "till exempel", "som"),
        Row("pl", "email.invalid", "na przykład", "np."), Row("nl", "email.invalid", "bijvoorbeeld", "zoals"),
        Row("nl", "file.tooBig", "te groot", "veel te groot"), Row("da", "file.invalid", "ikke", "desværre ikke"),
        Row("de", "required.notEqual", "„{requiredValue}“", "»{requiredValue}«"),
        Row("ru", "url.invalid", "URL", "URL (http)"), Row("ru", "timeZone.invalid", "Europe/Zurich", "Europe/Zurich"),
    ]

    @Test func acceptsRightVariants() throws {
        eachRow(Self.variants, at: \.at) { row in
            let said = try Self.findings(row)
            #expect(said.isEmpty, "\(row.locale) \(row.key): \(said)", sourceLocation: row.at)
        }
    }

    /// What the change makes the checker say about the message.
    private static func findings(_ row: Row) throws -> [String] {
        guard var document = try EmbeddedCatalogs.document(row.locale), let text = document[row.key] else { return [] }
        let clean = try said(document, row)
        guard let changed = text.swapping(row.old, row.new) else {
            Issue.record("\(row.locale) \(row.key) has no \(row.old): \(text)", sourceLocation: row.at)
            return []
        }
        document[row.key] = changed
        return try said(document, row).filter { !clean.contains($0) }
    }

    private static func said(_ document: ArbDocument, _ row: Row) throws -> [String] {
        var check = LocaleCheck()
        check.check(try Catalog(arb: document.written, name: "\(row.locale).arb"), file: "")
        return check.findings.filter { $0.key == row.key }.map(\.problem)
    }
}
