extension FileLimits {
    /// Throws for an extension where a MIME type belongs, a MIME type where an extension belongs, and masks of names.
    func checkNames() throws(OptionError) {
        for word in extensions {
            let bare = word.drop { $0 == "*" || $0 == "." }
            if word.utf8.contains(UInt8(ascii: "/")) {
                let known = MediaType.all.first { $0.name == word.lowercased() }?.extensions.first
                throw OptionError(
                    option: "extensions", reason: "'\(word)' is a MIME type, not an extension", suggestion: known)
            }
            if bare.count < word.count {
                throw OptionError(
                    option: "extensions", reason: "'\(word)': an extension is written without a dot in front",
                    suggestion: bare.isEmpty ? nil : String(bare))
            }
        }
        for word in mimeTypes where !word.isEmpty {
            let name = word.lowercased()
            if let usual = Self.usualTypes[name] {
                throw OptionError(option: "mimeTypes", reason: "'\(word)' is not a MIME type", suggestion: usual)
            }
            // A mask may cover the whole type, such as `*`.
            guard !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }) else { continue }
            let bare = String(name.drop { $0 == "." })
            let meant = MediaType.all.first { $0.extensions.contains(bare) }?.name
            throw OptionError(
                option: "mimeTypes", reason: "'\(word)' is not a MIME type, which has a '/'",
                suggestion: meant ?? (Self.families.contains(bare) ? bare + "/*" : nil))
        }
    }

    private static let families = ["image", "text", "audio", "video", "application", "font"]

    /// Names that no file has.
    private static let usualTypes = ["image/jpg": "image/jpeg", "text/txt": "text/plain", "image/svg": "image/svg+xml"]
}
