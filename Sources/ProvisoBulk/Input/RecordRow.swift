internal import JSONBridge
internal import ProvisoABI
package import ProvisoCore

/// Where a column's fields go.
package struct RowCell: Sendable {
    let slot: Int
    /// Whether a rule wants the value as a number, not as a string that spells one.
    let isNumber: Bool

    /// The number that a string spells, if a rule wants one.
    package func number(_ text: String) -> AnyValue? {
        guard isNumber else { return nil }
        var text = text
        // The types are written, because `nil` would otherwise be the value null.
        return text.withUTF8 { bytes -> AnyValue? in
            bytes.withMemoryRebound(to: CChar.self) { bytes -> AnyValue? in
                var value = proviso_value(kind: .text)
                guard prv_number_parse(bytes.baseAddress, bytes.count, &value) != 0 else { return nil }
                return AnyValue(raw: value)
            }
        }
    }
}

/// An attribute that is an object of several columns.
package struct RowObject: Sendable {
    let slot: Int
    let path: ValuePath
}

/// Fills a record field by field, from a row of a table.
package struct RecordRow {
    private let record: Record

    /// Empties the record: every attribute is absent.
    package init(_ record: Record) {
        self.record = record
        record.reset()
        record.state.pointee.isRow = true
        record.slots.update(repeating: .absent, count: record.layout.shape.slotCount)
    }

    package func setNull(_ cell: RowCell, offset: Int) {
        set(cell, .missing, offset)
    }

    /// Sets a string, or the number it spells; the bytes must be UTF-8 and outlive the record's use.
    package func set(_ cell: RowCell, to bytes: UnsafeRawBufferPointer, offset: Int) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var value = proviso_value(kind: .text)
        if cell.isNumber, prv_number_parse(start, bytes.count, &value) != 0 { return set(cell, value, offset) }
        guard let start else { return set(cell, proviso_value(text: "", in: record.arena), offset) }
        set(cell, proviso_value(text: start, count: bytes.count), offset)
    }

    /// As `set(_:to:offset:)`, with bytes that need not stay.
    package func set(_ cell: RowCell, copying bytes: UnsafeRawBufferPointer, offset: Int) {
        let copy = UnsafeRawPointer(record.arena.copy(bytes.assumingMemoryBound(to: UInt8.self)))
        set(cell, to: UnsafeRawBufferPointer(start: copy, count: bytes.count), offset: offset)
    }

    /// Sets a value whose kind the table knows, so that a string stays one.
    package func set(_ cell: RowCell, to value: AnyValue) {
        set(cell, value.raw(in: record.arena), 0)
    }

    /// The same for a string; the bytes must be UTF-8 and outlive the record's use.
    package func setText(_ cell: RowCell, to bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let value = start.map { proviso_value(text: $0, count: bytes.count) }
        set(cell, value ?? proviso_value(text: "", in: record.arena), 0)
    }

    private func set(_ cell: RowCell, _ value: proviso_value, _ offset: Int) {
        record.slots[cell.slot].value = value
        record.slots[cell.slot].offset = UInt32(clamping: offset)
    }

    /// Sets the record itself, for rules about it.
    package func setRecord(_ value: AnyValue) {
        guard let slot = record.layout.shape.recordSlot else { return }
        record.slots[slot].value = value.raw(in: record.arena)
        record.slots[slot].value.markMissing()
    }

    /// Sets an attribute to the object that a row has there.
    package func set(_ object: RowObject, of row: AnyValue) {
        guard let value = row[object.path], value.kind == .object else { return }
        record.slots[object.slot].value = value.raw(in: record.arena)
        record.slots[object.slot].value.markMissing()
    }

    package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        prv_utf8_is_valid(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) != 0
    }
}

extension Plan {
    /// The attributes that rules name as a whole and a table has in parts: `address` with the column `address.city`.
    package func objects(of columns: [ValuePath]) -> [RowObject] {
        var found: [ValuePath] = []
        for column in columns {
            for count in 1..<max(column.components.count, 1) {
                let path = ValuePath(Array(column.components.prefix(count)))
                if shape.place(at: path)?.isKept == true, !found.contains(path) { found.append(path) }
            }
        }
        return found.compactMap { path in shape.place(at: path).map { RowObject(slot: $0.slot, path: path) } }
    }

    /// Where the fields of columns go, `nil` if no rule names the attribute.
    package func cells(of columns: [ValuePath]) -> [RowCell?] {
        var numbers: Set<String> = []
        for rule in ruleSet.rules.flatMap({ $0.writtenOut(in: registry) })
        where registry.about(rule.constraint.type).takesNumbers {
            guard case .value(.boolean(true))? = rule.constraint.options["strict"] else { continue }
            numbers.formUnion(rule.attributes)
        }
        return columns.map { column in
            shape.place(at: column).map { RowCell(slot: $0.slot, isNumber: numbers.contains(column.description)) }
        }
    }
}
