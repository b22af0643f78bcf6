internal import ProvisoABI
internal import ProvisoCore

/// A plugin's rule type whose code runs in a worker process; a plan uses it like one that runs in this process.
///
/// A single value costs two switches between processes, some 50 µs; in a batch, almost nothing: see `PlanBatch`.
struct WorkerValidator: DirectValidator, @unchecked Sendable {
    let instance: WorkerInstance

    init(_ rule: PluginRule, of plugin: WorkerPlugin, options: AnyValue) throws(OptionError) {
        instance = try WorkerInstance(rule, of: plugin, options: options)
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var raw = value.raw
        let rule = Unmanaged.passUnretained(instance.rule)
        guard UInt64(instance.rule.manifest.kinds.rawValue) >> UInt64(raw.kind) & 1 != 0 else {
            return PluginValidator.rejectKind(rule, &context)
        }
        raw.flags &= ~NodeFlag.all
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

extension WorkerInstance {
    /// Validates one value.
    func judge(_ value: proviso_value) -> WorkerJudgement {
        let values = PackedValues()
        guard values.append(value) else { return .fault("the value is too large to be sent to its worker") }
        return judge(values)[0]
    }
}
