internal import Observation
public import ProvisoCore

/// Which changes of a live model are validated, and who validates them.
struct LiveWatch {
    /// `nil` for all that the scenario validates.
    private let attributes: Set<Int>?
    private let except: Set<Int>
    /// What was said to have changed.
    var named: Set<Int> = []
    /// Wakes the task; without one changes are validated at once.
    var wakeup: Wakeup?
    var task: Task<Void, Never>?

    init(_ names: [String]?, except: [String], in plan: Plan) throws(RuleSetError) {
        attributes = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        self.except = try plan.select(within: except)
    }

    /// What is validated when it changes, or when what it depends on does.
    func attributes(of plan: Plan, in scenario: String) -> Set<Int> {
        let active = (try? plan.dependents(in: scenario))?.judged ?? []
        return (attributes ?? active).subtracting(except)
    }
}

extension LiveModel {
    /// From now on, validates changes as soon as `modify` or `didChange` reports them.
    ///
    /// Without a list, all attributes that the scenario validates are watched, also after the scenario changes. An
    /// attribute includes what is nested in it. A new call replaces the last one; earlier changes are not validated. Throws
    /// for attributes that nothing declares, and if there are async rules or checks, which need `startObserving`.
    public func startValidating(_ attributes: [String]? = nil, except: [String] = []) throws(RuleSetError) {
        if hasAsyncRules { throw Self.nobodyListens }
        let new = try LiveWatch(attributes, except: except, in: modelPlan.plan)
        stop()
        lookAgain()
        watch = new
    }

    /// From now on, validates changes on the calling actor, automatically if the model or its owner is `@Observable`.
    ///
    /// As `startValidating`, but a little later: when the actor is free, or when nothing has changed for `delay`. Several
    /// changes until then are one. Observing keeps an actor that is not global alive, but neither the model nor the live
    /// model. Throws if the caller does not run on an actor.
    public func startObserving(
        _ attributes: [String]? = nil, except: [String] = [], after delay: Duration = .zero,
        clock: some Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation
    ) throws(RuleSetError) {
        guard isolation != nil else { throw Self.noActor }
        var new = try LiveWatch(attributes, except: except, in: modelPlan.plan)
        stop()
        let wakeup = Wakeup(after: delay, by: clock)
        new.wakeup = wakeup
        new.task = Task { [weak self] in
            _ = isolation
            for await _ in wakeup.calls {
                do { try await wakeup.rest() } catch { return }
                self?.wake()
            }
        }
        watch = new
        observe()
    }

    private static var noActor: RuleSetError {
        RuleSetError(
            reason: "'startObserving' needs an actor to validate on: call it on the main actor or another one, or use "
                + "'startValidating', which validates at once")
    }

    /// Stops validating changes; attributes with pending async checks get `rule.fault`.
    ///
    /// `startValidating` or `startObserving` may follow.
    public func stop() {
        watch?.wakeup?.end()
        watch?.task?.cancel()
        watch = nil
        for attribute in pendingChecks.open.sorted() {
            errors.add([modelPlan.plan.fault("stopped", at: attribute)])
        }
        pendingChecks.drop()
    }

    private func wake() {
        guard model != nil else {
            stop()
            return end()
        }
        judgeChanges()
        takeAnswers()
        observe()
    }

    /// Waits for the next change of what the attributes are read from, and takes them as they are for unchanged.
    ///
    /// Observation tells once, before the change, on the thread that makes it.
    private func observe() {
        guard let wakeup = watch?.wakeup else { return }
        withObservationTracking {
            lookAgain()
        } onChange: { [weak wakeup] in
            wakeup?.change()
        }
    }
}
