#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Proviso
internal import ProvisoBulk
internal import ProvisoHummingbird
internal import ProvisoPlugins

/// `POST /v1/render`: a stored report in another language, without validating again.
struct RenderRoute: Sendable {
    let folder: RuleFolder
    let limit: Int
    let patience: Duration

    func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try Query(request, "rules", "locale", "register")
        let language = try Language(query, request)
        let body = try await request.read(upTo: limit, within: patience)
        let bytes = Array(body.readableBytesView)
        try Compression.refuse(bytes)
        if let report = try? AnyValue(json: bytes) {
            let words = try words(query["rules"] ?? report["rules"]?.text, language, context)
            let text = try words.rendered(report, at: "the report").json + "\n"
            return Reply.text(text, type: "application/json", headers: words.headers)
        }
        // A report of many records has a line for each finding.
        var words: Words?
        var text = ""
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            let place = "line \(index + 1)"
            guard let finding = try? AnyValue(json: Array(line)) else {
                throw ProblemResponse(.badRequest, "\(place): expected a report of this server, or a line of one")
            }
            let known = try words ?? self.words(query["rules"], language, context)
            words = known
            text += try known.rendered(finding, at: place).json + "\n"
        }
        guard let words else { throw ProblemResponse(.badRequest, "The body is empty: expected a report.") }
        return Reply.text(text, type: "application/x-ndjson", headers: words.headers)
    }

    private func words(_ name: String?, _ language: Language, _ context: ServiceContext) throws -> Words {
        guard let name else {
            let plan = try Plan(RuleSet(), registry: .withSchemas)
            return Words(plan: plan, localizer: language.localizer(of: plan), version: nil)
        }
        guard context.access.used.contains(name) else { throw context.access.refusal }
        guard case .served(let rules)? = folder.state(name) else {
            throw ProblemResponse(
                .notFound,
                "There are no rules '\(name.prefix(100))' for the report; rules= names others"
                    + Suggestion.hint(Suggestion.nearest(to: name, in: folder.entries(for: context).map(\.name))))
        }
        let generation = rules.source.current
        return Words(
            plan: generation.plan, localizer: rules.localizer(language, of: generation), version: generation.version)
    }
}

/// The labels and messages of rules in one language.
private struct Words {
    let plan: Plan
    let localizer: ReportLocalizer
    let version: String?

    var headers: HTTPFields { Reply.headers(version: version, language: localizer.localizer.locale) }

    /// The report, the list or the finding with other labels and messages, and everything else unchanged.
    func rendered(_ stored: AnyValue, at place: String) throws -> AnyValue {
        switch stored {
        case .list(let items):
            return .list(try violations(in: items, at: place))
        case .object(let members):
            guard stored["violations"] != nil else { return try finding(stored, at: place) }
            return .object(
                try members.map { member in
                    switch member.key {
                    case "violations":
                        AnyValue.Member(member.key, .list(try violations(in: member.value.list, at: place)))
                    case "locale": AnyValue.Member(member.key, .text(localizer.localizer.locale))
                    default: member
                    }
                })
        default: throw expected(at: place)
        }
    }

    private func violations(in items: [AnyValue]?, at place: String) throws -> [AnyValue] {
        guard let items else { throw expected(at: place) }
        return try items.enumerated().map { try violation($1, at: "\(place), finding \($0 + 1)") }
    }

    /// A line of a stored report: a finding, or one about the body.
    private func finding(_ stored: AnyValue, at place: String) throws -> AnyValue {
        let isOfBody = ["summary", "error", "unreadable"].contains { stored[$0] != nil }
        return isOfBody ? stored : try violation(stored, at: place)
    }

    private func violation(_ stored: AnyValue, at place: String) throws -> AnyValue {
        guard case .object(let members) = stored, let violation = plan.violation(stored: stored),
            stored["severity"].map({ $0.text != nil }) ?? true
        else { throw expected(at: place) }
        let text = ViolationText(violation, in: localizer)
        return .object(
            members.filter { !["label", "message"].contains($0.key) }
                + [AnyValue.Member("label", .text(text.label)), AnyValue.Member("message", .text(text.message))])
    }

    private func expected(at place: String) -> ProblemResponse {
        ProblemResponse(
            .badRequest,
            "\(place): expected a violation with code, attribute and path, and a severity of error, warning or info")
    }
}
#endif
