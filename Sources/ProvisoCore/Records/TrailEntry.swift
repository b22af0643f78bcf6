package import JSONBridge

/// A list or object that contains the value being validated.
package struct TrailEntry {
    package var node: UnsafeMutablePointer<prv_node>
    package var index: Int
}
