import Testing

/// Files that are not YAML, or say a thing twice.
struct BrokenYAMLTests {
    static let rows = [
        BrokenRules("", "1:1: the file is empty"),
        BrokenRules("# only a comment", "1:1: the file is empty"),
        BrokenRules("rules: [[a, required]", "2:1: not YAML: did not find expected ',' or ']' (in what begins at 1:8)"),
        BrokenRules("rules: [a, required]]", "1:21: not YAML: did not find expected key"),
        BrokenRules("rules: \"[a\n", "2:1: not YAML: found unexpected end of stream (in what begins at 1:8)"),
        BrokenRules("rules: 'it's'", "1:12: not YAML: did not find expected key"),
        BrokenRules(
            "rules:\n\t- [a, required]",
            "2:1: not YAML: found character that cannot start any token (YAML is indented with spaces, not with tabs)"),
        BrokenRules(
            """
            rules:
              - [a, required]
             - [b, required]
            """,
            "3:2: not YAML: did not find expected key (in what begins at 1:1)"),
        BrokenRules(
            """
            rules:
              - attributes: a
                type:required
                bail: true
            """,
            "3:5: not YAML: a key needs ': ' after it, with the space"),
        BrokenRules(
            "proviso:1\nrules: []", "2:6: not YAML: this ': ' is not allowed here, or is missing in a line before"),
        BrokenRules(
            """
            rules:
              - [a, required
              - [b, required]
            """,
            "3:5: not YAML: did not find expected ',' or ']' (in what begins at 2:5)"),
        BrokenRules(
            """
            rules: []
            rules: []
            """,
            "2:1: the key 'rules' appears twice"),
        BrokenRules("rules: [[a, minimum, {limit: 1, limit: 2}]]", "1:33: the key 'limit' appears twice"),
        BrokenRules(
            "rules: [{attributes: a, type: even, type: required}]",
            "1:37: the key 'type' appears twice; an option 'type' is written 'options: { type: … }'"),
        BrokenRules(
            """
            rules: []
            ---
            rules: []
            """,
            "2:1: not YAML: there is a second document"),
        BrokenRules("rules: *nowhere", "1:8: not YAML: found undefined alias"),
        BrokenRules(
            """
            a: &a [*a]
            rules: []
            """,
            "1:4: the document is too large or too deep to be a rule set: nested more than 64 levels deep"),
        BrokenRules("rules: \"x\n", "2:1: not YAML: found unexpected end of stream (in what begins at 1:8)"),
        BrokenRules("rules: !!binary \"x\n", "1:8: a rule file has no tags: leave out '!!binary'"),
        BrokenRules(
            """
            %YAML 9.9
            ---
            rules: []
            """,
            "1:1: not YAML: found incompatible YAML document"),
        BrokenRules("rules: [a: b: c]", "1:13: not YAML: did not find expected ',' or ']'"),
        BrokenRules(#"{"rules": [["a", "requird"]]}"#, "1:18: unknown rule type 'requird'; did you mean 'required'?"),
        BrokenRules(#"{"rules": [["a" "required"]]}"#, "1:17: not YAML: did not find expected ',' or ']'"),
        BrokenRules(
            #"{"rules": [["a", "required", {"strict": maybe}]]}"#,
            "1:41: option 'strict' of 'required': expected true or false, found 'maybe'"),
        BrokenRules("@rules: []", "1:1: not YAML: found character that cannot start any token"),
        BrokenRules(
            "rules: `x`", "1:8: not YAML: found character that cannot start any token; did you mean '\"`x`\"'?"),
        BrokenRules(
            "rules: [[a, in, { range: [@home] }]]",
            "1:27: not YAML: found character that cannot start any token; did you mean '\"@home\"'?"),
        BrokenRules(
            "rules: [[*.a, required]]",
            "1:10: not YAML: did not find expected alphabetic or numeric character; did you mean '\"*.a\"'?"),
        BrokenRules("rules: [[a, required]] trailing", "1:24: not YAML: did not find expected key"),
        BrokenRules(
            """
            rules:
              - attributes: a
                type: even
                skipOnError: true

                type: required
            """,
            "6:5: the key 'type' appears twice; an option 'type' is written 'options: { type: … }'"),
        BrokenRules(
            """
            rules: []
            labels: {}
            "rules": []
            """,
            "3:1: the key 'rules' appears twice"),
        BrokenRules(
            """
            rules:
              - [a, required]
            # a comment
            proviso: 1
            rules:
              - [b, required]
            """,
            "5:1: the key 'rules' appears twice"),
        BrokenRules(
            """
            labels: {a: {zh-hans: 名, zh-Hans: 名}}
            rules: [[a, required]]
            """,
            "1:26: the locale 'zh-Hans' appears twice"),
        BrokenRules("rules: [[a, even, {message: {de: x, DE: y}}]]", "1:37: the locale 'DE' appears twice"),
    ]

    @Test(arguments: rows) func refusesWhatIsNoYAML(row: BrokenRules) { row.run() }
}
