internal import ProvisoMessages

extension Plan {
    /// Makes what measures all records together; see `Dataset`.
    public func makeDataset() -> Dataset { Dataset(dataset, step: anyStep) }
}
