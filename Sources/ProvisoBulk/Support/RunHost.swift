/// What a run expects of the program around it.
package struct RunHost: Sendable {
    /// Whether SIGINT and SIGTERM end the run: a library leaves them to its program.
    package var catchesSignals = true
    /// Whether the program wants the run to end; called before each chunk, on any thread.
    package var isCancelled: @Sendable () -> Bool = { false }
    /// Takes a line for people, one at a time.
    package var tell: @Sendable (String) -> Void = { StandardError.line($0) }
    /// What findings call the input, if there is only one; `nil` for its path.
    package var inputName: String?

    package init() {}
}
