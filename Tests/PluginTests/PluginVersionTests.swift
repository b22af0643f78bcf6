import ProvisoPlugins
import Testing

/// Versions of plugins, which decide what is newer and what is a step back.
struct PluginVersionTests {
    @Test func theyAreOrderedAsSemanticVersions() {
        let texts = [
            "0.9", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta", "1.0.0", "1.0.1",
            "1.2", "1.10", "2", "10.0.0.1",
        ]
        let versions = texts.compactMap { PluginVersion($0) }
        #expect(versions.count == texts.count)
        for (index, version) in versions.enumerated() {
            for (other, next) in versions.enumerated() {
                #expect((version < next) == (index < other), "\(version) \(next)")
                #expect((version == next) == (index == other), "\(version) \(next)")
            }
        }
        #expect(PluginVersion("1.2") == PluginVersion("1.2.0.0"))
    }

    @Test func othersAreRefused() {
        for text in [
            "", "1.", ".1", "v1", "1.2.3.4.5", "-1", "+1", "1.-2", "1-", "1-a..b", "1 2", "99999999999", "1/2", "١",
            String(repeating: "1", count: 99), "1.0\n", "1.0-é",
        ] {
            #expect(PluginVersion(text) == nil, "\(text)")
        }
    }

    @Test func aRequestIsForTheBeginning() {
        for (version, request, isMet) in [
            ("1.2.3", "1", true), ("1.2.3", "1.2", true), ("1.2.3", "1.2.3", true), ("1.2", "1.2.0", true),
            ("1.2.3", "1.3", false), ("1.20", "1.2", false), ("1.2-rc.1", "1.2", false), ("1.2-rc.1", "1.2-rc.1", true),
        ] {
            guard let one = PluginVersion(version), let other = PluginVersion(request) else {
                Issue.record("\(version) or \(request)")
                continue
            }
            #expect(one.satisfies(other) == isMet, "\(version) for \(request)")
        }
    }
}
