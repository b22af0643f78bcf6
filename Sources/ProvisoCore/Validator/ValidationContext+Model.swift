/// The address of the model that is validated, and the writer of what rules replaced.
package struct ModelAccess {
    let pointer: UnsafeMutableRawPointer
    let type: ObjectIdentifier
    /// The caller of the validation keeps it alive.
    unowned(unsafe) let writer: any ModelWriter

    package init(pointer: UnsafeMutableRawPointer, type: ObjectIdentifier, writer: any ModelWriter) {
        self.pointer = pointer
        self.type = type
        self.writer = writer
    }
}

/// Methods, closures and conditions see the model as the rules before them left it.
///
/// Rules change the record. Before anything reads the model, the changes are written to it by `currentModel`. Nothing is
/// written if nothing has changed.
extension ValidationContext {
    /// Calls `body` with the model being validated, or the nested one that the rule belongs to; `nil` for another type.
    ///
    /// The model holds what the rules before this one put in place.
    public func withModel<Checked, Result>(
        _ type: Checked.Type, _ body: (borrowing Checked) throws -> Result
    ) rethrows -> Result? {
        guard let model, model.type == ObjectIdentifier(type) else { return try nestedModel(type).map { try body($0) } }
        if let copy = changedCopy(of: model) { return try (copy as? Checked).map { try body($0) } }
        let pointer = currentModel(model).assumingMemoryBound(to: type)
        lend(1)
        defer { lend(-1) }
        return try body(pointer.pointee)
    }

    /// The model itself for one of its methods, `nil` when it is of another type.
    ///
    /// The caller calls `lend` first, so that the model stays unchanged meanwhile.
    @inline(__always)
    package func modelToCall<Checked>(_ type: Checked.Type) -> UnsafeMutablePointer<Checked>? {
        guard let model, model.type == ObjectIdentifier(type) else { return nil }
        return currentModel(model).assumingMemoryBound(to: type)
    }

    /// A copy of the nested model that the rule belongs to; `nil` when it belongs to none of this type.
    package func nestedModel<Nested>(_ type: Nested.Type) -> Nested? {
        guard let model, let scope = step._withUnsafeGuaranteedRef({ $0.scope }) else { return nil }
        let positions = (0..<depth).map { record.trail[$0].index }[...]
        if let copy = changedCopy(of: model) { return scope.model(inCopy: copy, positions: positions) as? Nested }
        return scope.model(in: currentModel(model), positions: positions) as? Nested
    }

    /// The model with everything that rules replaced so far.
    @inline(__always)
    private func currentModel(_ model: ModelAccess) -> UnsafeMutableRawPointer {
        if hasUnwrittenChanges, !isLent {
            model.writer.write(record, to: model.pointer)
        }
        return model.pointer
    }

    /// A copy with the changes where the model itself is being looked at and must not change; `nil` if it need not.
    private func changedCopy(of model: ModelAccess) -> Any? {
        guard hasUnwrittenChanges, isLent else { return nil }
        return model.writer.copy(of: model.pointer, with: record)
    }
}
