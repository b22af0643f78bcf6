#if Server
internal import HTTPTypes
package import Hummingbird
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import Proviso
internal import ProvisoHummingbird
internal import ProvisoPlugins
internal import ServiceLifecycle
package import ServerOptions

/// The rules of a directory over HTTP.
package struct ValidationService: Sendable {
    private let options: ServerOptions
    private let folder: RuleFolder
    private let routes: RulesRoutes
    private let validate: ValidateRoute
    private let render: RenderRoute
    private let changes: ChangeRoutes
    private let metrics = Metrics()
    private let tokens: Tokens?
    private let log: Logger

    /// Reads the rule files of a directory; the empty path is the current one.
    package init(_ options: ServerOptions, tokens: Tokens? = nil, log: Logger) {
        self.options = options
        self.tokens = tokens
        self.log = log
        // What a plugin does must not end the program, so it runs in a worker, whomever the user trusts.
        var policy = PluginPolicy(directories: options.plugins, includingStandardDirectories: true, mode: .worker)
        policy.trust = PluginTrust([])
        folder = RuleFolder(options.rules, policy: policy, log: log, metrics: metrics)
        let patience = Duration.seconds(options.patience)
        routes = RulesRoutes(folder: folder, metrics: metrics)
        validate = ValidateRoute(
            folder, metrics: metrics, bodyLimit: options.bodyLimit, streamLimit: options.streamLimit,
            patience: patience)
        render = RenderRoute(folder: folder, limit: 16 * options.bodyLimit, patience: patience)
        changes = ChangeRoutes(folder: folder, limit: options.bodyLimit, patience: patience, log: log)
    }

    /// Looks at the directory at once, instead of within a second.
    package func look() { folder.look() }

    /// The program, for a group of services.
    package func application(
        onListening: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let address: BindAddress =
            switch options.address {
            case .host(let host, let port): .hostname(host, port: port)
            case .socket(let path): .unixDomainSocket(path: path)
            }
        // The most that a client may say before its body.
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)
        var quiet = log
        quiet.logLevel = max(log.logLevel, .notice)
        return Application(
            responder: AnyMethod(inner: router().buildResponder()),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [RequestGuard()],
                    // Longer than a body may take, so that a late one has an answer.
                    idleTimeout: .seconds(Int64(options.patience) + 2), httpDecoderConfiguration: decoder)),
            configuration: ApplicationConfiguration(
                address: address, serverName: "proviso", backlog: 1024,
                availableConnectionsDelegate: .maximum(options.connections, logger: quiet)),
            services: [folder] + (tokens.map { [$0] } ?? []),
            onServerRunning: onListening, logger: quiet)
    }

    private func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: AnswerMiddleware(metrics: metrics))
        if let origin = options.origin {
            router.add(
                middleware: CORSMiddleware(
                    allowOrigin: .custom(origin),
                    allowHeaders: [.accept, .acceptLanguage, .authorization, .contentType],
                    allowMethods: [.get, .post, .head, .options],
                    exposedHeaders: ["Content-Language", "Proviso-Rules-Version"]))
        }
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: RequestCheck(names: HostNames(options), tokens: tokens))
        router.serve("healthz", use: routes.health)
        router.serve("readyz", use: routes.readiness)
        router.serve("metrics", use: routes.numbers)
        router.serve("v1/rules", use: routes.list)
        router.serve("v1/rules/:name", [.get: routes.describe, .put: changes.put])
        router.serve(
            "v1/rules/:name/candidate", [.get: changes.compare, .put: changes.begin, .delete: changes.end])
        router.serve("v1/rules/:name/promote", .post, use: changes.promote)
        router.serve("v1/rules/:name/rollback", .post, use: changes.rollBack)
        router.serve("v1/rules/:name/validate", .post, use: validate.answer)
        router.serve("v1/render", .post, use: render.answer)
        PageRoutes.add(to: router)
        return router
    }
}
#endif
