import Foundation
import ICUBridge
import Proviso
import Testing

/// Foundation's own ICU beside the system's.
///
/// Their headers clash in any file that sees both. That this file compiles says that no ICU type has reached a header
/// of ours; that it runs, that the two live side by side.
struct FoundationBesideTests {
    @Test func bothFormatNumbers() {
        let ours = Localizer(preferring: ["de"]).text(
            for: "number.tooBig", parameters: [Parameter(name: "max", value: .number(1234567.5))], label: "X")
        #expect(ours.contains("1.234.567,5"))
        #expect((1234567.5).formatted(.number.locale(Locale(identifier: "de"))) == "1.234.567,5")
    }
}
