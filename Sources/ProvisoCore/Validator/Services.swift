/// What validators need from outside the record: the time, stored data, the domain name system.
///
/// Set on a registry. A validator takes what it needs when a plan is made, so each registry may have its own services.
public struct Services: Sendable {
    /// The time, for bounds such as "-18 years".
    public var clock: ValidationClock
    /// The store of `exist` and `unique`; without one, rule sets that use them are refused.
    public var store: (any Store)?
    /// The store of `exist` and `unique` in an `AsyncPlan`; without one, `store` is called on the caller's thread.
    public var asyncStore: (any AsyncStore)?
    /// Finds out for `email` with `checkDNS` whether a domain accepts mail.
    public var resolver: any MailResolver

    /// Whether the records of a run are compared with each other: `unique` then needs no store.
    package var comparesRecords = false

    /// The services of the program's own validators, by type.
    private var own: [ObjectIdentifier: any Sendable] = [:]

    /// Creates services.
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
    /// The type is the key: `services[(any UserStore).self] = users`.
    public subscript<Service: Sendable>(type: Service.Type) -> Service? {
        get { own[ObjectIdentifier(type)] as? Service }
        set { own[ObjectIdentifier(type)] = newValue }
    }
}
