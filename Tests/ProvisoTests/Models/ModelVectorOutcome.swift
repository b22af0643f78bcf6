import Proviso

/// What Proviso's models make of a row of another library's behaviour.
struct ModelVectorOutcome {
    private(set) var faults: [String] = []
    private let row: VectorRow

    init(_ row: VectorRow) {
        self.row = row
        do { try judge() } catch { faults.append("\(error)") }
    }

    private mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { faults.append(fault()) }
    }

    private mutating func judge() throws {
        switch row.kind {
        case "attribute_label", "generate_label", "attribute_hint": judgeWords()
        case "get_attributes": judgeReading()
        case "mass_assign", "load", "load_multiple": try judgeAssigning()
        case "scenario_attributes", "scenarios", "is_safe", "is_active_attribute", "active_validators_count",
            "is_required", "default_scenario":
            try judgeScenarios()
        case "assign_and_validate", "validate_names", "validate_multiple", "validate", "model_validate",
            "model_validate_attributes":
            try judgeValidating()
        case "errors_sequence", "add_errors", "clone_drops_errors": try judgeErrors()
        case "attach": try judgeAttaching()
        case "create_throws", "create", "config", "not_supported": judgeCreating()
        case "is_empty": judgeEmptiness()
        case "is_active":
            expect(
                VectorModel.rule([
                    "attributes": ["a"], "type": "safe", "on": row["on"] ?? [], "except": row["except"] ?? [],
                ])
                .isActive(in: row["scenario"]?.asText ?? "") == (row["expected"] == true), "active")
        case "which_attributes_run": try judgeRuns()
        case "": try judgeValue()
        default: faults.append("nobody judges \(row.kind)")
        }
    }

    private mutating func judgeWords() {
        let name = row["attribute"]?.asText ?? ""
        var model = DynamicModel()
        for member in row["labels"]?.members ?? [] { model.setLabel(member.value.asText ?? "", of: member.key) }
        for member in row["hints"]?.members ?? [] { model.setHint(member.value.asText ?? "", of: member.key) }
        let text = row.kind == "attribute_hint" ? model.hint(of: name) : model.label(of: name)
        expect(text == row["expected"]?.asText, text)
    }

    private mutating func judgeReading() {
        let model = VectorModel.model(row)
        let except = row["except"]?.asList?.compactMap(\.asText) ?? []
        let values = model.attributes(row["names"]?.asList?.compactMap(\.asText), except: except)
        let expected = Dictionary((row["expected"]?.members ?? []).map { ($0.key, $0.value) }) { $1 }
        expect(values == expected, "\(values)")
    }

    private mutating func judgeAssigning() throws {
        var model = VectorModel.model(row)
        if row.kind == "load_multiple" {
            var models = [model, model]
            let isLoaded = models.load(row["data"] ?? .null, formName: row["form_name_argument"]?.asText)
            expect(isLoaded == (row["expected_return"] == true), "loaded \(isLoaded)")
            for (model, expected) in zip(models, row["expected_attributes"]?.asList ?? []) {
                compare(model, with: expected)
            }
            return
        }
        if row.kind == "load" {
            let isLoaded = model.load(row["data"] ?? .null, formName: row["form_name"]?.asText)
            expect(isLoaded == (row["expected_return"] == true), "loaded \(isLoaded)")
        } else {
            model.setAttributes(row["assign"] ?? .null, safeOnly: row["safe_only"] == true)
        }
        compare(model, with: row["expected_attributes"] ?? .object([]))
    }

    private mutating func compare(_ model: DynamicModel, with expected: AnyValue) {
        for member in expected.members {
            expect(model[member.key] == member.value, "\(member.key) is \(model[member.key] ?? .absent)")
        }
    }

    private mutating func judgeScenarios() throws {
        let model = VectorModel.model(row)
        _ = try model.plan()
        let attribute = row["attribute"]?.asText ?? ""
        let expected = row["expected"]
        switch row.kind {
        case "scenario_attributes":
            if let safe = row["expected_safe"] {
                expect(.names(model.safeAttributes) == safe, "\(model.safeAttributes)")
            }
            if let active = row["expected_active"] {
                expect(.names(model.activeAttributes) == active, "\(model.activeAttributes)")
            }
        case "scenarios":
            let lists = AnyValue.object(
                (expected?.members ?? []).map { member in
                    AnyValue.Member(member.key, .names(model.scenarios[member.key] ?? []))
                })
            expect(lists == expected && model.scenarios.count == expected?.members.count, "\(model.scenarios)")
        case "is_safe": expect(.boolean(model.isAttributeSafe(attribute)) == expected, "safe")
        case "is_active_attribute": expect(.boolean(model.isAttributeActive(attribute)) == expected, "active")
        case "is_required": expect(.boolean(model.isAttributeRequired(attribute)) == expected, "required")
        case "default_scenario": expect(.text(model.scenario) == expected, model.scenario)
        default: expect(.integer(Int64(model.activeRules(for: attribute).count)) == expected, "active rules")
        }
    }

    private mutating func judgeValidating() throws {
        if row.kind == "validate_multiple" {
            var models = (row["models"]?.asList ?? []).map { VectorModel.model(row, attributes: $0) }
            return expect(.boolean(try models.validate()) == row["expected"], "validated")
        }
        var model = VectorModel.model(row)
        if let safe = row["expected_safe"] { expect(.names(model.safeAttributes) == safe, "\(model.safeAttributes)") }
        if let values = row["assign"] { model.setAttributes(values) }
        let names = row["names"]?.asText.map { [$0] }
        let isValid = try model.validate(attributes: names, clearErrors: true)
        expect(.boolean(isValid) == row["expected_valid"] ?? row["expected"], "\(model.errors.errors.map(\.code))")
        if row["expected_errors"] == .object([]) { expect(!model.hasErrors, "errors") }
        compare(model, with: row["expected_attributes"] ?? .object([]))
    }

    private mutating func judgeErrors() throws {
        var model = VectorModel.model(row)
        if row.kind == "clone_drops_errors" {
            model.addError("firstName", text: "Error")
            model = model.withoutErrors()
            expect(!model.hasErrors, "errors")
            return compare(model, with: row["expected_attributes"] ?? .object([]))
        }
        for member in row["add"]?.members ?? [] {
            for text in member.value.asList ?? [] { model.addError(member.key, text: text.asText ?? "") }
        }
        if let expected = row["expected"] { expect(try VectorModel.errors(model) == expected, "other errors") }
        for step in row["steps"]?.asList ?? [] {
            let call = step["do"]?.asList?.compactMap(\.asText) ?? []
            if call.first == "addError" { model.addError(call[1], text: call[2]) }
            if call.first == "clearErrors" {
                if call.count > 1 { model.clearErrors(of: call[1]) } else { model.clearErrors() }
            }
            for member in step.members where member.key != "do" {
                let answer = try VectorModel.answer(model, to: member.key)
                expect(answer == member.value, "\(member.key) is \(answer)")
            }
        }
    }

    private mutating func judgeAttaching() throws {
        var attachments = RuleAttachments()
        for step in row["steps"]?.asList ?? [] {
            let step = step.asList ?? []
            let rules = (step.dropFirst().first?.asList ?? []).map { _ in Rule(["a"], .safe) }
            switch step.first?.asText {
            case "attach": expect(.boolean(try attachments.attach(VectorModel.Attached.self)) == step[1], "attach")
            case "attachWithRules":
                expect(
                    .boolean(try attachments.attach(VectorModel.Attached.self, rules: rules)) == step[2], "with rules")
            default: try attachments.attach(VectorModel.Attached.self, rules: rules, force: step[2] == true)
            }
        }
        guard let expected = row["expected_rules"]?.asList else { return }
        let rules = try attachments.state(of: VectorModel.Attached()).ruleSet.rules
        expect(rules.count == expected.count, "\(rules.count) rules")
    }

    private mutating func judgeCreating() {
        if row.kind == "create" {
            var rule = row["options"] ?? .object([])
            rule = .object(
                rule.members + [
                    AnyValue.Member("attributes", row["attributes"] ?? ["a"]),
                    AnyValue.Member("type", row["type"] ?? nil),
                ])
            let made = VectorModel.rule(rule)
            let options = row["expected_options"]
            expect(.text(made.constraint.type.rawValue) == row["expected_class"], made.constraint.type.rawValue)
            expect(
                .names(made.on) == options?["on"] ?? [] && .names(made.except) == options?["except"] ?? [], "scenarios")
            if let names = options?["attributes"] { expect(.names(made.attributes) == names, "attributes") }
            return expect((try? Plan(RuleSet(rules: [made]))) != nil, "refused")
        }
        guard row["throws"] != nil else { return }
        let raw = row["rules"]?.asList?.first?["raw"]?.asList?.first?.asText
        let text = raw.map { "rules:\n  - [\($0)]\n" } ?? "rules:\n  - [a, \(row.validator)]\n"
        expect((try? Plan(RuleSet(parsing: text))) == nil, "accepted")
    }

    private mutating func judgeEmptiness() {
        let value = VectorModel.plain(row.value)
        expect(.boolean(value.withValue { $0.isEmpty }) == row["expected"], "\(value)")
    }

    private mutating func judgeRuns() throws {
        let names = row["validator_attributes"]?.asList?.compactMap(\.asText) ?? []
        let body = Constraint.check { _, context in context.report("test.ran") }
        var rules = names.map { Rule([$0], body) }
        rules.append(Rule(row["model"]?.members.map(\.key) ?? [], .safe))
        var model = DynamicModel(row["model"] ?? .null, ruleSet: RuleSet(rules: rules))
        for call in row["calls"]?.asList ?? [] {
            _ = try model.validate(attributes: call.asList?.compactMap(\.asText), clearErrors: true)
        }
        for member in row["expected_run_counts"]?.members ?? [] {
            expect(.integer(Int64(model.errors(of: member.key).count)) == member.value, "\(member.key) ran")
        }
    }

    private mutating func judgeValue() throws {
        let name = row["attribute"]?.asText ?? "a"
        var rule = row.rule.members.filter { $0.key != "type" }
        rule += [
            AnyValue.Member("attributes", .text(name)),
            AnyValue.Member("type", row.rule["type"] ?? .text(row.validator)),
        ]
        let members = [AnyValue.Member(name, row.value)] + (row["other_attributes"]?.members ?? [])
        var model = DynamicModel(.object(members), ruleSet: RuleSet(rules: [VectorModel.rule(.object(rule))]))
        if row["throws"] != nil { return expect((try? model.validate()) == nil, "accepted") }
        expect(.boolean(try model.validate()) == row["valid"], "\(model.errors.errors.map(\.code))")
        expect(model[name] == row["expected_value"] ?? row.value, "became \(model[name] ?? .absent)")
    }
}
