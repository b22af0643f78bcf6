import Testing

/// Rules of the wrong shape, with wrong types, attributes and conditions.
struct BrokenRuleShapeTests {
    static let rows = [
        BrokenRules(
            """
            [a, b]: 1
            rules: []
            """,
            "1:1: expected a name"),
        BrokenRules("rules: [a]", "1:9: a rule must be a list [attributes, type, …] or a mapping"),
        BrokenRules("rules: [{type: required}]", "1:9: a rule needs the key 'attributes'"),
        BrokenRules("rules: [{attributes: a}]", "1:9: a rule needs the key 'type'"),
        BrokenRules("rules: [{}]", "1:9: a rule needs the key 'attributes'"),
        BrokenRules("rules: [5]", "1:9: a rule must be a list [attributes, type, …] or a mapping"),
        BrokenRules("rules: [null]", "1:9: a rule must be a list [attributes, type, …] or a mapping"),
        BrokenRules("rules: [[a, [required]]]", "1:13: a rule type must be a name; did you mean 'required'?"),
        BrokenRules("rules: [[a, [required, email]]]", "1:13: a rule type must be a name"),
        BrokenRules(#"rules: [[a, ""]]"#, "1:13: a rule type must be a name"),
        BrokenRules("rules: [[a, ~]]", "1:13: a rule type must be a name"),
        BrokenRules("rules: [[{a: 1}, required]]", "1:10: expected a name or a list of names"),
        BrokenRules("rules: [[[a, [b]], required]]", "1:14: expected a name"),
        BrokenRules("rules: [[~, required]]", "1:10: expected a name or a list of names"),
        BrokenRules(#"rules: [["", required]]"#, "1:10: '' is not a path: a name is missing"),
        BrokenRules(#"rules: [["a,,b", required]]"#, "1:10: '' is not a path: a name is missing"),
        BrokenRules("rules: [[[], required]]", "1:9: a rule must name at least one attribute"),
        BrokenRules(
            #"rules: [["a..b", required]]"#, "1:10: 'a..b' is not a path: a name is missing; did you mean 'a.b'?"),
        BrokenRules(#"rules: [["a.", required]]"#, "1:10: 'a.' is not a path: a name is missing; did you mean 'a'?"),
        BrokenRules(#"rules: [["!", required]]"#, "1:10: '' is not a path: a name is missing"),
        BrokenRules(
            "rules: [[a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g, required]]",
            "1:10: 'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g' has more than 32 parts"),
        BrokenRules("rules: [[a, requird]]", "1:13: unknown rule type 'requird'; did you mean 'required'?"),
        BrokenRules(
            "rules: [[a, remote, {url: x}]]",
            "1:13: unknown rule type 'remote': only a program can register it, with ProvisoRemote (Docs/Remote.md)"),
        BrokenRules("rules: [[a, Required]]", "1:13: unknown rule type 'Required'; did you mean 'required'?"),
        BrokenRules("rules: [[a, nothingLikeIt]]", "1:13: unknown rule type 'nothingLikeIt'"),
        BrokenRules("rules: [[a, required, {id: [x]}]]", "1:28: expected a name"),
        BrokenRules("rules: [[a, required, {id: }]]", "1:28: expected a name"),
        BrokenRules("rules: [[a, required, {on: {register: 1}}]]", "1:28: expected a name or a list of names"),
        BrokenRules("rules: [[a, required, {on: }]]", "1:28: expected a name or a list of names"),
        BrokenRules("rules: [[a, required, {on: [[x]]}]]", "1:29: expected a name"),
        BrokenRules(
            "rules: [[a, required, {when: }]]",
            "1:30: a condition must be a list [attribute, type] or [attribute, type, {options}], or a mapping such as 'any: […]'"
        ),
        BrokenRules("rules: [[a, required, {when: []}]]", "1:30: expected a condition"),
        BrokenRules(
            "rules: [[a, required, {when: b}]]",
            "1:30: a condition must be a list [attribute, type] or [attribute, type, {options}], or a mapping such as 'any: […]'"
        ),
        BrokenRules(
            "attributes: [a]\nrules: [[a, required, {when: [b, required]}]]",
            "2:31: unknown attribute 'b': no rule names it (add a 'safe' rule for it)"),
        BrokenRules(
            "rules: [[ab, required], [a, even, {when: [abb, required]}]]",
            "1:43: unknown attribute 'abb': no rule names it (add a 'safe' rule for it); did you mean 'ab'?"),
        BrokenRules(
            "rules: [[b, even], [a, required, {when: [b, requird]}]]",
            "1:45: unknown rule type 'requird'; did you mean 'required'?"),
        BrokenRules(
            "rules: [[b, even], [a, required, {when: [b, even, {on: x}]}]]", "1:52: a condition has no key 'on'"),
        BrokenRules(
            "rules: [[bcd, even], [a, required, {unless: [[bcd, even], [bcde, even]]}]]",
            "1:60: unknown attribute 'bcde': no rule names it (add a 'safe' rule for it); did you mean 'bcd'?"),
        BrokenRules(
            "rules: [[items.*.b, even], [a, required, {when: [items.*.b, even]}]]",
            "1:50: 'items.*.b' is one of many items: it can be named only in a rule for an item of the same list"),
        BrokenRules("rules: [[a, items, {rule: }]]", "1:27: a rule type must be a name"),
        BrokenRules("rules: [[a, items, {rule: {limit: 5}}]]", "1:27: a rule needs the key 'type'"),
        BrokenRules(#"rules: [["a, b, a", requird]]"#, "1:21: unknown rule type 'requird'; did you mean 'required'?"),
        BrokenRules(
            """
            rules: [[a, requird], [b, evn]]
            labels: {c: x}
            """,
            "1:13: unknown rule type 'requird'; did you mean 'required'?",
            "1:27: unknown rule type 'evn'; did you mean 'even'?",
            "2:10: unknown attribute 'c' in labels: no rule names it"),
    ]

    @Test(arguments: rows) func refusesWrongRules(row: BrokenRules) { row.run() }
}
