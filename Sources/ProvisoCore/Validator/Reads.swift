/// What a rule looks at beside the attribute it validates, as found when the plan is made.
package struct Reads: Sendable {
    /// The attributes its options and conditions name, by index.
    package var attributes: Set<Int> = []
    /// The attributes that it gives a value, by index.
    package var written: Set<Int> = []
    /// Whether it may look at anything: closures, methods of models and validators of the program do not say.
    package var isOpen = false
}
