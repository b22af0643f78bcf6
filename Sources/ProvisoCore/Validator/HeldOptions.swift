/// The options of a rule while its method runs.
package final class HeldOptions: Sendable {
    let reader: OptionReader

    package init(_ reader: OptionReader) {
        self.reader = reader
    }
}
