extension Record {
    /// What expressions keep while the record has these values.
    var expressionTables: ExprTables {
        let record = outermost
        if let known = record.state.pointee.memory.searched as? ExprTables { return known }
        let tables = ExprTables()
        record.state.pointee.memory.remember(tables)
        return tables
    }
}
