public import ProvisoCore

/// Filling models from what forms send.
extension StatefulModel {
    /// Sets the safe attributes from the part of the data that a form sent for this model.
    ///
    /// `formName` is the model's own name by default; with "" all data belongs to the model. Data without that name
    /// belongs to the model if it contains its attributes, as from a form with one model. Returns false if nothing was
    /// sent: a caller that ignores the result would validate a model that was not filled.
    public mutating func load(_ data: AnyValue, formName: String? = nil) -> Bool {
        let name = formName ?? self.formName
        let isFlat = formName == nil && namesAttributes(data)
        let part: AnyValue? = name.isEmpty ? data : data[name] ?? (isFlat ? data : nil)
        guard let values = part, case .object(let members) = values else { return false }
        if name.isEmpty, members.isEmpty { return false }
        setAttributes(values, safeOnly: true, from: .form)
        return true
    }

    private func namesAttributes(_ data: AnyValue) -> Bool {
        data.members.contains { attributeNames.contains($0.key) }
    }
}

extension Array where Element: StatefulModel {
    /// Fills each model from the item at its position; true when any was sent something.
    ///
    /// Items are members named 0, 1, … or the items of a list, below the first model's form name unless another is
    /// given.
    public mutating func load(_ data: AnyValue, formName: String? = nil) -> Bool {
        guard let name = formName ?? first?.formName else { return false }
        guard let items = name.isEmpty ? data : data[name] else { return false }
        var isLoaded = false
        for index in indices {
            let item: AnyValue? =
                if case .list(let list) = items { list.indices.contains(index) ? list[index] : nil } else {
                    items[String(index)]
                }
            guard let item else { continue }
            isLoaded = self[index].load(item, formName: "") || isLoaded
        }
        return isLoaded
    }

    /// Validates every model, also after one has failed; true when all are valid.
    public mutating func validate(attributes: [String]? = nil) throws(RuleSetError) -> Bool {
        var isValid = true
        for index in indices {
            isValid = try self[index].validate(attributes: attributes, clearErrors: true) && isValid
        }
        return isValid
    }
}

/// Validates models of different types, every one of them also after one has failed; true when all are valid.
public func validateAll(_ models: inout [any StatefulModel]) throws(RuleSetError) -> Bool {
    var isValid = true
    for index in models.indices {
        isValid = try models[index].validate(attributes: nil, clearErrors: true) && isValid
    }
    return isValid
}
