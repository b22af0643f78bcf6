internal import ProvisoCore

extension ManifestReader {
    /// Reads what the plugin requests beyond what every plugin may do.
    static func capabilities(in manifest: ManifestObject) throws(PluginFault) -> PluginCapabilities {
        var read = PluginCapabilities()
        guard let object = try manifest.object("capabilities", "in the capabilities of its manifest") else {
            return read
        }
        try object.allow("threads", "patience", "memory", "workerOnly", "timeZones", of: "capability")
        read.threads = try object.boolean("threads")
        read.isWorkerOnly = try object.boolean("workerOnly")
        read.readsTimeZones = try object.boolean("timeZones")
        // Milliseconds and MiB: integers of a size that people write and that no unit needs to follow.
        let hour = 3_600_000
        if let time = try object.integer("patience", in: 1...hour) { read.patience = .milliseconds(time) }
        if let size = try object.integer("memory", in: 1...(1 << 20)) { read.memory = UInt64(size) << 20 }
        return read
    }
}
