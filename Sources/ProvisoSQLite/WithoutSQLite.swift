#if !SQLite
/// Stands in for the store where the trait is off: its use is an error that says what to do.
@available(*, unavailable, message: "add traits: [.defaults, \"SQLite\"] to the dependency on proviso in Package.swift")
public final class SQLiteStore {}
#endif
