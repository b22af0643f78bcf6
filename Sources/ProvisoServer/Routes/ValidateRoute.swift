#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Proviso
internal import ProvisoBulk
internal import ProvisoHummingbird
internal import ProvisoPlugins
internal import Synchronization

/// `POST /v1/rules/{name}/validate`: a record, or many as they arrive.
final class ValidateRoute: Sendable {
    /// The form of an answer: about one record, or with a line for each finding or each record.
    private enum Format: String, CaseIterable {
        case report, problem, findings, verdicts

        var hasLines: Bool { self == .findings || self == .verdicts }
    }

    private let folder: RuleFolder
    private let metrics: Metrics
    private let bodyLimit: Int
    private let streamLimit: Int
    private let patience: Duration
    /// Runs need threads that may wait.
    private let threads: NIOThreadPool
    private let running = Atomic(0)
    private static let mostStreams = 64

    init(_ folder: RuleFolder, metrics: Metrics, bodyLimit: Int, streamLimit: Int, patience: Duration) {
        (self.folder, self.metrics) = (folder, metrics)
        (self.bodyLimit, self.streamLimit, self.patience) = (bodyLimit, streamLimit, patience)
        threads = NIOThreadPool(numberOfThreads: Self.mostStreams)
        threads.start()
    }

    /// Ends the threads, after the last request.
    func end() async { try? await threads.shutdownGracefully() }

    func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let rules = try folder.served(context)
        let query = try Query(request, "scenario", "locale", "register", "format", "record", "explain")
        let language = try Language(query, request)
        let format = try query.choice("format", of: Format.self)
        try request.checkLength(max(bodyLimit, streamLimit))
        let feed = BodyFeed(request.body)
        let body = try await ProblemResponse.ifLater(than: patience) { [bodyLimit, streamLimit] in
            let input = try await Self.streamFormat(request, feed, hasLines: format?.hasLines == true)
            try request.checkLength(input == nil ? bodyLimit : streamLimit)
            if let name = await feed.compression() { throw ProblemResponse.compressed("data of \(name)") }
            if let input { return Body.many(input) }
            return .one(try await RequestBody(asyncSequence: feed).collected(upTo: bodyLimit))
        }
        switch body {
        case .one(let bytes): return try await answer(request, bytes, format ?? .report, rules, query, language)
        case .many(let input):
            return try await stream(feed, input, format ?? .findings, rules, query, language, context)
        }
    }

    /// A body, as far as it is read before the answer.
    private enum Body {
        case one(ByteBuffer)
        case many(InputFormat)
    }

    /// The format of a body of many records; `nil` for a body of one, unless its answer has lines.
    private static func streamFormat(
        _ request: Request, _ feed: BodyFeed, hasLines: Bool
    ) async throws -> InputFormat? {
        let type = MediaType.name(of: request) ?? "application/json"
        switch type {
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
            "application/json-lines":
            return .ndjson
        case "text/csv": return .csv
        case "text/tab-separated-values": return .tsv
        case "application/x-www-form-urlencoded": return nil
        case "application/json", "text/json": break
        case _ where type.hasSuffix("+json"): break
        default:
            throw ProblemResponse.unsupported(
                type,
                expected: "application/json, application/x-ndjson, text/csv, text/tab-separated-values or "
                    + "application/x-www-form-urlencoded")
        }
        return if hasLines { .json } else { try await feed.firstByte() == UInt8(ascii: "[") ? .json : nil }
    }

    private func answer(
        _ request: Request, _ body: ByteBuffer, _ format: Format, _ rules: ServedRules, _ query: Query,
        _ language: Language
    ) async throws -> Response {
        if format.hasLines { throw Self.unfit("format=\(format.rawValue) is not for a form") }
        let wantsRecord = try query.choice("record", of: Truth.self) == .true
        let isExplained = try query.choice("explain", of: Truth.self) == .true
        if isExplained { try Self.checkExplained(body, format) }
        let scenario = try rules.scenario(query)
        let input: ServedRules.Input
        switch try BodyFormat(request) {
        case .json: input = .json(Array(body.readableBytesView))
        case .form: input = .value(try BodyFormat.form.record(body))
        }
        let validate: @Sendable () throws -> ServedRules.Answer = {
            let method = isExplained ? rules.explain : rules.validate
            return try method(input, scenario, language.first, wantsRecord)
        }
        let answer: ServedRules.Answer
        do {
            // A worker may let a thread wait, an explanation takes long, and other requests need those that are few.
            let waits = rules.waits || isExplained
            answer = waits ? try await NIOThreadPool.singleton.runIfActive(validate) : try validate()
        } catch let error as InputError {
            throw ProblemResponse(ProblemDetails(error))
        }
        metrics.validated(rules.name, verdict: answer.report.isValid ? "valid" : "invalid")
        let localizer = rules.localizer(language, of: answer.generation)
        let version = answer.generation.version
        if format == .problem {
            let headers = Reply.headers(version: version, language: localizer.localizer.locale)
            if answer.report.isValid { return Response(status: .noContent, headers: headers) }
            throw ProblemResponse(
                ProblemDetails(answer.report, localizer), language: localizer.localizer.locale, headers: headers)
        }
        return Reply.json(version: version, language: localizer.localizer.locale) {
            $0.report(answer.report, by: rules.name, version: version, localizer)
            if wantsRecord { $0.member("record") { $0.value(answer.record) } }
            if let turns = answer.turns { $0.explanation(turns, omitting: answer.omittedTurns, localizer) }
        }
    }

    /// An explanation repeats the values that rules read, so that of a large record has no end.
    private static func checkExplained(_ body: ByteBuffer, _ format: Format) throws {
        if format == .problem { throw unfit("explain is for format=report") }
        if body.readableBytes > mostExplained {
            throw ProblemResponse(.contentTooLarge, "explain is for a record of at most \(mostExplained) bytes")
        }
    }

    private static let mostExplained = 16 << 10

    /// The answer to a parameter that does not fit the body or another one.
    private static func unfit(_ reason: String) -> ProblemResponse { ProblemResponse(.unprocessableContent, reason) }

    private enum Truth: String, CaseIterable { case `true`, `false` }

    private func stream(
        _ feed: BodyFeed, _ input: InputFormat, _ format: Format, _ rules: ServedRules, _ query: Query,
        _ language: Language, _ context: ServiceContext
    ) async throws -> Response {
        if !format.hasLines { throw Self.unfit("format=\(format.rawValue) is for a body with one record") }
        for name in ["record", "explain"] where query[name] != nil {
            throw Self.unfit("\(name) is for a body with one record")
        }
        let generation = rules.source.current
        let localizer = rules.localizer(language, of: generation)
        let run = StreamRun(
            rules: rules, generation: generation, steps: try generation.plan.stepList(try rules.scenario(query)),
            localizer: localizer, locale: language.first, format: input, isByRecord: format == .verdicts,
            limit: streamLimit)
        guard running.wrappingAdd(1, ordering: .relaxed).newValue <= Self.mostStreams else {
            running.subtract(1, ordering: .relaxed)
            throw ProblemResponse(
                .serviceUnavailable, "\(Self.mostStreams) bodies of many records are being read: try again.",
                headers: [.retryAfter: "1"])
        }
        var headers = Reply.headers(version: generation.version, language: localizer.localizer.locale)
        headers[.contentType] = "application/x-ndjson"
        let body = ResponseBody { writer in
            defer { self.running.subtract(1, ordering: .relaxed) }
            do {
                let summary = try await run.answer(feed, on: self.threads, to: &writer)
                self.metrics.validated(rules.name, verdict: "unreadable", summary.unreadable)
                self.metrics.validated(rules.name, verdict: "invalid", summary.invalid)
                self.metrics.validated(
                    rules.name, verdict: "valid", summary.records - summary.invalid - summary.unreadable)
                try await writer.finish(nil)
            } catch {
                context.logger.notice("\(rules.name): a body of many records ended early: the client went away")
                context.closeSoon()
                throw error
            }
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension ServedRules {
    /// The scenario that a request names; throws a `ProblemResponse` for one that the rules do not have.
    func scenario(_ query: Query) throws -> String {
        let name = query["scenario"] ?? RuleSet.defaultScenario
        let known = source.current.plan.scenarios
        if known.contains(name) { return name }
        throw ProblemResponse(
            .notFound,
            "unknown scenario '\(name.prefix(100))' (expected \(known.joined(separator: ", ")))"
                + Suggestion.hint(Suggestion.nearest(to: name, in: known)))
    }
}

extension RuleFolder {
    /// What answers for the name in the address; throws a `ProblemResponse` if nothing does.
    func served(_ context: ServiceContext) throws -> ServedRules {
        let name = context.name
        switch state(name) {
        case .served(let rules): return rules
        case .broken:
            throw ProblemResponse(
                .serviceUnavailable, "The rules '\(name)' cannot be used: /readyz says why.",
                headers: [.retryAfter: "5"])
        case nil:
            let near = Suggestion.hint(Suggestion.nearest(to: name, in: entries(for: context).map(\.name)))
            throw ProblemResponse(.notFound, "There are no rules '\(name.prefix(100))'\(near): /v1/rules lists them.")
        }
    }
}
#endif
