public import Proviso
import ProvisoMacros

/// A program whose code belongs to the main actor unless it says otherwise.
@Validatable
nonisolated public struct SignUp: Sendable {
    @Rules(.trim, .required) public var name = ""
    @Rules(.type("isFree")) public var email = ""

    public init() {}

    @ValidationMethod
    func isFree(_ value: AnyValue) async throws -> [Finding] { value == "taken" ? [Finding("email.taken")] : [] }
}

public final class Screen {
    public var signUp = SignUp()
    private let plan: AsyncModelPlan<SignUp>
    private var live: LiveModel<SignUp>?

    public init() throws { plan = try AsyncModelPlan(SignUp.self) }

    /// State of an actor cannot be `inout` in an async call; a copy can be validated.
    public func submit() async throws -> [Code] {
        let (model, report) = try await plan.validated(signUp)
        signUp = model
        return report.violations.map(\.code)
    }

    public func watch() throws {
        live = try LiveModel(self, \.signUp, plan: plan)
        try live?.startObserving()
    }

    public func change(_ body: (inout SignUp) -> Void) async throws -> Bool {
        guard let live else { return false }
        var updates = live.events().makeAsyncIterator()
        live.modify(body)
        return await updates.next(isolation: #isolation)?.showsNoErrors ?? false
    }

    public func stop() { live?.stop() }
}

public actor Account {
    private var signUp = SignUp()
    private let plan: AsyncModelPlan<SignUp>

    public init() throws { plan = try AsyncModelPlan(SignUp.self) }

    public func submit(_ name: String) async throws -> (String, Bool) {
        signUp.name = name
        let (model, report) = try await plan.validated(signUp)
        signUp = model
        return (signUp.name, report.isValid)
    }
}

/// Watching from where no actor is: an error that says what to do, at run time.
nonisolated public func watchFromNowhere() throws {
    let live = try LiveModel(keeping: SignUp(), plan: AsyncModelPlan(SignUp.self))
    try live.startObserving()
}
