/// Where the rules of a nested model apply, within the model around it.
package protocol RuleScope: AnyObject, Sendable {
    /// The path to the nested model as rules write it: `address`, `items.*`.
    var path: String { get }

    /// An attribute of the nested model by its name in the outermost model.
    func qualify(_ name: String) -> String

    /// A copy of the nested model, found in the outermost model at an address by the positions of items on the path.
    func model(in root: UnsafeRawPointer, positions: ArraySlice<Int>) -> Any?

    /// The same from a copy of the outermost model.
    func model(inCopy root: Any, positions: ArraySlice<Int>) -> Any?
}
