#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Proviso
internal import ProvisoHummingbird
internal import ProvisoPlugins

/// What the server says of its rules and of itself.
struct RulesRoutes: Sendable {
    let folder: RuleFolder
    let metrics: Metrics

    /// `GET /v1/rules`: all rule files with their versions.
    func list(_ request: Request, _ context: ServiceContext) throws -> Response {
        _ = try Query(request)
        return Reply.json {
            $0.member("rules") { $0.list { for entry in folder.entries(for: context) { $0.entry(entry) } } }
        }
    }

    /// `GET /v1/rules/{name}`: what a form needs to know of the rules, in a language.
    func describe(_ request: Request, _ context: ServiceContext) throws -> Response {
        let rules = try folder.served(context)
        let query = try Query(request, "scenario", "locale", "register")
        let generation = rules.source.current
        let localizer = rules.localizer(try Language(query, request), of: generation)
        let scenario = try rules.scenario(query)
        let fields = FieldDescriber(generation.plan, localizer).fields(in: scenario)
        let locale = localizer.localizer.locale
        return Reply.json(version: generation.version, language: locale) {
            $0.member("rules", rules.name)
            $0.member("version", generation.version)
            $0.member("locale", locale)
            $0.member("rightToLeft", LocaleTag.isRightToLeft(locale))
            $0.member("digits", Self.digits(of: localizer.localizer.formatLocale))
            $0.member("scenario", scenario)
            $0.member("scenarios", generation.plan.scenarios)
            $0.member("locales", generation.plan.catalogs.locales.sorted())
            $0.member("codes", (generation.plan.reportedCodes ?? []).map(\.rawValue).sorted())
            $0.member("fields") { $0.list { for field in fields { $0.object { $0.field(field) } } } }
        }
    }

    /// The digits from 0 to 9 of messages in a locale: a browser may choose others for its language.
    private static func digits(of locale: String) -> String {
        let writer = LocaleFormats.shared(locale).numbers(.plain)
        return (0...9).map { writer?.string(.integer($0)) ?? String($0) }.joined()
    }

    /// `GET /healthz`: that the program answers.
    func health(_ request: Request, _ context: ServiceContext) -> Response {
        Reply.text("ok\n", type: "text/plain; charset=utf-8")
    }

    /// `GET /readyz`: 200 if every rule file has rules in force, else 503; and which files have changed and are not in use.
    ///
    /// With tokens it names only the rules that the token opens, with the problem of each.
    func readiness(_ request: Request, _ context: ServiceContext) -> Response {
        let (entries, notes, isReady) = (folder.entries, folder.notes, folder.isReady)
        return Reply.json(isReady ? .ok : .serviceUnavailable) {
            let isCurrent = entries.allSatisfy(\.reasons.isEmpty)
            $0.member("status", !isReady ? "unusable" : isCurrent ? "ready" : "stale")
            if !notes.isEmpty, context.access.used == .all { $0.member("notes", notes) }
            $0.member("rules") { $0.list { for entry in folder.entries(for: context) { $0.entry(entry) } } }
        }
    }

    /// `GET /metrics`: the numbers for Prometheus.
    func numbers(_ request: Request, _ context: ServiceContext) -> Response {
        let rules = folder.entries.map {
            (name: $0.name, version: $0.rules?.source.current.version, isCurrent: $0.rules != nil && $0.reasons.isEmpty)
        }
        return Reply.text(metrics.text(rules), type: "text/plain; version=0.0.4; charset=utf-8")
    }
}

extension RuleFolder {
    /// The files that a request may know of.
    func entries(for context: ServiceContext) -> [Entry] { entries.filter { context.access.used.contains($0.name) } }
}

extension JSONWriter {
    /// A rule file with what answers for it.
    fileprivate mutating func entry(_ entry: RuleFolder.Entry) {
        object {
            $0.member("name", entry.name)
            $0.member("status", entry.rules == nil ? "unusable" : entry.reasons.isEmpty ? "ready" : "stale")
            if let rules = entry.rules { $0.member("version", rules.source.current.version) }
            if !entry.reasons.isEmpty { $0.member("reasons", entry.reasons) }
            if !entry.notes.isEmpty { $0.member("notes", entry.notes) }
        }
    }
}
#endif
