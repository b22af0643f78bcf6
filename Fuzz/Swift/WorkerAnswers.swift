import Proviso
import ProvisoPlugins

/// What a worker process sends back: a byte says how many rows there are, the verdicts follow, then the answer.
@_cdecl("prv_fuzz_worker")
public func fuzzWorker(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(data.input(count))
    finding(bytes)
    guard let first = bytes.first, bytes.count > Int(first & 15) else { return }
    let rows = Int(first & 15)
    let (verdicts, answer) = (Array(bytes[1..<rows + 1]), Array(bytes[(rows + 1)...]))
    guard !hasLog(answer) else { return }
    let judgements = WorkerJudgement.read(verdicts, answer, isCut: first & 16 != 0, plugin: "fuzz")
    check(judgements.count == rows, "there is one judgement a row")
    for (verdict, judgement) in zip(verdicts, judgements) {
        switch judgement {
        case .valid?: check(WorkerJudgement.isValid(verdict), "only a valid verdict makes a valid row")
        default: check(!WorkerJudgement.isValid(verdict), "a valid row stays valid")
        }
        guard case .judged(_, let findings, _)? = judgement else { continue }
        for one in findings { finding(Array(one)) }
    }
}

/// The parts of a finding are within its bytes.
private func finding(_ bytes: [UInt8]) {
    guard let parts = try? WorkerFinding.Parts(bytes) else { return }
    check(bytes[parts.code...].contains(0), "the code ends")
    for parameter in parts.parameters {
        check(bytes[parameter.name...].contains(0), "the name of a parameter ends")
        guard let text = parameter.text else { continue }
        check(parameter.length <= UInt64(bytes.count - text), "a text lies within the finding")
    }
}

/// Whether the answer may have a part that goes to standard error, where libFuzzer writes.
private func hasLog(_ answer: [UInt8]) -> Bool {
    answer.indices.contains { answer[$0...].starts(with: [logTag, 0, 0, 0]) }
}

/// The tag of a part with a line for the log, see Sources/Bridges/WorkerBridge.
private let logTag: UInt8 = 3
