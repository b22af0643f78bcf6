extension Record {
    /// A record for a plan's attributes, all absent.
    public convenience init(for plan: Plan) {
        self.init(layout: plan.layout)
    }
}
