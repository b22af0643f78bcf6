extension Record {
    /// The number of violations of one validation that are kept; the others are only counted.
    package var findingLimit: Int {
        get { state.pointee.findingLimit }
        set { state.pointee.findingLimit = newValue }
    }

    /// Takes the counts of the violations that the last validation did not keep; call it once after each validation.
    package func takeOmittedFindings() -> OmittedFindings {
        defer { state.pointee.omitted = OmittedFindings() }
        return state.pointee.omitted
    }
}
