/// What validators ask of the world outside the record: the time, stored data, the domain name system.
///
/// Set on a registry; a validator takes what it needs when a plan is made, so each registry may have its own.
public struct Services: Sendable {
    /// What time it is, for bounds such as "-18 years".
    public var clock: ValidationClock
    /// Where `exist` and `unique` look; without one, rule sets that use them are refused.
    public var store: (any Store)?
    /// Where they look in an `AsyncPlan`; without one, in `store`, on the caller's thread.
    public var asyncStore: (any AsyncStore)?
    /// How `email` with `checkDNS` finds out whether a domain takes mail.
    public var resolver: any MailResolver

    /// Whether the records of a run are compared with each other: `unique` then needs no store.
    package var comparesRecords = false

    /// What the program's own validators ask, by type.
    private var own: [ObjectIdentifier: any Sendable] = [:]

    public init(
        clock: ValidationClock = .system, store: (any Store)? = nil, resolver: any MailResolver = SystemResolver(),
        asyncStore: (any AsyncStore)? = nil
    ) {
        self.asyncStore = asyncStore
        self.clock = clock
        self.store = store
        self.resolver = resolver
    }

    /// A service of the program's own, for validators that find it with `options.services[Users.self]`.
    ///
    /// By the type it is asked for: `services[(any UserStore).self] = users`.
    public subscript<Service: Sendable>(type: Service.Type) -> Service? {
        get { own[ObjectIdentifier(type)] as? Service }
        set { own[ObjectIdentifier(type)] = newValue }
    }
}
