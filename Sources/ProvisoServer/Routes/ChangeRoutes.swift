#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Proviso
internal import ProvisoHummingbird
internal import ProvisoPlugins

/// What changes rules, for those whose token may: `PUT /v1/rules/{name}`, and the candidate beside the rules in force.
struct ChangeRoutes: Sendable {
    let folder: RuleFolder
    let limit: Int
    let patience: Duration
    let log: Logger

    /// `PUT /v1/rules/{name}`: writes the rule file, and puts it in force.
    func put(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try served(request, context)
        let content = try await content(request)
        return try await inForce(rules) { try rules.put(content) }
    }

    /// `POST /v1/rules/{name}/promote`: puts the candidate in force.
    func promote(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try served(request, context)
        return try await inForce(rules) { try rules.promote() }
    }

    /// `POST /v1/rules/{name}/rollback`: puts in force what the last change replaced.
    func rollBack(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try served(request, context)
        return try await inForce(rules) { try rules.rollBack() }
    }

    /// `PUT /v1/rules/{name}/candidate`: tries rules beside those in force, without an effect on answers.
    func begin(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try served(context)
        let query = try Query(request, "every", "examples", "locale", "register")
        let language = try Language(query, request)
        let every = try query.number("every", in: 1...1_000_000) ?? 1
        let examples = try query.number("examples", in: 0...100) ?? 10
        let content = try await content(request)
        let shadow = try await changing {
            try rules.source.beginShadow(content: content, every: every, examples: examples)
        }
        log.notice("\(rules.name): the candidate \(shadow.digest.version) is tried")
        return Reply.candidate(shadow, rules, language)
    }

    /// `GET /v1/rules/{name}/candidate`: how its verdicts differ from those of the rules in force.
    func compare(_ request: Request, _ context: ServiceContext) throws -> Response {
        let rules = try served(context)
        let language = try Language(try Query(request, "locale", "register"), request)
        guard let shadow = rules.source.shadow else {
            throw ProblemResponse(.notFound, "There is no candidate for the rules '\(rules.name)': PUT one.")
        }
        return Reply.candidate(shadow, rules, language)
    }

    /// `DELETE /v1/rules/{name}/candidate`: ends the trial.
    func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try served(request, context)
        try await changing { rules.source.endShadow() }
        return Response(status: .noContent)
    }

    /// The rules, if the request may change them.
    private func served(_ context: ServiceContext) throws -> ServedRules {
        guard context.access.changed.contains(context.name) else { throw context.access.refusal }
        return try folder.served(context)
    }

    /// The same for a request without parameters, of which any is refused.
    private func served(_ request: Request, _ context: ServiceContext) throws -> ServedRules {
        let rules = try served(context)
        _ = try Query(request)
        return rules
    }

    /// The rule file that the body is.
    private func content(_ request: Request) async throws -> [UInt8] {
        let types = ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/json"]
        if let type = MediaType.name(of: request), !types.contains(type) {
            throw ProblemResponse.unsupported(type, expected: "application/yaml or application/json")
        }
        let body = try await request.read(upTo: limit, within: patience)
        try Compression.refuse(body.readableBytesView)
        return Array(body.readableBytesView)
    }

    /// Runs a change on a thread that may wait; throws the answer to one that is not possible.
    private func changing<Value: Sendable>(_ change: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await NIOThreadPool.singleton.runIfActive(change)
        } catch let error as RuleSetError {
            let detail = error.diagnostics.map { folder.shown($0.text(kind: "")) }.joined(separator: "\n")
            throw ProblemResponse(
                ProblemDetails(title: "Unprocessable Content", status: 422, detail: detail))
        } catch let error as ChangeFault {
            throw ProblemResponse(.conflict, folder.shown(error.reason))
        }
    }

    private func inForce(
        _ rules: ServedRules, _ change: @escaping @Sendable () throws -> PlanGeneration
    ) async throws -> Response {
        let version = try await changing(change).version
        return Reply.json(version: version) {
            $0.member("rules", rules.name)
            $0.member("version", version)
        }
    }
}

extension Reply {
    /// What a candidate has found so far, beside the rules in force.
    fileprivate static func candidate(_ shadow: PlanShadow, _ rules: ServedRules, _ language: Language) -> Response {
        let generation = rules.source.current
        let localizers = (rules.localizer(language, of: generation), language.localizer(of: shadow.plan))
        let locale = localizers.0.localizer.locale
        let found = shadow.comparison
        return json(version: generation.version, language: locale) {
            $0.member("rules", rules.name)
            $0.member("version", generation.version)
            $0.member("candidate", shadow.digest.version)
            $0.member("every", shadow.every)
            $0.member("records", found.validations)
            $0.member("becameInvalid", found.becameInvalid)
            $0.member("becameValid", found.becameValid)
            $0.member("changedFindings", found.changedFindings)
            $0.member("failures", found.failures)
            $0.member("changes") { $0.list { for change in found.changes { $0.change(change) } } }
            $0.member("examples") {
                $0.list { for example in found.examples { $0.example(example, localizers.0, localizers.1) } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func change(_ change: PlanComparison.Change) {
        object {
            $0.member("found", change.isOfCandidate ? "candidate" : "current")
            $0.member("code", change.code.rawValue)
            $0.member("attribute", change.attribute)
            $0.member("severity", change.severity.rawValue)
            $0.member("rule", change.rule.id)
            $0.member("type", change.rule.type.rawValue)
            if let position = change.rule.position { $0.member("rulePosition", position.description) }
            $0.member("findings", change.findings)
        }
    }

    fileprivate mutating func example(
        _ example: PlanComparison.Example, _ current: ReportLocalizer, _ candidate: ReportLocalizer
    ) {
        object { writer in
            // One that is too large is not kept.
            if let record = example.record.flatMap({ try? AnyValue(json: $0) }) {
                writer.member("record") { $0.value(record) }
            }
            writer.member("scenario", example.scenario)
            writer.member("current") { $0.object { $0.found(example.current, current) } }
            writer.member("candidate") { $0.object { $0.found(example.candidate, candidate) } }
        }
    }
}
#endif
