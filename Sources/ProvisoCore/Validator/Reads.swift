/// What a rule looks at beside the attribute it validates, as found when the plan is made.
package struct Reads: Sendable {
    /// The attributes its options and conditions name, by index.
    package var attributes: Set<Int> = []
    /// Those of which it reads the values in all items of a list that its own attribute is in too.
    package var ofAllItems: Set<Int> = []
    /// The attributes that it gives a value, by index.
    package var written: Set<Int> = []
    /// Whether the rule changes its own value.
    package var changesValue = false
    /// Whether it never reports a violation: it changes values, or only names the attribute.
    package var neverRejects = false
    /// Whether it may look at anything: closures, methods of models and validators of the program do not say.
    package var isOpen = false

    mutating func add(_ other: Reads) {
        attributes.formUnion(other.attributes)
        written.formUnion(other.written)
        isOpen = isOpen || other.isOpen
    }
}
