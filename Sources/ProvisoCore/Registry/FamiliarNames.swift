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

    private static let types = table([
        "compare": "comparison comparator",
        "integer":
            "int int8 int16 int32 int64 uint long short bigint smallint tinyint serial whole integeronly onlyinteger conint",
        "number": "float float32 float64 decimal real numeric numericality money bigdecimal numberstring",
        "boolean": "bool checkbox truefalse yesno bit booleanstring",
        "string": "str text varchar char nvarchar longtext constr",
        "in": "enum enums choice choices inclusion inlist rangevalidator allowed options literal valid",
        "'in' with 'not: true'": "notin exclusion exclude invalid denylist blacklist",
        "'compare' with 'compareValue'": "const constant equals equal eq is",
        "'compare' with 'compareAttribute'": "confirmed confirmation same sameas equalto eqfield matchfield ref",
        "'compare' with 'operator'": "different notequal ne neq",
        "match":
            "regex regexp pattern re matches matchregex regularexpression",
        "'characters' with 'of: letters'": "alpha onlyletters alphaspace",
        "'characters' with 'of: [letters, digits]'": "alphanum alphanumeric alnum alphadash",
        "'characters' with 'of: digits'": "digits onlydigits numericonly",
        "'characters' with 'of: hex'": "hex hexadecimal ishex base16",
        "'characters' with 'ascii: true'": "ascii charset isascii",
        "'hash' with 'algorithm'": "md5 sha sha1 sha256 sha384 sha512 checksum digest",
        "'match' with 'not: true'": "notregex notmatch",
        "'match' with 'pattern', or the rule type of that format, such as 'email'": "format",
        "'string' with 'min'": "minlength minlen minsize mintext",
        "'string' with 'max'": "maxlength maxlen maxsize maxtext",
        "'string' with 'length', or with 'min' and 'max'": "length len size strlen",
        "'string' with 'length'": "exactlength",
        "'number' with 'min'": "minimum min gte ge greaterthanorequal minvalue atleast",
        "'number' with 'max'": "maximum max lte le lessthanorequal maxvalue atmost",
        "'number' with 'min' and 'max'": "between range minmax",
        "'number' with 'above'": "exclusiveminimum gt greaterthan greater morethan above",
        "'number' with 'above: 0'": "positive",
        "'number' with 'below: 0'": "negative",
        "'number' with 'below'": "exclusivemaximum lt lessthan less below",
        "multipleOf": "divisibleby divisible step factor",
        "each": "items every all arrayof listof elements foreach",
        "'each', 'count' or 'distinct'": "array list set tuple arr",
        "'count' with 'min'": "minitems mincount arrayminsize",
        "'count' with 'max'": "maxitems maxcount arraymaxsize",
        "distinct": "uniqueitems uniq nodups uniqueelements arrayunique",
        "keys": "object obj map dict record struct properties patternproperties propertynames",
        "'keys' with 'only'": "additionalproperties unevaluatedproperties strictobject extra",
        "required":
            "presence notblank notnull notempty nonempty mandatory filled isrequired notnil arraynotempty",
        "'required' with 'when'": "requiredif requiredwith requiredunless dependentrequired",
        "'required' with 'requiredValue: true'": "accepted acceptance asserttrue",
        "safe": "optional nullable sometimes any allow mixed unknown",
        "email": "mail emailaddress emailstr",
        "url": "uri link href httpurl website weburl urireference iri activeurl anyurl",
        "ip": "ipaddress inet cidr ipaddr",
        "'ip' with 'ipv6: false'": "ipv4",
        "'ip' with 'ipv4: false'": "ipv6",
        "hostname": "host domain fqdn domainname idnhostname",
        "mac": "macaddress macaddr",
        "uuid": "guid uniqueidentifier uuid4",
        "datetime": "timestamp isodatetime datetimeiso timestamptz iso8601",
        "date": "isodate dateformat day datestring",
        "'date' with 'max: yesterday'": "past",
        "'date' with 'max: today'": "pastorpresent",
        "'date' with 'min: tomorrow'": "future",
        "'date' with 'min: today'": "futureorpresent",
        "'date' with 'min'": "after afterorequal mindate",
        "'date' with 'max'": "before beforeorequal maxdate",
        "hexColor": "color colour hexcolour rgb",
        "passwordStrength": "password strongpassword isstrongpassword",
        "countryCode": "country countries iso3166 isocountry iso31661alpha2",
        "currency": "currencycode iso4217",
        "postalCode": "zip zipcode postcode postal plz",
        "timeZone": "tz timezoneid zone",
        "languageTag": "language lang locale bcp47",
        "semver": "version semanticversion",
        "slug": "slugify permalink",
        "base64": "b64 byte base64url",
        "base32": "b32 base32hex",
        "lowercase": "lower islowercase",
        "uppercase": "upper isuppercase",
        "port": "portnumber tcpport isport",
        "latitude": "lat islatitude",
        "longitude": "lon lng islongitude",
        "absent": "excluded notpresent missing",
        "prohibited": "forbidden empty",
        "oneOf": "anyof union alternatives discriminator",
        "sorted": "sort ordered issorted",
        "shape": "recursive lazy schema",
        "isNull": "null nil none",
        "json": "jsonstring",
        "unique": "uniqueness primary primarykey pk uniquekey",
        "exist": "exists foreignkey fk references foreign relation",
        "trim": "strip trimmed trimstring",
        "'filter' with 'lower'": "tolower tolowercase downcase",
        "'filter' with 'upper'": "toupper touppercase upcase",
        "default": "defaultto defaultvalue initial coalesce fallback",
        "file": "upload mimes mimetypes mimetype attachment",
        "image": "picture photo dimensions img",
        "a plugin's type, such as 'proviso/credit-card'": "creditcard luhn paymentcard cardnumber",
        "a plugin's type, such as 'proviso/iban'": "iban bankaccount",
        "a plugin's type, such as 'proviso/phone'": "phone phonenumber telephone mobile tel",
        "startsWith": "prefix beginswith",
        "endsWith": "suffix",
        "contains": "includes substring has",
        "script": "alphabet unicodescript",
    ])

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

    private static func table(_ rows: [String: String]) -> [String: String] {
        var table: [String: String] = [:]
        for (meant, names) in rows { for name in names.split(separator: " ") { table[String(name)] = meant } }
        return table
    }

    private static func meanings(_ rows: [(meant: String, names: String)]) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for row in rows {
            let meant = row.meant.split(separator: " ").map(String.init)
            for name in row.names.split(separator: " ") { table[String(name), default: []] += meant }
        }
        return table
    }
}
