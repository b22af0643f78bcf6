package import JSONBridge

/// One list or object that was entered on the way to the value being checked.
package struct TrailEntry {
    package var node: UnsafeMutablePointer<prv_node>
    package var index: Int
}
