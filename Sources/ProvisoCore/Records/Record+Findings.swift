extension Record {
    /// How many findings of one validation are kept; the others are only counted.
    package var findingLimit: Int {
        get { state.pointee.findingLimit }
        set { state.pointee.findingLimit = newValue }
    }

    /// What the last validation counted and did not keep; asked once, after each validation that reached the limit.
    package func takeOmittedFindings() -> OmittedFindings {
        defer { state.pointee.omitted = OmittedFindings() }
        return state.pointee.omitted
    }
}
