public import ProvisoMessages

/// A plan whose reports can be put into words: `Plan`, `AsyncPlan`, `ModelPlan` and `AsyncModelPlan`.
public protocol LocalizedPlan {
    /// The messages of the rule set over those of plugins over those the plan was made with.
    var catalogs: Catalogs { get }
    /// A localizer with the plan's labels and messages, over one that was made from the plan's catalogs.
    func localizer(_ localizer: Localizer) -> ReportLocalizer
}

extension LocalizedPlan {
    /// A localizer for BCP 47 tags in falling order of preference.
    public func localizer(
        preferring tags: String..., isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(preferring: tags, in: catalogs, isolation: isolation))
    }

    /// A localizer for what an HTTP request's `Accept-Language` header asks for.
    public func localizer(
        acceptLanguage header: String, isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(acceptLanguage: header, in: catalogs, isolation: isolation))
    }
}

extension Plan: LocalizedPlan {}

extension AsyncPlan: LocalizedPlan {
    public func localizer(_ localizer: Localizer) -> ReportLocalizer { plan.localizer(localizer) }
}
