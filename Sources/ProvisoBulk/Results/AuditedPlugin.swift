internal import Proviso
package import ProvisoPlugins

/// A plugin that a run used, as the reports of a run with `--audit` name it.
package struct AuditedPlugin: Sendable, Hashable {
    private let file: String
    private let id: String
    private let version: String
    private let digest: String
    /// The id of the key that signed it; `nil` if that is not known.
    private let signer: String?
    /// The SHA-256 of that key: its owner can choose the id, and not this.
    private let signerDigest: String?
    private let mode: String
    private let trust: Trust
    /// The time of a person's decision to trust it.
    private let trustedAt: String?
    private let trustedBy: String?

    /// Why it may run in the process of the host.
    private enum Trust: String {
        case none, contents, publisher, program
    }

    package init(_ plugin: LoadedPlugin) {
        file = plugin.file
        id = plugin.manifest.id
        version = plugin.manifest.version
        digest = plugin.digest.description
        signer = plugin.signer?.id
        signerDigest = plugin.signer?.fingerprint.description
        mode = plugin.mode.rawValue
        trust =
            switch plugin.trust?.subject {
            case .contents?: .contents
            case .publisher?: .publisher
            case nil: plugin.isBundled ? .program : .none
            }
        trustedAt = plugin.trust?.date
        trustedBy = plugin.trust?.user
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    init?(_ value: AnyValue) {
        guard let file = value["file"]?.string, let id = value["id"]?.string, let version = value["version"]?.string,
            let digest = value["sha256"]?.string, let mode = value["mode"]?.string,
            let trust = value["trust"]?.string.flatMap(Trust.init)
        else { return nil }
        (self.file, self.id, self.version) = (file, id, version)
        (self.digest, self.mode, self.trust) = (digest, mode, trust)
        signer = value["signer"]?.string
        signerDigest = value["signerSha256"]?.string
        trustedAt = value["trustedAt"]?.string
        trustedBy = value["trustedBy"]?.string
    }

    /// A line for people.
    var text: String {
        let decision = [trustedAt.map { "on \($0)" }, trustedBy.map { "by \($0)" }].compactMap(\.self)
            .joined(separator: " ")
        let standing =
            switch trust {
            case .none: "not trusted"
            case .contents: "this file trusted \(decision)"
            case .publisher: "its publisher trusted \(decision)"
            case .program: "comes with Proviso"
            }
        let key = [signer, signerDigest.map { "(SHA-256 \($0))" }].compactMap(\.self).joined(separator: " ")
        let signature = signer.map { _ in "signed with the key \(key)" } ?? "not signed with a known key"
        return "plugin \(id) \(version): \(file), SHA-256 \(digest), \(signature), \(mode), \(standing)".visible
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("id", id)
            $0.member("version", version)
            writeFacts(to: &$0)
        }
    }

    /// Writes it as a component of a tool in SARIF.
    func writeExtension(to writer: inout JSONWriter) {
        writer.object {
            $0.member("name", id)
            $0.member("version", version)
            $0.member("properties") { $0.object { writeFacts(to: &$0) } }
        }
    }

    private func writeFacts(to writer: inout JSONWriter) {
        writer.member("file", file)
        writer.member("sha256", digest)
        if let signer { writer.member("signer", signer) }
        if let signerDigest { writer.member("signerSha256", signerDigest) }
        writer.member("mode", mode)
        writer.member("trust", trust.rawValue)
        if let trustedAt { writer.member("trustedAt", trustedAt) }
        if let trustedBy { writer.member("trustedBy", trustedBy) }
    }
}
