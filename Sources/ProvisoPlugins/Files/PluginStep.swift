/// The checks of a plugin's file in their order; the first one that fails is the last.
package enum PluginStep: String, CaseIterable, Sendable {
    /// The directory and its parents belong to root or this user, and no one else can change them.
    case folder
    /// It is a regular file, not a link.
    case file
    /// It belongs to root or this user, and no one else can change it.
    case rights
    /// It was copied to memory that cannot be changed.
    case copy
    /// It is a shared library that the linker can load safely.
    case binary
    /// It has a manifest, in a note.
    case manifest
    /// It matches the lock file.
    case lock
    /// It is signed by one of the trusted keys.
    case signature
    /// Its id, rule types and codes are not used by another plugin.
    case names
    /// The linker found all libraries and symbols that it needs.
    case libraries
    /// It conforms to the plugin interface and to its manifest.
    case interface
    /// It was initialized.
    case start
}

/// An observer that is called with each check that passes, and a detail about it.
package typealias PluginSteps = (PluginStep, @autoclosure () -> String) -> Void

/// A no-op observer.
func noSteps(_ step: PluginStep, _ detail: @autoclosure () -> String) {}
