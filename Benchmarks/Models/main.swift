import AllocationCounter
import Glibc
import Proviso

// A typed model of nine attributes: checks written by hand against conformances to `Model`, on one thread.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
let rounds = 200

/// The least time of many rounds, in nanoseconds a model, and the allocations of one round.
@MainActor
func measure(_ body: () -> Void) -> (time: Double, allocations: UInt64) {
    let clock = ContinuousClock()
    let time =
        (0..<rounds).map { _ in
            let elapsed = clock.measure(body).components
            return (Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) * 1e-9) / Double(count)
        }.min() ?? 0
    let before = allocation_count()
    body()
    return (time, allocation_count() - before)
}

func rounded(_ value: Double, digits: Double = 1) -> String { "\((value * digits).rounded() / digits)" }

var generator = SignUpGenerator(seed: 7)
var forms = (0..<count).map { _ in generator.next(isBroken: false) }
var writing = forms.map { WritingSignUp(data: $0) }
let broken = (0..<count).map { _ in generator.next(isBroken: true) }

let formPlan = try ModelPlan(SignUpData.self)
let formSession = try formPlan.session()
let writingPlan = try ModelPlan(WritingSignUp.self)
let writingSession = try writingPlan.session()

for var form in broken + forms {
    let expected = Handwritten.findings(form).map { "\($0.attribute) \($0.code)" }
    let found = formSession.validate(&form).violations.map { "\($0.attribute) \($0.code)" }
    if expected != found {
        print("\(form): \(expected) by hand, \(found) by the rules")
        exit(1)
    }
}

var findings = 0
let byHand = measure { for index in forms.indices { findings += Handwritten.findings(forms[index]).count } }
print("by hand:                          \(rounded(byHand.time)) ns, \(byHand.allocations) allocations")

@MainActor
func line(_ name: String, _ measured: (time: Double, allocations: UInt64)) {
    let padded = name + String(repeating: " ", count: max(0, 34 - name.utf8.count))
    let ratio = rounded(measured.time / byHand.time, digits: 100)
    print("\(padded)\(rounded(measured.time)) ns, \(ratio) × by hand, \(measured.allocations) allocations")
}

line("key paths, plan:", measure { for index in forms.indices { findings += (try? formPlan.validate(&forms[index]))?.violations.count ?? 1 } })
line("key paths, session:", measure { for index in forms.indices { findings += formSession.validate(&forms[index]).violations.count } })
line("writing, plan:", measure { for index in writing.indices { findings += (try? writingPlan.validate(&writing[index]))?.violations.count ?? 1 } })
line("writing, session:", measure { for index in writing.indices { findings += writingSession.validate(&writing[index]).violations.count } })
precondition(findings == 0, "the generator's valid models are not")
exit(0)
