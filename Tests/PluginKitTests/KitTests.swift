import ProvisoABI
import ProvisoPluginKit
import TestSupport
import Testing

/// Reports what it is told to: `as` says as what the value is reported.
private struct Echo: PluginValidator {
    static let type = "acme/echo"

    private let form: String

    init(options: PluginOptions) throws {
        if let text = try options.string("throw") { throw Unforeseen(text: text) }
        guard let form = try options.string("as") else { throw PluginOptionError(option: nil, "Say as what.") }
        guard !form.hasPrefix("\0") else { throw PluginOptionError(option: "as", form) }
        self.form = form
    }

    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict {
        switch form {
        case "kind": return call.report("echo.seen", ["what": .text(value.kind.map { "\($0)" } ?? "?")])
        case "string": return call.report("echo.seen", ["what": .text(value.string ?? "nil")])
        case "integer": return call.report("echo.seen", ["what": .integer(value.integer ?? -1)])
        case "unsigned": return call.report("echo.seen", ["what": .unsigned(value.unsigned ?? 1)])
        case "double": return call.report("echo.seen", ["what": .double(value.double ?? -1)])
        case "boolean": return call.report("echo.seen", ["what": .boolean(value.boolean ?? false)])
        case "bytes": return call.report("echo.seen", ["what": .integer(Int64(value.utf8.count))])
        case "items": return call.report("echo.seen", ["what": .list(Self.items(value)), "more": .list([])])
        case "members": return call.report("echo.seen", ["what": .list(Self.members(value))])
        case "member": return call.report("echo.seen", ["what": .text(Self.member(value))])
        case "twice":
            call.report("echo.none")
            return call.report("echo.seen", ["what": .text(""), "é": .text("é\0")])
        case "cancelled": return call.isCancelled ? .cancelled : .valid
        case "fault": return .fault
        case "findings": return call.wantsFindings ? .invalid : .notApplicable
        default: return .valid
        }
    }

    private static func items(_ value: PluginValue) -> [String] {
        var items = ["\(value.count)"]
        for index in -1...value.count {
            if let item = value.item(at: index) { items.append(item.string ?? "no text") } else { items.append("nil") }
        }
        return items
    }

    private static func members(_ value: PluginValue) -> [String] {
        var members: [String] = []
        value.forEachMember { key, value in members.append("\(key.count) \(value.kind.map { "\($0)" } ?? "?")") }
        return members
    }

    private static func member(_ value: PluginValue) -> String {
        guard let inner = value.member("a"), let list = inner.member("ü"), let item = list.item(at: 1) else {
            return "nil"
        }
        return item.string ?? "no text"
    }
}

private struct Unforeseen: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
}

private let kitPlugin = Plugin(
    id: "org.example.kit", validators: [Echo.self],
    catalogs: [
        PluginCatalog(locale: "en", text: "{}" as String), PluginCatalog(locale: "de", text: "{ }" as StaticString),
    ])

@Suite struct KitTests {
    struct Row: Sendable {
        let form: String
        let sample: Sample
        let verdict: Int32
        let findings: [Finding]
        let location: SourceLocation

        init(
            _ form: String, _ sample: Sample, _ verdict: Int32, _ findings: [Finding] = [],
            at location: SourceLocation = #_sourceLocation
        ) {
            (self.form, self.sample, self.verdict) = (form, sample, verdict)
            (self.findings, self.location) = (findings, location)
        }

        init(_ form: String, _ sample: Sample, _ what: String..., at location: SourceLocation = #_sourceLocation) {
            let finding = Finding("echo.seen", parameters: what.map { "what=\($0)" })
            self.init(form, sample, 1, [finding], at: location)
        }
    }

    static let nested = Sample.object([
        ("b", .null), ("a", .object([("", .integer(1)), ("ü", .list([.integer(0), .text("here")]))])),
    ])

    static let rows: [Row] = [
        Row("kind", .absent, "absent"), Row("kind", .unknown(11), "?"), Row("kind", .unknown(64), "?"),
        Row("kind", .null, "null"), Row("kind", .boolean(false), "boolean"),
        Row("kind", .integer(0), "integer"), Row("kind", .unsigned(0), "unsigned"), Row("kind", .double(0), "double"),
        Row("kind", .decimal("0"), "decimal"), Row("kind", .text(""), "text"), Row("kind", .bytes([]), "bytes"),
        Row("kind", .list([]), "list"), Row("kind", .object([]), "object"),
        Row("string", .text("a\0é\u{1F600}"), "a\0é\u{1F600}"), Row("string", .text(""), ""),
        Row("string", .decimal("1e999"), "1e999"), Row("string", .bytes([65]), "nil"), Row("string", .list([]), "nil"),
        Row("integer", .integer(.min), "\(Int64.min)"), Row("integer", .unsigned(.max), "-1"),
        Row("integer", .double(3), "-1"), Row("unsigned", .unsigned(.max), "\(UInt64.max)"),
        Row("double", .integer(3), "3.0"), Row("double", .unsigned(3), "3.0"), Row("double", .double(0.5), "0.5"),
        Row("double", .decimal("2.50"), "2.5"), Row("double", .decimal("1e9999"), "inf"),
        Row("double", .decimal("x"), "-1.0"), Row("double", .text("1"), "-1.0"),
        Row("boolean", .boolean(true), "true"), Row("boolean", .integer(1), "false"),
        Row("bytes", .text("é"), "2"), Row("bytes", .bytes([0xFF, 0, 1]), "3"), Row("bytes", .integer(7), "0"),
        Row("items", .list([.text("a"), .null]), "2", "nil", "a", "no text", "nil"),
        Row("items", .list([]), "0", "nil", "nil"), Row("items", .object([("a", .null)]), "1", "nil", "nil", "nil"),
        Row("items", .text("abc"), "0", "nil", "nil"), Row("members", nested, "1 null", "1 object"),
        Row("member", nested, "here"), Row("member", .object([("a", .null)]), "nil"), Row("member", .list([]), "nil"),
        Row(
            "twice", .null, 1,
            [Finding("echo.none"), Finding("echo.seen", parameters: ["what=", "é=é\0"])]),
        Row("cancelled", .null, 0), Row("fault", .null, -1), Row("findings", .null, 1), Row("", .null, 0),
    ]

    @Test(arguments: rows)
    func values(_ row: Row) throws {
        let instance = try Self.rule.create(.object([("as", .text(row.form))])).get()
        let (verdict, findings) = instance.validate(row.sample)
        #expect(verdict == row.verdict, "\(row.form)", sourceLocation: row.location)
        #expect(findings == row.findings, "\(row.form)", sourceLocation: row.location)
    }

    @Test("without the host's functions a list and an object show nothing")
    func poorHosts() throws {
        for form in ["items", "members", "member"] {
            let instance = try Self.rule.create(.object([("as", .text(form))])).get()
            for size in stride(from: 0, through: 32, by: 8) {
                #expect(instance.validate(Self.nested, host: .short(size)).verdict == 1)
                #expect(instance.validate(.list([.null]), host: .short(size)).verdict == 1)
            }
            #expect(instance.validate(Self.nested, host: .withoutFunctions).verdict == 1)
        }
        let instance = try Self.rule.create(.object([("as", .text("member"))])).get()
        let found = instance.validate(Self.nested, host: .withoutFind).findings
        #expect(found == [Finding("echo.seen", "what=here")], "members are found one by one")
    }

    static let refusals: [(Sample, Refusal)] = [
        (.none, Refusal(status: -2, option: nil, reason: "Say as what.")),
        (.absent, Refusal(status: -2, option: nil, reason: "Say as what.")),
        (.object([("as", .integer(1))]), Refusal(status: -2, option: "as", reason: "It must be a string.")),
        (.object([("throw", .text("Boo."))]), Refusal(status: -6, option: nil, reason: "Boo.")),
        (.object([("throw", .text(""))]), Refusal(status: -6, option: nil, reason: "")),
        (.object([("as", .text("\0é"))]), Refusal(status: -2, option: "as", reason: "")),
    ]

    @Test(arguments: refusals)
    func refuses(_ options: Sample, _ refusal: Refusal) throws {
        guard case .failure(let found) = try Self.rule.create(options) else {
            Issue.record("was not refused")
            return
        }
        #expect(found == refusal)
    }

    @Test("what the host leaves out is refused, not followed")
    func nulls() throws {
        let raw = try Self.rule.raw
        let rule = raw.pointee
        let options = Arena()
        #expect(rule.create(nil, raw, nil, nil, nil) == Int32(PROVISO_FAULT_ARGUMENT))
        var instance: UnsafeMutableRawPointer?
        #expect(
            rule.create(nil, raw, nil, &instance, nil) < 0 && rule.create(nil, nil, nil, &instance, nil) < 0
                && instance == nil)
        var short = proviso_failure()
        short.size = 8
        #expect(rule.create(nil, raw, options.pointer(.none), &instance, &short) < 0 && short.reason == nil)
        #expect(rule.validate(nil, options.pointer(.none), nil) == Int32(PROVISO_FAULT_ARGUMENT))
        #expect(rule.validate_batch(nil, nil, 24, 1, nil, nil) == Int32(PROVISO_FAULT_ARGUMENT))
        #expect(rule.validate_batch(nil, nil, 24, 0, nil, nil) == 0)
        rule.destroy(nil)
    }

    @Test("a batch hands on the verdicts, reports nothing, and leaves out what cannot be checked")
    func batches() throws {
        let rows: [(String, Result<[UInt8], Refusal>)] = [
            ("", .success([0, 0])), ("kind", .success([1, 1])), ("findings", .success([2, 2])),
            ("fault", .success([255, 255])),
        ]
        eachRow(rows) { form, expected in
            let instance = try Self.rule.create(.object([("as", .text(form))])).get()
            #expect(instance.batch([.null, .text("x")], stride: 40) == expected, "\(form)")
        }
    }

    @Test func descriptor() throws {
        let plugin = try Self.plugin.pointee
        #expect(String(cString: plugin.id) == "org.example.kit")
        let catalogs = UnsafeBufferPointer(start: plugin.catalogs, count: Int(plugin.catalog_count))
        #expect(catalogs.map { String(cString: $0.locale) } == ["en", "de"] && catalogs.map(\.length) == [2, 3])
        #expect(try String(cString: Self.rule.raw.pointee.type) == "acme/echo")
    }

    private static var plugin: UnsafePointer<proviso_plugin> {
        get throws { try #require(kitPlugin.descriptor?.assumingMemoryBound(to: proviso_plugin.self)) }
    }

    private static var rule: Rule {
        get throws { Rule(raw: try #require(plugin.pointee.rules?.pointee)) }
    }
}
