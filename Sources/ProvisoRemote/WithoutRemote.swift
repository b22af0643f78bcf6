#if !Remote
/// Stands in for the client where the trait is off: its use is an error that says what to do.
@available(*, unavailable, message: "add traits: [.defaults, \"Remote\"] to the dependency on proviso in Package.swift")
public final class RemoteClient {
    /// Creates a client.
    public init(hosts: String...) {}
}

/// Stands in for the rule where the trait is off.
@available(*, unavailable, message: "add traits: [.defaults, \"Remote\"] to the dependency on proviso in Package.swift")
public enum RemoteValidator {}
#endif
