internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore

/// A plugin's rule type whose code runs in a worker process; a plan uses it like one that runs in this process.
///
/// A single value costs two switches between processes, some 50 µs; in a batch, almost nothing: see `PlanBatch`.
struct WorkerValidator: DirectValidator, @unchecked Sendable {
    let instance: WorkerInstance
    /// The options, where they name attributes.
    private let options: AnyValue
    /// The other values that the plugin reads; `nil` if it reads none.
    private var view: RecordView?

    init(_ rule: PluginRule, of plugin: WorkerPlugin, options: AnyValue) throws(OptionError) {
        instance = try WorkerInstance(rule, of: plugin, options: options)
        self.options = rule.manifest.readsRecord ? options : .null
        // Without a rule set there is no record.
        view = rule.manifest.readsRecord ? .empty : nil
    }

    package var means: ValueMeaning { instance.rule.manifest.kinds.means }

    mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        view = try instance.rule.manifest.view(options, binding)
    }

    var kinds: ValueKindSet { instance.rule.manifest.kinds }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var raw = value.raw
        let rule = Unmanaged.passUnretained(instance.rule)
        guard UInt64(instance.rule.manifest.kinds.rawValue) >> UInt64(raw.kind) & 1 != 0 else {
            return PluginValidator.rejectKind(rule, &context)
        }
        raw.flags &= ~NodeFlag.ofHost
        guard let view else { return report(raw, rule, &context) }
        // The worker gets the value and what the plugin reads as a list.
        view.withObject(&context) { record, context in
            record.pointee.withPair(after: raw) { report($0, rule, &context) }
        }
    }

    private func report(
        _ raw: proviso_value, _ rule: Unmanaged<PluginRule>, _ context: inout ValidationContext
    ) {
        let judgement: WorkerJudgement
        if let deferral = context.deferral {
            // Only batches defer the result.
            let known = Unmanaged<PlanBatch>.fromOpaque(deferral)._withUnsafeGuaranteedRef {
                $0.judgement(of: raw, by: instance)
            }
            guard let known else { return }
            judgement = known
        } else {
            judgement = instance.judge(raw)
        }
        judgement.report(for: rule, &context)
    }
}

extension proviso_value {
    /// Calls `body` with a list of another value and this one.
    fileprivate func withPair(after value: proviso_value, _ body: (proviso_value) -> Void) {
        withUnsafeTemporaryAllocation(of: prv_node.self, capacity: 2) { nodes in
            nodes.initializeElement(at: 0, to: .absent)
            nodes.initializeElement(at: 1, to: .absent)
            nodes[0].value = value
            nodes[1].value = self
            guard let first = nodes.baseAddress else { return }
            body(proviso_value(nodes: first, count: 2, kind: .list))
        }
    }
}

extension WorkerInstance {
    /// Validates one value.
    func judge(_ value: proviso_value) -> WorkerJudgement {
        let values = PackedValues()
        guard values.append(value) else { return .fault("the value is too large to be sent to its worker") }
        return judge(values, plugin)[0]
    }
}
