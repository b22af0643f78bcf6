#if Server
internal import Proviso
internal import ProvisoPlugins
internal import Synchronization

/// Why rules cannot be changed as a request wants it.
struct ChangeFault: Error {
    let reason: String
}

// Requests that change rules wait for files, so they need a thread that may wait.
extension ServedRules {
    /// Writes the rule file, and puts it in force; a candidate that is tried ends.
    ///
    /// Throws, and changes nothing, if it cannot be in force.
    func put(_ content: [UInt8]) throws -> PlanGeneration {
        try former.withLock { former in
            let before = source.content
            let generation = try replace(before, by: content)
            former = before
            return generation
        }
    }

    /// Puts the candidate in force.
    func promote() throws -> PlanGeneration {
        guard let shadow = source.shadow else { throw ChangeFault(reason: "there is no candidate: PUT one first") }
        return try put(shadow.content)
    }

    /// Puts in force what the last change replaced.
    func rollBack() throws -> PlanGeneration {
        try former.withLock { former in
            guard let content = former else {
                throw ChangeFault(
                    reason: "nothing was changed by a request since the server was started, or it is undone")
            }
            let generation = try replace(source.content, by: content)
            former = nil
            return generation
        }
    }

    private func replace(_ before: [UInt8], by content: [UInt8]) throws -> PlanGeneration {
        let digest = try source.digest(of: content)
        try write(content)
        let reload = source.reload()
        // The thread that watches the file may have been faster; then it has reported it.
        if reload.isNew { report(reload, source.notices) }
        guard reload.generation.digest == digest else {
            try write(before)
            _ = source.reload()
            throw ChangeFault(reason: "the rules were not put in force: " + reload.warnings.joined(separator: "; "))
        }
        source.endShadow()
        return reload.generation
    }

    private func write(_ content: [UInt8]) throws {
        let slash = source.rules.lastIndex(of: "/")
        do throws(PluginFault) {
            let lock = try DirectoryLock(slash.map { String(source.rules[...$0]) } ?? ".")
            try lock.replace(slash.map { String(source.rules[$0...].dropFirst()) } ?? source.rules, content)
            lock.settle()
        } catch {
            throw ChangeFault(reason: "the directory of the rules " + error.reason)
        }
    }
}
#endif
