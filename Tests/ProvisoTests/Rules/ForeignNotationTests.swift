import Proviso
import Testing

/// What people bring from other libraries, with its arguments: the error says how it is written here.
struct ForeignNotationTests {
    @Test(arguments: [
        // Laravel
        ("max:255", "'string' or 'number' with 'max: 255'"), ("min:3", "'string' or 'number' with 'min: 3'"),
        ("size:5", "'string' with 'length: 5'"), ("between:1,5", "'string' or 'number' with 'min: 1' and 'max: 5'"),
        ("digits:4", "'match' with 'pattern: \"[0-9]{4}\"' and 'whole: true'"),
        ("digits_between:2,5", "'match' with 'pattern: \"[0-9]{2,5}\"' and 'whole: true'"),
        ("required|email|max:255", "a rule for each: 'required', 'email' and 'string' with 'max: 255'"),
        ("required | integer | min:1", "a rule for each: 'required', 'integer' and 'number' with 'min: 1'"),
        ("nullable|string|max:5", "'string' with 'max: 5'"), ("sometimes|required", "'required'"),
        ("in:draft,sent", "'in' with 'range: [draft, sent]'"),
        ("not_in:a,b c", "'in' with 'range: [a, \"b c\"]' and 'not: true'"),
        ("exists:users", "'exist' with 'target: users'"),
        ("unique:users,email", "'unique' with 'target: users' and 'targetAttribute: email'"),
        ("regex:/^[a-z|b]+$/i", "'match' with 'pattern: \"^[a-z|b]+$\"' and 'ignoreCase: true'"),
        ("same:other", "'compare' with 'compareAttribute: other'"),
        ("different:other", "'compare' with 'compareAttribute: other' and 'operator: \"!=\"'"),
        ("required_if:b,1", "'required' with 'when: [b, compare, {compareValue: 1}]'"),
        ("required_without:b", "'required' with 'unless: [b, required]'"),
        ("date_format:d/m/Y", "'date' with 'format: \"dd/MM/yyyy\"'"),
        ("starts_with:x", "'startsWith' with 'value: x'"), ("mimes:jpg,png", "'file' with 'extensions: [jpg, png]'"),
        ("active_url", "'url'"),
        // Django, Yii
        ("MaxLengthValidator", "'string' with 'max'"), ("MaxLengthValidator(255)", "'string' with 'max: 255'"),
        ("validators.MinValueValidator(18)", "'number' with 'min: 18'"), ("RegexValidator", "'match'"),
        ("EmailField", "'email'"), ("validate_slug", "'slug'"), ("yii\\validators\\RequiredValidator", "'required'"),
        ("RangeValidator", "'in'"), ("RegularExpressionValidator", "'match'"),
        // class-validator, Bean Validation
        ("IsEmail", "'email'"), ("IsNotEmpty", "'required'"), ("@IsNotEmpty()", "'required'"), ("IsInt", "'integer'"),
        ("ArrayMinSize(2)", "'count' with 'min'"), ("MinLength(3)", "'string' with 'min: 3'"),
        ("@NotNull", "'required'"), ("@Size(min = 2, max = 14)", "'string' with 'min: 2' and 'max: 14'"),
        ("@Min(18)", "'number' with 'min: 18'"), ("@Past", "'date' with 'max: yesterday'"),
        ("@Pattern(regexp = \"^a+$\")", "'match' with 'pattern: \"^a+$\"'"),
        // zod, Joi, yup
        ("z.string()", "'string'"), ("z.string().min(3)", "'string' with 'min: 3'"),
        ("z.string().email().max(9)", "a rule for each: 'email' and 'string' with 'max: 9'"),
        (
            "Joi.number().integer().min(1).required()",
            "a rule for each: 'integer', 'number' with 'min: 1' and 'required'"
        ),
        ("yup.string().required()", "a rule for each: 'string' and 'required'"),
    ]) func calls(text: String, meant: String) {
        let quoted = "\"" + text.map { "\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
        let meant =
            meant.hasPrefix("'") && meant.dropFirst().firstIndex(of: "'") == meant.indices.last
            ? String(meant.dropFirst().dropLast()) : meant
        let found = Registry.standard.suggestion(for: RuleType(rawValue: text))
        #expect(found == meant || found == "'\(meant)'")
        let shown = diagnostics("rules: [[a, \(quoted)]]", file: "f", registry: .standard)
        #expect(shown.count == 1 && shown[0].hasPrefix("f:1:13: unknown rule type '") && !shown[0].hasSuffix("''?"))
    }

    /// No wrong suggestion is better than a near one.
    @Test(arguments: ["captcha", "captcha:5", "$ref", "a|b", "max:", "(((", "z.", "@", "|", ":", "x(y", "\\"])
    func nothingIsSuggestedForWhatIsNotHere(text: String) {
        #expect(Registry.standard.suggestion(for: RuleType(rawValue: text)) == nil || text.hasPrefix("max"))
    }

    @Test(arguments: [
        (
            "rules: [[a, max: 255]]",
            "1:13: a rule type must be a name; did you mean 'string' or 'number' with 'max: 255'?"
        ),
        ("rules: [[a, {in: [x, y]}]]", "1:13: a rule type must be a name; did you mean 'in' with 'range: [x, y]'?"),
        ("rules: {a: required}", "1:8: rules must be a list; did you mean '[a, required]'?"),
        ("rules: {a: required|email}", "1:8: rules must be a list; did you mean '[a, required]' and '[a, email]'?"),
        ("rules: {a: {x: 1}}", "1:8: rules must be a list, such as '- [name, required]'"),
        ("rules: [{a: required}]", "1:9: a rule needs the key 'attributes'; did you mean '[a, required]'?"),
        (
            "rules: [{a: [required, email]}]",
            "1:9: a rule needs the key 'attributes'; did you mean '[a, required]' and '[a, email]'?"
        ),
        (
            "properties: {a: {type: string}}\nrules: []",
            "1:1: unknown key 'properties': a rule file is not a JSON Schema; did you mean 'rules' with '[name, string]'?"
        ),
        (
            "required: [a]\nrules: []",
            "1:1: unknown key 'required': a rule file is not a JSON Schema; did you mean 'rules' with '[name, required]'?"
        ),
        ("$schema: x\nrules: []", "1:1: unknown key '$schema': a rule file is not a JSON Schema"),
        (
            "additionalProperties: false\nrules: []",
            "1:1: unknown key 'additionalProperties': a rule file is not a JSON Schema; did you mean 'attributes' with all names there may be?"
        ),
    ]) func shapes(text: String, diagnostic: String) {
        #expect(diagnostics(text, file: "f", registry: .standard) == ["f:" + diagnostic])
    }

    @Test(arguments: [
        ("email", "allowIDN", "enableIDN"), ("string", "skipOnEmptyy", "skipOnEmpty"),
        ("string", "allow_nil", "nullable"),
    ]) func options(type: String, name: String, meant: String) {
        let found = diagnostics("rules: [[a, \(type), {\(name): true}]]", file: "f", registry: .standard)
        #expect(found.first?.hasSuffix("; did you mean '\(meant)'?") == true, "\(found)")
    }

    @Test(arguments: [
        ("date", "Y-m-d", "yyyy-MM-dd"), ("date", "d.m.Y", "dd.MM.yyyy"), ("date", "m/d/Y", "MM/dd/yyyy"),
        ("date", "j.n.Y", "d.M.yyyy"), ("date", "d.m.y", "dd.MM.yy"), ("date", "D, d M Y", "EEE, dd MMM yyyy"),
        ("date", "php:Y-m-d", "yyyy-MM-dd"), ("datetime", "Y-m-d H:i:s", "yyyy-MM-dd HH:mm:ss"),
        ("datetime", "Y-m-d\\\\TH:i:sP", "yyyy-MM-dd'T'HH:mm:ssxxx"), ("time", "H:i", "HH:mm"),
        ("time", "g:i A", "h:mm a"),
        ("date", "%Y-%m-%d", "yyyy-MM-dd"), ("date", "%d.%m.%y", "dd.MM.yy"), ("date", "%F", "yyyy-MM-dd"),
        ("datetime", "%d/%m/%Y %H:%M:%S", "dd/MM/yyyy HH:mm:ss"), ("time", "%I:%M %p", "hh:mm a"),
        ("date", "YYYY-MM-DD", "yyyy-MM-dd"), ("date", "DD/MM/YYYY", "dd/MM/yyyy"),
        ("date", "dd.mm.yyyy", "dd.MM.yyyy"),
        ("date", "YYYY", "yyyy"), ("datetime", "YYYY-MM-DDTHH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss"),
        ("datetime", "YYYY-MM-DD[T]HH:mm", "yyyy-MM-dd'T'HH:mm"),
        ("datetime", "DD/MM/YYYY h:mm A", "dd/MM/yyyy h:mm a"), ("date", "dddd, MMMM D, YYYY", "EEEE, MMMM d, yyyy"),
        ("date", "ddd dd MMM yyyy", "EEE dd MMM yyyy"), ("datetime", "MM/dd/yyyy hh:mm tt", "MM/dd/yyyy hh:mm a"),
        ("datetime", "YYYY-MM-DD HH24:MI:SS", "yyyy-MM-dd HH:mm:ss"), ("date", "DD-MON-YYYY", "dd-MMM-yyyy"),
        ("date", "2006-01-02", "yyyy-MM-dd"), ("datetime", "02 Jan 2006 15:04", "dd MMM yyyy HH:mm"),
    ]) func datePatterns(type: String, format: String, icu: String) {
        let found = diagnostics("rules: [[a, \(type), {format: \"\(format)\"}]]", file: "f", registry: .standard)
        #expect(found.count == 1 && found[0].hasSuffix("; did you mean '\(icu)'?"), "\(found)")
        // What is suggested is taken.
        #expect(diagnostics("rules: [[a, \(type), {format: \"\(icu)\"}]]", file: "f", registry: .standard) == [])
    }
}
