internal import ProvisoCore

extension Model {
    /// Throws for properties that hold models which data cannot make, although data makes the model itself.
    ///
    /// Data for them would be lost without a word, or refused although nothing is wrong with it.
    static func checkParsing() throws(RuleSetError) {
        for attribute in attributes where attribute.isWritable || attribute.constant != nil {
            guard let nested = attribute.nested else { continue }
            guard attribute.canBeFilled else {
                throw RuleSetError(reason: nested.model.notParsable(in: attribute.name, of: " of '\(Self.self)'"))
            }
            try nested.model.checkParsing()
        }
    }
}
