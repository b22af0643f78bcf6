internal import ProvisoMessages

/// Names from JSON Schema, joi, zod, pydantic, Laravel, Yii, Rails and SQL, with their equivalents here.
///
/// They are used only for suggestions in errors; none of them is accepted.
package enum FamiliarNames {
    /// The rule type that a name means, with an option where that is needed: `'string' with 'min'`.
    static func type(for name: String) -> String? { types[plain(name)] }

    /// The option that a name means, among those a rule type accepts.
    static func option(for name: String, among known: [String]) -> String? {
        let other = plain(name)
        if known.contains("ipv6"), ["version", "versions", "family", "ipversion"].contains(other) {
            return "'ipv6: false' for IPv4 only, 'ipv4: false' for IPv6 only"
        }
        return options[other]?.first(where: known.contains)
    }

    /// The key of a rule or of a rule file that a name means, among the known ones.
    package static func key(for name: String, among known: [String]) -> String? {
        keys[plain(name)]?.first(where: known.contains)
    }

    /// The key that an unknown one means: in another spelling, by a familiar name, or else the most similar one.
    package static func near(_ name: String, in known: [String]) -> String? {
        let other = folded(name)
        if let same = known.first(where: { folded($0) == other }), !other.isEmpty { return same }
        return key(for: name, among: known) ?? Suggestion.nearest(to: name, in: known)
    }

    /// The plain name in the singular: `Ranges` and `range` become one name.
    static func folded(_ name: String) -> String {
        let plain = plain(name)
        return plain.utf8.count > 3 && plain.hasSuffix("s") && !plain.hasSuffix("ss") ? String(plain.dropLast()) : plain
    }

    /// The name in lowercase without separators: `min_length`, `min-length` and `MinLength` become one name.
    static func plain(_ name: String) -> String {
        guard name.utf8.count <= 40 else { return "" }
        return name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " && $0 != "." }
    }

    /// What built-in rule types say of themselves, and the types that plugins offer.
    private static let types: [String: String] = {
        var types = [
            "creditcard luhn paymentcard cardnumber": "proviso/credit-card", "iban bankaccount": "proviso/iban",
            "phone phonenumber telephone mobile tel": "proviso/phone",
        ].reduce(into: [String: String]()) { table, row in
            for name in row.key.split(separator: " ") {
                table[String(name)] = "a plugin's type, such as '\(row.value)'"
            }
        }
        for definition in Registry.standard.definitions { types.merge(definition.familiarNames) { $1 } }
        return types
    }()

    /// Names of options, in the order in which they are searched for among those that a rule type accepts.
    private static let options = meanings([
        (
            "min minLength minSize minLabels minFiles minWidth",
            "min minimum minlength minlen minsize gte ge from lower atleast least minitems minvalue mincount"
        ),
        (
            "max maxSize maxFiles maxWidth",
            "max maximum maxlength maxlen maxsize lte le upto upper atmost most maxitems maxvalue maxcount"
        ),
        ("above", "exclusiveminimum gt greaterthan greater morethan over"),
        ("below", "exclusivemaximum lt lessthan less under"),
        ("length exact", "length len size exactly exactlength equals is count"),
        ("pattern format", "regex regexp re expression matches with mask"),
        ("format pattern", "dateformat format layout pattern"),
        (
            "range value validSchemes extensions only versions scripts required",
            "values enum enums choices options list allowed oneof among within inlist set in items accept"
        ),
        ("not", "negate invert inverse exclude negated isnot"),
        ("ignoreCase caseFold", "ignorecase flags caseinsensitive insensitive ci icase nocase casesensitive foldcase"),
        ("whole", "fullmatch anchored exact full entire"),
        ("validSchemes defaultScheme", "schemes protocols scheme protocol allowedschemes"),
        ("target", "table collection model targetclass class from source"),
        ("targetAttribute", "column field columns fields key"),
        ("compareAttribute countryAttribute", "attribute field other ref sameas to with equalto confirm"),
        ("compareValue requiredValue value", "equals value const eq than to literal"),
        ("operator", "op comparison comparator"),
        ("versions", "version"),
        ("extensions", "ext extension filetypes types"),
        ("mimeTypes", "mimes mimetype contenttype contenttypes mime"),
        ("message", "msg error errormessage errormsg text invalidmessage"),
        ("when", "if onlyif condition where"),
        ("unless", "ifnot exceptif unlessif"),
        ("on", "scenario scenarios groups group"),
        ("skipOnEmpty", "optional allowempty allowblank ignoreempty skipempty"),
        ("nullable", "allownull allownil nullish isnullable"),
        ("bail", "stop stoponfail abort halt break stoponfirstfailure"),
        ("severity", "level warn"),
        ("id", "name ruleid key"),
        ("timeZone defaultTimeZone", "tz zone"),
        ("locale", "lang language"),
        ("rule", "items schema of element inner rules validators each"),
        ("of", "divisor by step factor multiple value"),
        ("only", "additionalproperties properties fields members allowed known"),
        ("required", "mandatory must needed"),
        ("prohibited", "forbidden denied not"),
        ("enableIDN", "idn unicode international allowidn idna allowunicode"),
        ("checkDNS", "dns mx checkmx deliverable"),
        ("country", "region countrycode"),
        ("chars", "characters character charlist"),
        ("restriction", "level strictness"),
        ("strict", "exact strictly stricttype"),
        ("exact length", "equal count"),
    ])

    /// Keys of rules and of rule files.
    private static let keys = meanings([
        (
            "attributes",
            "field fields attribute attr attrs name names path paths property properties column columns key"
        ),
        ("type", "rule validator check kind test validate constraint"),
        ("rules", "rule validators validations validation constraints checks schema"),
        ("proviso", "version schemaversion formatversion"),
        ("labels", "titles title names attributelabels label"),
        ("hints", "descriptions description help placeholders hint"),
        ("messages", "translations texts errors errormessages i18n message"),
        ("scenarios", "groups scenario validationgroups"),
        ("variables", "vars variable parameters parameter params constants arguments args"),
        ("include", "imports import extends extend uses require"),
        ("shapes", "schemas objects models structs shape"),
        ("types", "typedefs aliases customtypes ruletypes definitions"),
        ("tests", "cases testcases examples specs"),
        ("requires", "plugins dependencies"),
        ("nulls", "nullvalues na navalues nullstrings missing missingvalues null"),
        ("records record", "data root recordpath"),
        ("table", "csv dialect"),
        ("closed", "strict strictkeys exact additional"),
        ("record", "input value values object given"),
        ("finds", "expect expected expects errors error violations findings result results"),
        ("valid", "isvalid pass passes ok success"),
        ("name", "title description"),
        ("path", "attribute field property pointer location"),
        ("code", "error errorcode"),
        ("file", "path filename source src"),
        ("prefix", "namespace under"),
        ("default", "value initial fallback"),
        ("values", "enum choices allowed options"),
        ("description", "desc help comment doc"),
    ])

    /// What a rule file has instead of a key of JSON Schema.
    package static func schemaKey(_ name: String) -> String? { schemaKeys[name] }

    /// Whether a key is one that only JSON Schemas have.
    package static func isOfSchema(_ name: String) -> Bool {
        name.hasPrefix("$") || ["definitions", "patternProperties", "allOf", "anyOf", "oneOf"].contains(name)
            || schemaKeys[name] != nil
    }

    private static let schemaKeys = [
        "properties": "'rules' with '[name, string]'", "required": "'rules' with '[name, required]'",
        "items": "'rules' with '[items.*, string]'", "additionalProperties": "'attributes' with all names there may be",
    ]

    private static func meanings(_ rows: [(meant: String, names: String)]) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for row in rows {
            let meant = row.meant.split(separator: " ").map(String.init)
            for name in row.names.split(separator: " ") { table[String(name), default: []] += meant }
        }
        return table
    }
}

extension RuleDefinition {
    /// What names of other libraries mean: the rule type, with an option where that is needed.
    var familiarNames: [String: String] {
        var table: [String: String] = [:]
        for (option, names) in about.familiar {
            let meant = option.isEmpty ? type.rawValue : "'\(type)'\(option)"
            for name in names.split(separator: " ") { table[String(name)] = meant }
        }
        return table
    }
}
