#if !Server
/// Stands in for the validator where the trait is off: its use is an error that says what to do.
@available(*, unavailable, message: "add traits: [.defaults, \"Server\"] to the dependency on proviso in Package.swift")
public struct RequestValidator {}
#endif
