import Proviso
import Testing

/// Messages that schemas have.
struct SchemaMessageTests {
    private func texts(_ schema: String, _ json: String, _ locale: String = "en") throws -> [String] {
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema)))]))
        return plan.localizer(preferring: locale).texts(try plan.report(of: json))
    }

    private func errors(_ schema: String) -> [String] {
        do {
            return try JSONSchema(parsing: schema, file: "s.json").warnings.map(\.description)
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test func aMessageReplacesThoseOfTheSchema() throws {
        let schema = """
            {"properties": {"age": {"title": "Age", "minimum": 18, "type": "number",
              "x-proviso-message": {"en": "{attribute} is {value}, but at least {min} is needed.", "de": "{attribute} zu klein."}}}}
            """
        #expect(try texts(schema, #"{"age": 4}"#) == ["Age is 4, but at least 18 is needed."])
        #expect(try texts(schema, #"{"age": 4}"#, "de") == ["Age zu klein."])
        // Without a message in the reader's language, the English one is better than none.
        #expect(try texts(schema, #"{"age": 4}"#, "ja") == ["Age is 4, but at least 18 is needed."])
    }

    @Test func aMessageAboutALimitIsNotForAnotherViolation() throws {
        let schema = """
            {"properties": {"age": {"type": "integer", "minimum": 18,
              "x-proviso-message": {"en": "You must be {min, number} or older.", "de": "Mindestalter: {min, number}."}},
             "n": {"maximum": 1, "x-proviso-message": "{max, plural, one{one} other{#}}"}}, "required": ["n"]}
            """
        #expect(try texts(schema, #"{"age": 4, "n": 1}"#) == ["You must be 18 or older."])
        #expect(try texts(schema, #"{"age": 4, "n": 1}"#, "de") == ["Mindestalter: 18."])
        #expect(try texts(schema, #"{"age": "x", "n": 2}"#) == ["Age must be a whole number.", "one"])
        #expect(try texts(schema, #"{"age": "x", "n": 1}"#, "de") == ["Age muss eine ganze Zahl sein."])
        #expect(try texts(schema, "{}") == ["N is missing."])
    }

    @Test(arguments: [
        ("null", "V must be null."), ("true", "V must be true."), ("[1, null]", "V must be “[1,null]”."),
        (#"{"a": "x"}"#, #"V must be “{"a":"x"}”."#), ("\"\"", "V must be “”."),
        ("\"null\"", "V must be “null”."), ("0.0001", "V must be 0.0001."),
    ])
    func aConstantIsShownAsItIs(value: String, text: String) throws {
        #expect(try texts(#"{"properties": {"v": {"const": \#(value)}}}"#, #"{"v": 7}"#) == [text])
        let list = try texts(#"{"properties": {"v": {"enum": [\#(value), "z"]}}}"#, #"{"v": 7}"#)
        #expect(list[0].hasPrefix("V must be one of: " + text.dropFirst(10).dropLast()), "\(list)")
        // So are the values of a rule.
        let plan = try Plan(RuleSet(parsing: "rules: [[v, in, { range: [\(value)] }]]"))
        let report = try plan.report(of: #"{"v": 7}"#)
        #expect(plan.localizer(preferring: "en").texts(report) == [text])
    }

    @Test func theKindsThatAreExpectedAreNamedAsSuch() throws {
        let schema = #"{"properties": {"v": {"type": ["string", "null"]}}}"#
        #expect(try texts(schema, #"{"v": 7}"#) == ["V has the wrong type (expected: “string” or “null”)."])
        #expect(try texts(schema, #"{"v": 7}"#, "ja") == ["Vのデータ型が正しくありません（期待される型：「string」または「null」）。"])
        #expect(try texts(schema, #"{"v": 7}"#, "ar").first?.contains("المتوقع") == true)
    }

    @Test func theMessageOfTheInnermostSchemaIsShown() throws {
        let schema = """
            {"x-proviso-message": "The order is not right.", "required": ["id"],
             "properties": {"id": {"type": "string", "x-proviso-message": "Which order is it?"}, "n": {"type": "number"}}}
            """
        #expect(try texts(schema, "{}") == ["The order is not right."])
        #expect(try texts(schema, #"{"id": 1, "n": "x"}"#) == ["Which order is it?", "N must be a number."])
    }

    @Test func anErrorMessageOfAjvIsForAllThatIsInTheValue() throws {
        let schema = """
            {"errorMessage": "It's {wrong}", "properties": {"a": {"type": "string"}, "b": {"items": {"minimum": 1}}}}
            """
        #expect(try texts(schema, #"{"a": 1, "b": [0]}"#) == ["It's {wrong}", "It's {wrong}"])
    }

    @Test func anErrorMessageOfAjvIsChosenByKeywordAndMember() throws {
        let schema = """
            {"type": "object", "required": ["a", "b"], "additionalProperties": false,
             "properties": {"a": {"type": "string", "minLength": 2}, "b": {}, "c": {"type": "array", "items": {"type": "null"}},
                            "d": {"anyOf": [{"type": "string"}, {"type": "null"}], "errorMessage": {"anyOf": "string or nothing"}},
                            "e": {"minimum": 1, "maximum": 3, "errorMessage": {"minimum": "low", "_": "else"}}},
             "errorMessage": {"type": "no object", "required": {"a": "a is needed"}, "properties": {"a": "a is wrong"},
                              "additionalProperties": "too much"}}
            """
        #expect(try texts(schema, "[]") == ["no object"])
        #expect(try texts(schema, "{}") == ["a is needed", "B is missing."])
        #expect(try texts(schema, #"{"a": 1, "b": 1, "x": 2}"#) == ["a is wrong", "too much"])
        #expect(try texts(schema, #"{"a": "xx", "b": 1, "d": 1}"#) == ["string or nothing"])
        #expect(try texts(schema, #"{"a": "xx", "b": 1, "e": 0}"#) == ["low"])
        #expect(try texts(schema, #"{"a": "xx", "b": 1, "e": 9}"#) == ["else"])
    }

    @Test func aMessageOfTheRuleHasPriority() throws {
        let schema = try JSONSchema(parsing: #"{"type": "string", "x-proviso-message": "from the schema"}"#)
        let plan = try Plan(RuleSet(rules: [Rule(["v"], .schema(schema), message: "from the rule")]))
        let report = try plan.report(of: #"{"v": 1}"#)
        #expect(plan.localizer(preferring: "en").texts(report) == ["from the rule"])
    }

    @Test func mistakesInMessagesAreFoundInTheSchema() {
        #expect(errors(#"{"x-proviso-message": "{mim} {"}"#).first?.hasPrefix("s.json:1:23: not a message") == true)
        #expect(errors(#"{"x-proviso-message": "{mim}"}"#).first?.contains("unknown placeholder '{mim}'") == true)
        #expect(errors(#"{"x-proviso-message": 1}"#).first?.contains("expected a string, or strings by locale") == true)
        #expect(errors(#"{"x-proviso-message": {"xx-yy-zz-": "a"}}"#).isEmpty == false)
        #expect(errors(#"{"errorMessage": {"minimun": "a"}}"#).first?.contains("did you mean 'minimum'?") == true)
        #expect(
            errors(#"{"errorMessage": {"required": {"a": 1}}}"#).first?.contains("object of strings by keyword") == true
        )
        #expect(errors(#"{"errorMessage": "is ${/a}"}"#).first?.contains("the values of '${…}' are not shown") == true)
    }
}
