import AllocationCounter
import Glibc
import Proviso

// A typed model of nine attributes: checks written by hand against conformances to `ValidatableModel`, on one thread.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
/// Measures only what begins with this name, for a profiler.
let only = CommandLine.arguments.dropFirst(2).first
let rounds = 200

/// The minimum time of many rounds, in nanoseconds per model, and the allocations of one round.
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
var plain = forms.map { PlainSignUp($0) }
let broken = (0..<count).map { _ in generator.next(isBroken: true) }

let formPlan = try ModelPlan(SignUp.self)
let formSession = try formPlan.session()

for var form in broken + forms {
    let expected = Handwritten.findings(form).map { "\($0.attribute.rawValue) \($0.code.rawValue)" }
    let found = formSession.validate(&form).violations.map { "\($0.attribute) \($0.code)" }
    if expected != found {
        print("\(form): \(expected) by hand, \(found) by the rules")
        exit(1)
    }
}

var findings = 0
let byHand = forms.withUnsafeBufferPointer { forms in
    measure { for index in forms.indices { findings += Handwritten.findings(forms[index]).count } }
}
print("checks by hand:                   \(rounded(byHand.time)) ns, \(byHand.allocations) allocations")

@MainActor
func line(_ name: String, _ body: () -> Void) {
    guard only.map({ name.hasPrefix($0) }) ?? true else { return }
    let measured = measure(body)
    let padded = name + String(repeating: " ", count: max(0, 34 - name.utf8.count))
    let ratio = rounded(measured.time / byHand.time, digits: 100)
    print("\(padded)\(rounded(measured.time)) ns, \(ratio) × checks by hand, \(measured.allocations) allocations")
}

@MainActor
func lines<Checked: ValidatableModel>(_ name: String, _ models: inout [Checked], _ plan: ModelPlan<Checked>) throws {
    line("\(name), plan:") {
        for index in models.indices {
            findings += (try? plan.validate(&models[index]))?.violations.count ?? 1
        }
    }
    let session = try plan.session()
    line("\(name), session:") {
        for index in models.indices { findings += session.validate(&models[index]).violations.count }
    }
}

try lines("macro", &forms, formPlan)
try lines("by hand, key paths", &plain, ModelPlan())
precondition(findings == 0, "the generator's valid models are not")
exit(0)
