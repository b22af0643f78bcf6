extension Record {
    /// Makes a record for a plan's attributes, all absent.
    public convenience init(for plan: Plan) {
        self.init(layout: plan.layout)
    }
}
