internal import ProvisoCore

/// What a publisher says about its packages in an index, signed with the key that signs them.
///
/// It has a date and an end, so that an old index cannot be shown for ever, and everything that an index says about a
/// package. What was revoked stays in it.
package struct SignedList: Sendable {
    /// The line that is signed.
    private let line: String
    /// The signature of the line, as in a file of minisign.
    private let signature: String
    /// The same, read once: it is needed for each plugin of an index.
    private let signer: PluginSignature?

    /// The time of the list in seconds since 1970-01-01 UTC.
    package let date: Int64
    /// The time from which on it is refused.
    package let expires: Int64
    package let packages: [PluginPackage.Facts]
    package let revoked: [RevokedPlugins.Entry]

    private static let mark = "proviso-index 1"
    private static let damaged = PluginFault(
        "has a damaged signed list: a good copy or 'proviso plugin publish' mends it")

    /// Signs a list that takes the place of `old`.
    package init(
        _ packages: [PluginPackage.Facts], revoked: [RevokedPlugins.Entry], after old: SignedList?, days: Int,
        key: SigningKey, now: Int64 = ValidationClock.system.now
    ) {
        // A later list has a later date, also if the clock of the publisher was changed.
        date = max(now, old.map { $0.date + 1 } ?? now)
        expires = date + Int64(days) * 86_400
        self.packages = packages
        self.revoked = revoked
        line = Self.line(date, expires, packages, revoked)
        signature = Array(line.utf8).withUnsafeBytes { key.sign($0, comment: "index") }
        signer = PluginSignature(signature)
    }

    /// Reads a member of an index, without checking the signature.
    init(_ value: AnyValue) throws(PluginFault) {
        guard let line = value["list"]?.string, let signature = value["signature"]?.string,
            let list = try? AnyValue(json: line), list["format"]?.string == Self.mark,
            let date = list["date"]?.string.flatMap(Instant.init),
            let end = list["expires"]?.string.flatMap(Instant.init),
            case .list(let packages)? = list["packages"], case .list(let revoked)? = list["revoked"]
        else { throw Self.damaged }
        self.line = line
        self.signature = signature
        signer = PluginSignature(signature)
        self.date = date.seconds
        expires = end.seconds
        self.packages = packages.compactMap { PluginPackage.Facts($0) }
        self.revoked = revoked.compactMap { RevokedPlugins.Entry($0) }
        guard self.packages.count == packages.count, self.revoked.count == revoked.count else { throw Self.damaged }
    }

    /// Whether it names one of these keys as its signer.
    func isBy(_ keys: [PublicKey]) -> Bool { signer?.isBy(keys) ?? false }

    /// The id of the key that it names as its signer.
    package var keyID: String { signer?.keyID ?? "-" }

    /// Returns the key that signed it; throws if it is not as it was signed.
    package func signer(of keys: [PublicKey]) throws(PluginFault) -> PublicKey {
        guard let signer else { throw Self.damaged }
        do throws(PluginFault) {
            return try signer.check(Array(line.utf8), keys)
        } catch {
            throw PluginFault("has a signed list that \(error.reason)")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.member("list", line)
        writer.member("signature", signature)
    }

    private static func line(
        _ date: Int64, _ expires: Int64, _ packages: [PluginPackage.Facts], _ revoked: [RevokedPlugins.Entry]
    ) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("format", mark)
            $0.member("date", text(date))
            $0.member("expires", text(expires))
            $0.member("packages") { $0.list { for facts in packages { $0.object { facts.write(to: &$0) } } } }
            $0.member("revoked") { $0.list { for entry in revoked { $0.object { entry.write(to: &$0) } } } }
        }
        return writer.text
    }

    /// A time in RFC 3339, in UTC.
    static func text(_ time: Int64) -> String { Instant(seconds: time, nanoseconds: 0).text(fractionDigits: 0) }
}

extension RevokedPlugins.Entry {
    fileprivate init?(_ value: AnyValue) {
        guard let digest = value["sha256"]?.string.flatMap(ContentDigest.init), let id = value["id"]?.string,
            PluginPackage.Facts.isID(id), let version = value["version"]?.string.flatMap(PluginVersion.init)
        else { return nil }
        self.init(digest: digest, id: id, version: version, reason: value["reason"]?.string ?? "")
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("version", version.description)
        writer.member("sha256", digest.description)
        writer.member("reason", reason)
    }
}
