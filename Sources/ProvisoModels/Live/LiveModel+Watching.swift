internal import Observation
public import ProvisoCore

/// Which changes of a live model are judged, and who judges them.
struct LiveWatch {
    /// Nil for all that the scenario validates.
    private let attributes: Set<Int>?
    private let except: Set<Int>
    /// What was said to have changed.
    var named: Set<Int> = []
    /// Wakes the task; without one changes are judged at once.
    var wakeup: Wakeup?
    var task: Task<Void, Never>?

    init(_ names: [String]?, except: [String], in plan: Plan) throws(RuleSetError) {
        attributes = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        self.except = try plan.select(within: except)
    }

    /// What is judged when it changes, or when what it depends on does.
    func attributes(of plan: Plan, in scenario: String) -> Set<Int> {
        let active = (try? plan.dependents(in: scenario))?.judged ?? []
        return (attributes ?? active).subtracting(except)
    }
}

extension LiveModel {
    /// From now on judges at once what `update` and `changed` report.
    ///
    /// Without a list these are the attributes the scenario validates, also after it is changed; an attribute stands for
    /// what lies in it too. Takes the place of what was watched before; changes until now are not judged. Throws for
    /// attributes that nothing declares, and when there are rules or checks to be asked, which need `observeUpdates`.
    public func validateUpdates(_ attributes: [String]? = nil, except: [String] = []) throws(RuleSetError) {
        if asks { throw Self.nobodyListens }
        let new = try LiveWatch(attributes, except: except, in: modelPlan.plan)
        stop()
        lookAgain()
        watch = new
    }

    /// From now on judges what changes, by itself where the model or its owner is `@Observable`.
    ///
    /// As `validateUpdates`, but a little later on the calling actor: when it is free, or when nothing has changed for
    /// `delay`. Several changes until then are one. While it goes on it keeps an actor that is no global one alive, but
    /// neither the model nor the live model. Throws where the caller runs on no actor: there is nobody to judge later.
    public func observeUpdates(
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
            reason: "'observeUpdates' is called on no actor, so that nobody could validate later: call it on the main "
                + "actor or another one, or use 'validateUpdates', which validates at once")
    }

    /// Judges no changes any more; what waits for an answer cannot be judged, which is `rule.fault`.
    ///
    /// Validating updates can begin again.
    public func stop() {
        watch?.wakeup?.end()
        watch?.task?.cancel()
        watch = nil
        for attribute in questions.open.sorted() {
            errors.add([modelPlan.plan.fault("stopped", at: attribute)])
        }
        questions.drop()
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
